/* machine-states.pml: what follows from the facts about a mutator. */
#define at_yield(it) (!in_operation(it) && !in_handshake(it))
#define may_act(it) (is_there(it) && !is_stopped(it) && at_yield(it))
