/* emit-place.c: places inside objects that only the embedder's functions find: slots and data words by their
 * numbers, and loops over data words.  Note [Words] of the runtime says which words an object has. */
#include "c-backend/emit-place.h"
#include "c-backend/emit-expr.h"
#include "c-backend/emit-lines.h"
#include "c-backend/emit-slots.h"
#include "c-backend/emit-uses.h"
#include "c-backend/refuse.h"

bool cgen_declares_place(const struct ir_place *place)
{
	return place->kind == IR_PLACE_FIELD || place->kind == IR_PLACE_LIKE ||
	    (place->kind == IR_PLACE_META && place->meta->is_word);
}

/* The runtime tells an object's words from its slots, and not from each other. */
static void check_words(struct cgen *c, struct gd_loc loc)
{
	if (c->word_groups > 1)
		cgen_refuse(c, loc,
		    "several groups of data words: the program decides where in an object its"
		    " words are");
}

/* n[s] */
static const char *declare_like(struct cgen *c, const struct ir_place *place)
{
	const char *what = place->slot->type.is_word ? "word" : "slot";
	const char *name = gd_arena_printf(c->arena, "%s_%u", what, ++c->numbered);
	const char *from = cgen_expr(c, place->from);

	cgen_spec_line(c, place->loc, "struct %s %s = gcrt_%s_like(worker, %s, %s, %s);",
	    place->slot->type.is_word ? "gcrt_word" : "gc_edge", name, what,
	    cgen_var(c, place->slot), from, cgen_expr(c, place->object));
	return name;
}

/* The macros for slots and words evaluate their operand several times. */
const char *cgen_declare_place(struct cgen *c, const struct ir_place *place)
{
	if (place->kind == IR_PLACE_LIKE)
		return declare_like(c, place);
	bool is_slot = place->kind == IR_PLACE_FIELD;
	const char *what = is_slot ? "slot" : "word";
	const char *name = gd_arena_printf(c->arena, "%s_%u", what, ++c->numbered);
	long number = is_slot ? place->index->number : (long)place->meta->number;

	if (c->function->is_barrier)
		cgen_refuse(c, place->loc,
		    is_slot ? "a slot by its number in a barrier" : "a data word in a barrier");
	if (is_slot)
		cgen_check_group(c, place->group, place->loc);
	else
		check_words(c, place->loc);
	cgen_spec_line(c, place->loc, "struct %s %s = gcrt_numbered_%s(worker, %s, %ld);",
	    is_slot ? "gc_edge" : "gcrt_word", name, what, cgen_expr(c, place->object), number);
	return name;
}

/* In C all of an object has the word over which the overlay lies, also where the models have neither slot nor word there. */
static void check_all(struct cgen *c, const struct ir_stmt *loop)
{
	if (!ir_overlay(c->spec) || c->refusal.why)
		return;
	cgen_refuse(c, loop->loc,
	    "a loop over all of an object, where a reference lies over objects (`overlay`)");
	c->refusal.help = "copy the object by `copy`";
}

void cgen_begin_words(struct cgen *c, const struct ir_stmt *loop)
{
	const char *var = cgen_var(c, loop->dst);
	unsigned walk = ++c->walks;

	if (loop->domain == IR_DOMAIN_WORDS)
		check_words(c, loop->loc);
	else
		check_all(c, loop);
	cgen_spec_line(c, loop->loc, "struct gcrt_walk walk_%u;", walk);
	cgen_spec_line(c, loop->loc, "gcrt_walk_%s(worker, %s, &walk_%u);",
	    ir_domain_name[loop->domain], cgen_expr(c, loop->args[0]), walk);
	cgen_spec_line(c, loop->loc, "while (gcrt_walk_next(&walk_%u)) {", walk);
	cgen_more(c, "\tstruct gcrt_word %s = walk_%u.word;", var, walk);
	if (!cgen_count_uses(loop->body, loop->dst, false))
		cgen_more(c, "\t(void)%s;", var);
}
