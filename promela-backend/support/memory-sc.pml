/* memory-sc.pml: shared memory, sequentially consistent.
 *
 * A memory module implements the interface below; models use nothing else.
 * Every location that threads share is one number: an index of `mem`.  The
 * model defines LOCATIONS and MEM_INITIAL.
 *
 *   who    the thread: a mutator's number, or COLLECTOR for a worker
 *   at     the location
 *   order  MEM_RELAXED … MEM_SEQ_CST (memory-tables.pml); of no meaning here
 *   dst    a scratch variable that gets the value found
 *
 *   mem_load(who, at, order, dst)
 *   mem_store(who, at, order, value)
 *   mem_modify(who, at, order, value, dst)      a read-modify-write; value is of dst
 *   mem_cas(who, at, order, failure_order, expected, value, dst)
 *   mem_fence(who, order)
 *   mem_room(who)           one more store can be held back: in the guard of a step
 *                           that begins with a store
 *   mem_peek(at)            what an observer sees; in properties and reachability
 *   mem_poke(at, value)     a write that is no access: a new or freed cell, a root
 *   mem_quiet               no operation is under way anywhere: in the guard of the end
 *
 * All of them are macros, so that a replay names the line that uses them; each
 * is a sequence of statements that may stand in a d_step, with no choice in it.
 * memory-buffers.pml and memory-c11.pml say what they add.  Under sequential
 * consistency each operation takes effect at once and the module has no steps. */

MEM_TYPE mem[LOCATIONS] = MEM_INITIAL;

#define mem_load(who, at, order, dst) dst = mem[at]
#define mem_store(who, at, order, value) mem[at] = value
#define mem_modify(who, at, order, value, dst) dst = mem[at]; mem[at] = value
#define mem_cas(who, at, order, failure_order, expected, value, dst) \
	dst = mem[at]; mem[at] = (dst == (expected) -> (value) : dst)
#define mem_fence(who, order) skip
#define mem_room(who) true
#define mem_peek(at) mem[at]
#define mem_poke(at, value) mem[at] = value
#define mem_quiet true
