/* random.c: random numbers, and random heaps that kernels run on. */
#include "tests/differential/kernels/grow.h"

#include <string.h>

uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

unsigned below(uint64_t *state, unsigned limit)
{
	return (unsigned)(random_next(state) % limit);
}

unsigned pick(struct grower *g, unsigned limit)
{
	return below(&g->random, limit);
}

bool chance(struct grower *g, unsigned percent)
{
	return pick(g, 100) < percent;
}

/* ---------------------------------------------------------------------------- worlds */
uint64_t world_seed(uint64_t seed, unsigned body, unsigned number)
{
	return seed * 1000003 + body * 101 + number;
}

static int random_slot(uint64_t *random)
{
	unsigned what = below(random, 10);

	return what < 3 ? 0 : what < 5 ? IMMEDIATE : 1 + (int)below(random, OBJECTS);
}

/* Slots are numbered: first those of objects, then roots. */
static long random_arg(uint64_t *random, const struct local *param)
{
	switch (param->type) {
	case REF: return (param->is_null ? 0 : 1) + (long)below(random, OBJECTS);
	case SLOT: return (long)below(random, OBJECTS * SLOTS + MUTATORS * ROOTS);
	case MUTATOR: return (long)below(random, MUTATORS);
	case BOOLEAN: return (long)below(random, 2);
	case TAG: return (long)below(random, 3);
	case NUMBER:
		return param->low + (long)below(random, (unsigned)(param->high - param->low) + 1);
	case NOTHING: break;
	}
	return 0;
}

/* A mutator stores only to slots of the object that it names. */
static void fit_store(struct world *w, uint64_t *random)
{
	w->args[0] = 1 + (long)below(random, OBJECTS);
	w->args[1] = (w->args[0] - 1) * SLOTS + (long)below(random, SLOTS);
	w->args[2] = random_slot(random);
}

static void fit_allocation(struct world *w, uint64_t *random)
{
	w->args[0] = w->created = 1 + (int)below(random, OBJECTS);
	for (int m = 0; m < METAS; m++)
		w->meta[w->created - 1][m] = (uint8_t)meta_initial[m];
}

void random_world(struct world *w, const struct program *program, unsigned body, uint64_t seed)
{
	uint64_t random = seed;

	memset(w, 0, sizeof *w);
	for (int o = 0; o < OBJECTS; o++) {
		w->live[o] = true;
		for (int m = 0; m < METAS; m++)
			w->meta[o][m] = (uint8_t)below(&random, (unsigned)meta_high[m] + 1);
		for (int s = 0; s < SLOTS; s++)
			w->field[o][s] = random_slot(&random);
	}
	for (int m = 0; m < MUTATORS; m++)
		for (int r = 0; r < ROOTS; r++)
			w->root[m][r] = random_slot(&random);
	w->phases = below(&random, 1u << PHASES);
	w->view = w->phases ^ below(&random, 2); /* mutators have copies of the phase `early' */
	w->states = below(&random, 1u << STATES);
	if (body == KINDS)
		fit_store(w, &random);
	else if (body > KINDS)
		fit_allocation(w, &random);
	for (unsigned i = 0; body < KINDS && i < program->kinds[body].param_count; i++)
		w->args[i] = random_arg(&random, program->kinds[body].params[i]);
}
