/* operation.c: what operations do to memory, and which depend on each other. */
#include "explore/src/operation.h"

#include "explore/src/object.h"

static const struct {
	enum footprint footprint;
	enum guard guard;
} kinds[] = {
#define OPERATION(name, footprint, guard) { footprint, guard },
#include "explore/src/operations.def"
};

enum guard gcx_guard_of(const struct operation *operation)
{
	return operation->useless ? USEFUL : kinds[operation->kind].guard;
}

enum footprint gcx_footprint_of(const struct operation *operation)
{
	enum footprint footprint = kinds[operation->kind].footprint;

	if (footprint != EXCHANGES)
		return footprint;
	return gcx_peek(operation->at, operation->size) == operation->expected ? WRITES : READS;
}

static bool has_spawned(const struct label *a, const struct label *b)
{
	return a->spawned != 0 && b->task < GCX_TASKS && (a->spawned >> b->task & 1);
}

/* Whether the first has to do with the store that the second flushes. */
static bool concerns(const struct label *a, const struct label *b)
{
	if (!b->flushes)
		return false;
	return a->joined == b->owner ||
	    (a->owner == b->owner && (b->store < a->floor || a->store == b->store)) ||
	    (a->parent == b->owner && b->store < a->born);
}

/* Whether the second takes the message of the first, or both want to be right after one. */
static bool meet(const struct label *a, const struct label *b)
{
	if (a->view == ATTACHES && b->view == ATTACHES && a->at == b->at && a->choice == b->choice)
		return true;
	return a->message != 0 && a->message == b->choice &&
	    (b->view == TAKES || b->view == ATTACHES);
}

/* Note [Own stores].  Before the flush, a read finds its task's own store in the buffer; after it, the
 * read finds the store in memory.  That is the same value, unless a write of another task comes
 * between.  The read and the flush both depend on that write.  So they need not depend on each other.
 * (If the read has a guard, they do depend, because Missed moments are then simpler.) */
static bool reads_own(const struct label *read, const struct label *flush)
{
	return flush->flushes && flush->owner == read->task && read->reads;
}

bool gcx_depend(const struct label *a, const struct label *b)
{
	if (a->task == b->task || a->footprint == EVERYTHING || b->footprint == EVERYTHING ||
	    has_spawned(a, b) || has_spawned(b, a) || a->joined == b->task || b->joined == a->task)
		return true;
	if ((a->flushes || b->flushes) && (concerns(a, b) || concerns(b, a)))
		return true;
	if (a->view != UNSEEN && b->view != UNSEEN && (meet(a, b) || meet(b, a)))
		return true;
	if (reads_own(a, b) || reads_own(b, a))
		return false;
	return a->at == b->at && a->footprint != NOTHING && b->footprint != NOTHING &&
	    (a->footprint == WRITES || b->footprint == WRITES);
}

/* ---------------------------------------------------------------------- memory */
uint64_t gcx_peek(uintptr_t location, unsigned size)
{
	uintptr_t at = gcx_address(location);

	switch (size) {
	case 1: return *(const volatile uint8_t *)at;
	case 2: return *(const volatile uint16_t *)at;
	case 4: return *(const volatile uint32_t *)at;
	default: return *(const volatile uint64_t *)at;
	}
}

void gcx_poke(uintptr_t location, unsigned size, uint64_t value)
{
	uintptr_t at = gcx_address(location);

	switch (size) {
	case 1: *(volatile uint8_t *)at = (uint8_t)value; return;
	case 2: *(volatile uint16_t *)at = (uint16_t)value; return;
	case 4: *(volatile uint32_t *)at = (uint32_t)value; return;
	default: *(volatile uint64_t *)at = value; return;
	}
}

static uint64_t modified(enum gcx_modify how, uint64_t old, uint64_t value)
{
	switch (how) {
	case GCX_SWAP: return value;
	case GCX_ADD: return old + value;
	case GCX_SUB: return old - value;
	case GCX_AND: return old & value;
	case GCX_OR: return old | value;
	case GCX_XOR: return old ^ value;
	case GCX_NAND: return ~(old & value);
	}
	return old;
}

static uint64_t cut(uint64_t value, unsigned size)
{
	return size < 8 ? value & ((UINT64_C(1) << size * 8) - 1) : value;
}

uint64_t gcx_left(const struct operation *op, uint64_t old)
{
	switch (op->kind) {
	case OP_WRITE:
	case OP_FLUSH:
	case OP_ACQUIRE: return op->value;
	case OP_MODIFY:
	case OP_MODIFY_CLEAR:
	case OP_MODIFY_OTHER: return cut(modified(op->how, old, op->value), op->size);
	case OP_CAS: return old == op->expected ? op->value : old;
	case OP_CHOOSE:
	case OP_ATOMIC:
	case OP_START:
	case OP_WAKE:
	case OP_READ:
	case OP_AWAIT:
	case OP_AWAIT_VALUE:
	case OP_AWAIT_OTHER:
	case OP_JOIN:
	case OP_AWAIT_CLEAR:
	case OP_FENCE:
	case OP_STOP:
	case OP_GIVE_UP:
	case OP_YIELD: break;
	}
	return old;
}

uint64_t gcx_do(const struct operation *op, uint32_t choice)
{
	uint64_t old = op->size ? gcx_peek(op->at, op->size) : 0, left = gcx_left(op, old);

	if (op->kind == OP_CHOOSE)
		return choice;
	if (op->kind == OP_ATOMIC)
		op->body(op->argument);
	else if (left != old)
		gcx_poke(op->at, op->size, left);
	return old;
}
