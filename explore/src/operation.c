/* operation.c: what operations do to memory, and which depend on each other. */
#include "explore/src/operation.h"

static const struct {
	enum footprint footprint;
	enum guard guard;
} kinds[] = {
#define OPERATION(name, footprint, guard) { footprint, guard },
#include "explore/src/operations.def"
};

enum guard gcx_guard_of(const struct operation *operation)
{
	return kinds[operation->kind].guard;
}

enum footprint gcx_footprint_of(const struct operation *operation)
{
	enum footprint footprint = kinds[operation->kind].footprint;

	if (footprint != EXCHANGES)
		return footprint;
	return gcx_peek(operation->at, operation->size) == operation->expected ? WRITES : READS;
}

bool gcx_depend(const struct label *a, const struct label *b)
{
	if (a->task == b->task || a->footprint == EVERYTHING || b->footprint == EVERYTHING ||
	    a->spawned >> b->task & 1 || b->spawned >> a->task & 1 || a->joined == b->task ||
	    b->joined == a->task)
		return true;
	return a->at == b->at && a->footprint != NOTHING && b->footprint != NOTHING &&
	    (a->footprint == WRITES || b->footprint == WRITES);
}

/* ---------------------------------------------------------------------- memory */
uint64_t gcx_peek(uintptr_t location, unsigned size)
{
	switch (size) {
	case 1: return *(const volatile uint8_t *)location;
	case 2: return *(const volatile uint16_t *)location;
	case 4: return *(const volatile uint32_t *)location;
	default: return *(const volatile uint64_t *)location;
	}
}

static void poke(uintptr_t location, unsigned size, uint64_t value)
{
	switch (size) {
	case 1: *(volatile uint8_t *)location = (uint8_t)value; return;
	case 2: *(volatile uint16_t *)location = (uint16_t)value; return;
	case 4: *(volatile uint32_t *)location = (uint32_t)value; return;
	default: *(volatile uint64_t *)location = value; return;
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

static uint64_t swap(const struct operation *op, uint64_t old, uint64_t value)
{
	poke(op->at, op->size, value);
	return old;
}

uint64_t gcx_do(const struct operation *op, unsigned choice)
{
	uint64_t old = op->size ? gcx_peek(op->at, op->size) : 0;

	switch (op->kind) {
	case OP_WRITE:
	case OP_ACQUIRE: return swap(op, old, op->value);
	case OP_MODIFY:
	case OP_MODIFY_CLEAR:
	case OP_MODIFY_OTHER: return swap(op, old, modified(op->how, old, op->value));
	case OP_CAS: return old == op->expected ? swap(op, old, op->value) : old;
	case OP_CHOOSE: return choice;
	case OP_ATOMIC: op->body(op->argument); return 0;
	case OP_START:
	case OP_WAKE:
	case OP_READ:
	case OP_AWAIT:
	case OP_AWAIT_VALUE:
	case OP_AWAIT_OTHER:
	case OP_JOIN:
	case OP_AWAIT_CLEAR:
	case OP_FENCE:
	case OP_YIELD: break;
	}
	return old;
}
