/* random.c: random programs, and how they are written. */
#include "tests/litmus/rc11/rc11.h"

static uint64_t state;

static unsigned below(unsigned n)
{
	uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (unsigned)((z ^ z >> 31) % n);
}

/* The theme of a program: which of its operations may be seq_cst. */
enum theme { MIXED, SC_FENCES, SC_ACCESSES, NO_SC };

static enum order access_order(enum kind kind, bool may_be_sc)
{
	unsigned pick = below(10);

	if (may_be_sc && pick < 5)
		return SEQ_CST;
	if (pick < 8)
		return RELAXED;
	if (kind == LOAD)
		return ACQUIRE;
	return kind == STORE ? RELEASE : (enum order)(ACQUIRE + below(3));
}

static enum order fence_order(bool may_be_sc)
{
	return may_be_sc && below(6) ? SEQ_CST : (enum order)(ACQUIRE + below(3));
}

static enum kind any_kind(void)
{
	static const enum kind kinds[] = { LOAD, LOAD, LOAD, LOAD, LOAD, LOAD, LOAD, STORE, STORE,
		STORE, STORE, STORE, STORE, STORE, SWAP, FETCH_ADD, CAS };

	return kinds[below(sizeof kinds / sizeof *kinds)];
}

/* Whether the place is between two accesses.  A fence at an end orders little. */
static bool is_place_for_fence(int place, int count)
{
	return place > 0 && place < count - 1 && below(3) > 0;
}

static void random_op(struct program *p, struct op *op, enum theme theme, bool is_fence)
{
	bool access_sc = theme == MIXED || theme == SC_ACCESSES;

	op->kind = is_fence ? FENCE : any_kind();
	op->at = (int)below((unsigned)p->locations);
	op->value = 1 + (int)below(2);
	op->expected = (int)below(2);
	op->order = op->kind == FENCE ? fence_order(theme == MIXED || theme == SC_FENCES)
				      : access_order(op->kind, access_sc);
	op->failure = access_order(LOAD, access_sc && op->order == SEQ_CST);
	if (op->kind != STORE && op->kind != FENCE)
		op->result = p->registers++;
}

static void make_program(struct program *p, enum theme theme)
{
	int left;

	*p = (struct program){ .threads = 2 + (int)below(3) };
	p->locations = 2 + (int)below(p->threads > 2 ? 2 : 1);
	left = 5 + p->threads / 2 + (int)below(2);
	for (int i = 0; i < p->threads; i++) {
		int others = p->threads - 1 - i, most = left - 2 * others;

		if (most > MOST_OPS)
			most = MOST_OPS;
		p->count[i] = most > 2 ? 2 + (int)below((unsigned)most - 1) : most < 1 ? 1 : most;
		left -= p->count[i];
		for (int j = 0; j < p->count[i]; j++)
			random_op(p, &p->ops[i][j], theme, is_place_for_fence(j, p->count[i]));
	}
}

static int count_outcomes(const struct program *p, enum axioms axioms)
{
	static struct outcomes outcomes;
	int count;

	find_outcomes(p, axioms, &outcomes);
	count = outcomes.count;
	free_outcomes(&outcomes);
	return count;
}

/* Whether RC11 forbids an outcome because of the order of seq_cst events; or, OF_STRONGER, whether
 * a stronger order would forbid one. */
static bool is_telling(const struct program *p, bool of_stronger)
{
	return count_outcomes(p, RC11) != count_outcomes(p, of_stronger ? FULL_ORDER : NO_ORDER);
}

void random_program(unsigned index, struct program *p)
{
	enum theme theme = (enum theme)(index % 6 < 3 ? MIXED : index % 6 - 2);

	state = (uint64_t)index << 32;
	do
		make_program(p, theme);
	while (theme != NO_SC && !is_telling(p, index / 6 % 3 == 0));
}

/* ---- as text */
static const char *const order_name[] = { "relaxed", "acquire", "release", "acq_rel", "seq_cst" };

static void print_op(const struct op *op, FILE *to)
{
	static const char *const name[] = { "load", "store", "swap", "fetch_add", "cas", "fence" };
	const char *order = order_name[op->order];

	fputs("    ", to);
	if (op->kind == FENCE) {
		fprintf(to, "fence(%s);\n", order);
		return;
	}
	if (op->kind != STORE)
		fprintf(to, "let r%d = ", op->result);
	fprintf(to, "%s(%c", name[op->kind], "xyz"[op->at]);
	if (op->kind == CAS)
		fprintf(to, ", %d", op->expected);
	if (op->kind != LOAD)
		fprintf(to, ", %d", op->value);
	fprintf(to, ", %s", order);
	if (op->kind == CAS)
		fprintf(to, ", %s", order_name[op->failure]);
	fputs(");\n", to);
}

void print_program(const struct program *p, unsigned index, FILE *to)
{
	fprintf(to, "litmus p%u {\n  location ", index);
	for (int i = 0; i < p->locations; i++)
		fprintf(to, "%s%c = 0", i ? ", " : "", "xyz"[i]);
	fputs(";\n", to);
	for (int i = 0; i < p->threads; i++) {
		fputs("  thread {\n", to);
		for (int j = 0; j < p->count[i]; j++)
			print_op(&p->ops[i][j], to);
		fputs("  }\n", to);
	}
	fputs("  observe ", to);
	for (int i = 0; i < p->registers; i++)
		fprintf(to, "r%d, ", i);
	for (int i = 0; i < p->locations; i++)
		fprintf(to, "%s%c", i ? ", " : "", "xyz"[i]);
	fputs(";\n  allowed (x == x) under c11;\n}\n\n", to);
}
