/* interpret.c: what kernels do, straight from their trees. */
#include "tests/differential/kernels/tree.h"

#include <string.h>

enum { UNITS = 4000 };

struct unit {
	int kind, bucket;
	long words[PARAMS];
};
struct run {
	struct world world;
	const struct program *program;
	bool is_barrier;
	bool returned;
	long result;
	struct unit units[UNITS];
	unsigned unit_count;
	char asserts[UNITS];
	unsigned assert_count;
};

static long evaluate(struct run *run, const struct expr *e);
static void execute(struct run *run, const struct stmt *s);

/* ------------------------------------------------------------------------ operations */
static int *slot_at(struct run *run, long slot)
{
	if (slot < OBJECTS * SLOTS)
		return &run->world.field[slot / SLOTS][slot % SLOTS];
	slot -= OBJECTS * SLOTS;
	return &run->world.root[slot / ROOTS][slot % ROOTS];
}

static long in_slot(struct run *run, const struct expr *e, const long *args)
{
	int *slot = slot_at(run, e->local->value);
	long found = *slot == IMMEDIATE ? 0 : *slot;

	if (e->kind == STORE || e->kind == SWAP)
		*slot = (int)args[0];
	else if (e->kind == CAS && found == args[0])
		*slot = (int)args[1];
	return found;
}

static long in_metadata(struct run *run, const struct expr *e, const long *args)
{
	uint8_t *byte = &run->world.meta[e->local->value - 1][e->meta];
	long found = *byte;

	if (e->kind == STORE || e->kind == SWAP)
		*byte = (uint8_t)args[0];
	else if (e->kind == CAS)
		*byte = found == (uint8_t)args[0] ? (uint8_t)args[1] : (uint8_t)found;
	else if (e->kind == FETCH_ADD)
		*byte = (uint8_t)(found + args[0]);
	else if (e->kind == FETCH_SUB)
		*byte = (uint8_t)(found - args[0]);
	else if (e->kind == FETCH_AND)
		*byte = (uint8_t)(found & args[0]);
	else if (e->kind == FETCH_OR)
		*byte = (uint8_t)(found | args[0]);
	return found;
}

static long memory(struct run *run, const struct expr *e)
{
	long args[2] = { 0 };

	for (int i = 0; i < 2 && e->args[i]; i++)
		args[i] = evaluate(run, e->args[i]);
	return e->meta < 0 ? in_slot(run, e, args) : in_metadata(run, e, args);
}

static long call(struct run *run, const struct expr *e)
{
	const struct function *f = e->function;
	long values[PARAMS] = { 0 };

	for (unsigned i = 0; i < f->param_count; i++)
		values[i] = evaluate(run, e->args[i]);
	for (unsigned i = 0; i < f->param_count; i++)
		f->params[i]->value = values[i];
	run->result = 0;
	execute(run, f->body);
	run->returned = false;
	return run->result;
}

static long look(const struct run *run, long number)
{
	uint32_t phases = run->world.phases;

	if (number < STATES)
		return run->world.states >> number & 1;
	if (run->is_barrier && number == STATES)
		phases = run->world.view; /* mutators have copies of the phase `early' */
	return phases >> (number - STATES) & 1;
}

static long operate(enum expr_kind kind, long a, long b)
{
	switch (kind) {
	case EQ: return a == b;
	case NE: return a != b;
	case LT: return a < b;
	case LE: return a <= b;
	case GT: return a > b;
	case GE: return a >= b;
	case ADD: return a + b;
	case SUB: return a - b;
	case CONSTANT:
	case NULL_REF:
	case LOCAL:
	case OPTION:
	case NOT:
	case NEGATE:
	case STATE:
	case CALL:
	case AND:
	case OR:
	case LOAD:
	case SWAP:
	case CAS:
	case FETCH_ADD:
	case FETCH_SUB:
	case FETCH_AND:
	case FETCH_OR:
	case STORE:
	case EXPR_KINDS: break;
	}
	return 0;
}

static long evaluate(struct run *run, const struct expr *e)
{
	long a;

	if (e->kind >= LOAD)
		return memory(run, e);
	if (e->kind == CONSTANT)
		return e->number;
	if (e->kind == NULL_REF)
		return 0;
	if (e->kind == LOCAL)
		return e->local->value;
	if (e->kind == OPTION)
		return run->program->options[e->number];
	if (e->kind == STATE)
		return look(run, e->number);
	if (e->kind == CALL)
		return call(run, e);
	a = evaluate(run, e->args[0]);
	if (e->kind == NOT)
		return !a;
	if (e->kind == NEGATE)
		return -a;
	if ((e->kind == AND && !a) || (e->kind == OR && a))
		return a;
	if (e->kind == AND || e->kind == OR)
		return evaluate(run, e->args[1]);
	return operate(e->kind, a, evaluate(run, e->args[1]));
}

/* ------------------------------------------------------------------------ statements */
static void emit(struct run *run, const struct stmt *s)
{
	struct unit unit = { .kind = s->number, .bucket = s->bucket };

	for (int i = 0; i < PARAMS && s->args[i]; i++)
		unit.words[i] = evaluate(run, s->args[i]);
	if (run->unit_count < UNITS)
		run->units[run->unit_count++] = unit;
}

