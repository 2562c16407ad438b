/* eval.h: running nodes, calling functions. */
#ifndef LISP_EVAL_H
#define LISP_EVAL_H

#include "memory.h"

/* NODE in ENVIRONMENT; which is 0 outside of all functions. */
value evaluate(struct thread *t, value node, value environment);

/* A call from C: begin, push the function and its arguments, finish. */
value *begin_call(struct thread *t);
value finish_call(struct thread *t, value *call);

/* The function FUNCTION, with no argument. */
value call_thunk(struct thread *t, value function);

#endif
