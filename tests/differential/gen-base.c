/* gen-base.c: random numbers, blocks, and what may be emitted. */
#include "tests/differential/gen.h"

#include <stdarg.h>

#define OUT(...) gd_out_line(g->out, __VA_ARGS__)

/* splitmix64: gives different streams even for seeds that are close. */
uint64_t gen_next(struct gen *g)
{
	uint64_t z = g->state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

unsigned gen_below(struct gen *g, unsigned limit)
{
	return limit ? (unsigned)(gen_next(g) % limit) : 0;
}

bool gen_chance(struct gen *g, unsigned percent)
{
	return gen_below(g, 100) < percent;
}

const char *gen_one_of(struct gen *g, const char *const *texts, size_t count)
{
	return texts[gen_below(g, (unsigned)count)];
}

void gen_open(struct gen *g, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	gd_out_vprintf(g->out, format, args);
	va_end(args);
	gd_out_puts(g->out, " {\n");
	g->out->indent++;
}

void gen_close(struct gen *g)
{
	g->out->indent--;
	OUT("}");
}

/* Whether a unit of kind TO may be emitted here.  Unless a mark was used up, only later kinds may
 * be, so that units come to an end. */
bool gen_may_emit(const struct gen *g, unsigned to)
{
	const struct gen_kind *kind = &g->kinds[to];

	if (kind->param == GEN_MUTATOR && !g->mutator[0])
		return false;
	if (g->in_barrier)
		return kind->param == GEN_OBJECT;
	return to > g->owner || (g->consumed && kind->bucket >= g->kinds[g->owner].bucket);
}