static void loop(struct run *run, const struct stmt *s)
{
	long over = s->over ? s->over->value : 0;
	long first = s->kind == FOR_SLOTS ? (over - 1) * SLOTS
	    : s->kind == FOR_ROOTS        ? OBJECTS * SLOTS + over * ROOTS
					  : 0;
	long count = s->kind == FOR_SLOTS ? SLOTS : s->kind == FOR_ROOTS ? ROOTS : MUTATORS;

	for (long i = 0; i < count; i++) {
		s->local->value = first + i;
		execute(run, s->body);
	}
}

static void execute_one(struct run *run, const struct stmt *s)
{
	switch (s->kind) {
	case LET: s->local->value = evaluate(run, s->expr); break;
	case IF: execute(run, evaluate(run, s->expr) ? s->body : s->otherwise); break;
	case FOR_SLOTS:
	case FOR_ROOTS:
	case FOR_MUTATORS: loop(run, s); break;
	case FOR_OBJECTS:
		/* one unit stands for all blocks of the heap */
		run->units[run->unit_count++] = (struct unit){ s->number, s->bucket, { -7 } };
		break;
	case EVALUATE: evaluate(run, s->expr); break;
	case EMIT: emit(run, s); break;
	case FREE: run->world.live[evaluate(run, s->expr) - 1] = false; break;
	case BEGIN: run->world.phases |= 1u << s->number; break;
	case END: run->world.phases &= ~(1u << s->number); break;
	case ASSERT: run->asserts[run->assert_count++] = evaluate(run, s->expr) ? '1' : '0'; break;
	case RETURN:
		run->result = s->expr ? evaluate(run, s->expr) : 0;
		run->returned = true;
		break;
	case REQUEST: run->world.states |= 1u << 3; break;
	case STOP: run->world.states |= 1u << 4; break;
	case RESUME: run->world.states &= ~(1u << 4); break;
	case FENCE:
	case GHOST: break;
	}
}

static void execute(struct run *run, const struct stmt *s)
{
	for (; s && !run->returned; s = s->next)
		execute_one(run, s);
}

/* ------------------------------------------------------------------------- the result */
static void print_units(struct gd_out *out, const struct run *run, int kind, int bucket)
{
	const struct kind *k = &run->program->kinds[kind];

	for (unsigned i = 0; i < run->unit_count; i++) {
		const struct unit *unit = &run->units[i];

		if (unit->kind != kind || unit->bucket != bucket)
			continue;
		gd_out_printf(out, " b%d.k%d", bucket, kind);
		for (unsigned w = 0; w < k->param_count; w++)
			gd_out_printf(out, ",%ld", unit->words[w]);
	}
}

static void print_result(struct gd_out *out, const struct run *run)
{
	const struct world *w = &run->world;

	for (int o = 0; o < OBJECTS; o++) {
		gd_out_printf(out, " o%d:%d", o + 1, w->live[o]);
		for (int m = 0; m < METAS; m++)
			gd_out_printf(out, ",%d", w->meta[o][m]);
		for (int s = 0; s < SLOTS; s++)
			gd_out_printf(out, ",%d", w->field[o][s]);
	}
	for (int m = 0; m < MUTATORS; m++)
		for (int r = 0; r < ROOTS; r++)
			gd_out_printf(out, " %d", w->root[m][r]);
	gd_out_printf(out, " phases %u states %u", (unsigned)w->phases, w->states);
	for (int b = 1; b < BUCKETS; b++)
		for (int k = 0; k < KINDS; k++)
			for (unsigned i = 0; i < run->program->kinds[k].bucket_count; i++)
				if (run->program->kinds[k].buckets[i] == b)
					print_units(out, run, k, b);
	if (run->program->with_asserts)
		gd_out_printf(out, " asserts %.*s", (int)run->assert_count, run->asserts);
	gd_out_puts(out, "\n");
}

/* ------------------------------------------------------------------------- whole runs */
static void run_barrier(struct run *run, unsigned barrier)
{
	const struct function *f = &run->program->barriers[barrier];

	for (unsigned i = 0; i < f->param_count; i++)
		f->params[i]->value = run->world.args[i] == IMMEDIATE ? 0 : run->world.args[i];
	run->is_barrier = true;
	execute(run, f->body);
	run->returned = false;
}

void interpret(struct gd_out *out, const struct program *program, unsigned body,
    const struct world *world)
{
	static struct run run;

	memset(&run, 0, sizeof run);
	run.world = *world;
	run.program = program;
	if (body < KINDS) {
		const struct kind *kind = &program->kinds[body];

		for (unsigned i = 0; i < kind->param_count; i++)
			kind->params[i]->value = world->args[i];
		execute(&run, kind->body);
	} else if (body == KINDS) {
		run_barrier(&run, 0);
		*slot_at(&run, world->args[1]) = (int)world->args[2];
		run_barrier(&run, 1);
	} else {
		run_barrier(&run, 2);
	}
	print_result(out, &run);
}
