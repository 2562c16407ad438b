/* memory-rules.pml: what a thread's operations wait for, where they reach memory later.
 *
 * The text is C as well: memory-buffers.pml performs by these rules, and the
 * compiler reasons by them (memory-rules.c).  Both say first what the model is, by 0 and 1:
 * MEM_IN_ORDER, MEM_LATE, MEM_TAGGED, MEM_ORDERED (compiler/base/memory-models.def), and what
 * the halves of an order are: MEM_IS_ACQUIRE, MEM_IS_RELEASE, MEM_IS_TOTAL. */

/* What an entry is; 0: none.  Read-modify-writes: RMW + 2 * what it does, and 1
 * when it releases. */
#define MEM_MARK_REL 1           /* a release fence: writes behind it wait for all before it */
#define MEM_MARK_ACQ 2           /* an acquire fence: all behind it waits for reads before it */
#define MEM_LOAD 3
#define MEM_LOAD_ACQ 4
#define MEM_LOAD_SC 5
#define MEM_STORE 6
#define MEM_STORE_REL 7
#define MEM_STORE_SC 8
#define MEM_RMW 10
#define MEM_CAS 0
#define MEM_IS_LOAD(kind) ((kind) >= MEM_LOAD && (kind) <= MEM_LOAD_SC)
#define MEM_IS_STORE(kind) ((kind) >= MEM_STORE && (kind) <= MEM_STORE_SC)
#define MEM_IS_RMW(kind) ((kind) >= MEM_RMW)
#define MEM_READS(kind) (MEM_IS_LOAD(kind) || MEM_IS_RMW(kind))
#define MEM_WRITES(kind) ((kind) >= MEM_STORE)
#define MEM_RELEASES(kind) ((kind) == MEM_STORE_REL || (kind) == MEM_STORE_SC || \
	(kind) == MEM_MARK_REL || (MEM_IS_RMW(kind) && (kind) % 2))
#define MEM_ACQUIRES(kind) ((kind) == MEM_LOAD_ACQ || (kind) == MEM_LOAD_SC || \
	(kind) == MEM_MARK_ACQ)

/* An operation's kind, by its order.  Where stores are performed in their order, one that
 * releases is like others. */
#define MEM_LOAD_KIND(order) (MEM_LOAD + MEM_IS_ACQUIRE(order) + MEM_IS_TOTAL(order))
#define MEM_STORE_KIND(order) (MEM_STORE + MEM_IS_TOTAL(order) + \
	(MEM_IS_RELEASE(order) && (!MEM_IN_ORDER || MEM_IS_TOTAL(order))))
#define MEM_RMW_KIND(op, order) \
	(MEM_RMW + 2 * (op) + (MEM_ORDERED && MEM_IS_RELEASE(order) /* rule: rmw-release */))

/* An earlier operation of kind KI on AI must be performed before a later one of
 * kind KJ on AJ, of the same thread.  (A load sees its own stores that wait:
 * it never waits for them.) */
#define MEM_BEFORE(ki, ai, kj, aj) \
	((MEM_IN_ORDER && !MEM_IS_LOAD(kj)) /* rule: stores-in-order */ || \
	 MEM_ACQUIRES(ki) /* rule: acquire */ || \
	 MEM_RELEASES(kj) /* rule: release */ || \
	 ((ki) == MEM_MARK_REL && MEM_WRITES(kj)) /* rule: release-fence */ || \
	 ((kj) == MEM_MARK_ACQ && MEM_READS(ki)) /* rule: acquire-fence */ || \
	 ((ai) == (aj) && !MEM_IS_LOAD(kj)) /* rule: write-behind-access */ || \
	 ((ai) == (aj) && MEM_IS_LOAD(kj) && MEM_IS_RMW(ki)) /* rule: load-behind-rmw */ || \
	 ((ai) == (aj) && MEM_IS_LOAD(kj) && MEM_IS_LOAD(ki) && \
	  MEM_TAGGED /* rule: load-behind-load */) || \
	 ((kj) == MEM_LOAD_SC && (ki) == MEM_STORE_SC) /* rule: seq-cst */)
