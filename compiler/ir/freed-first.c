/* freed-first.c: units about all objects, and whether their objects are still there when they run.
 *
 * `for o : object  emit k(o);` makes a unit for each object that there is.  In a model such a unit
 * runs even if its object is freed first.  The runtime keeps no unit for each object: it lists the
 * blocks of the heap, and runs `k` for the objects that are in them by then.  So both do the same
 * only if no object is freed between the loop and its last unit, except by the object's own unit or
 * by a unit that this one has emitted.  Otherwise, in each cycle, either the units of `k` are over
 * before a kind that frees can begin, or that kind is over when the loop begins.  (Objects that are
 * allocated meanwhile are in other blocks.) */
#include "compiler/ir/walk.h"

/* ------------------------------------------------------------ which object is freed */
struct alias {
	const struct ir_kernel *kernel;
	const struct ir_var *of, *var;
	bool made;    /* objects that the unit has allocated are its own, too */
	size_t depth; /* ends rings of variables */
};

static bool is_own(const struct alias *own, const struct ir_expr *value);

static bool defines(const struct ir_stmt *stmt, const void *about)
{
	const struct alias *alias = about;

	return stmt->dst == alias->var;
}

static bool defines_other(const struct ir_stmt *stmt, const void *about)
{
	const struct alias *own = about;

	return defines(stmt, about) && !(stmt->op == IR_OP_let && is_own(own, stmt->args[0])) &&
	    !(stmt->op == IR_OP_alloc && own->made);
}

/* Whether VALUE is always the unit's own object: the parameter, or a variable that has nothing but copies of
 * it, or what the unit has allocated.  A function that returns at several places defines its result at each of them. */
static bool is_own(const struct alias *own, const struct ir_expr *value)
{
	struct alias copy = *own;

	if (value->kind != IR_VAR || value->var == own->of)
		return value->kind == IR_VAR;
	copy.var = value->var;
	return copy.depth-- && ir_list_any(own->kernel->body, defines, &copy) &&
	    !ir_list_any(own->kernel->body, defines_other, &copy);
}

static bool frees_other(const struct ir_stmt *stmt, const void *about)
{
	return stmt->op == IR_OP_free_space || stmt->op == IR_OP_free_region ||
	    stmt->op == IR_OP_move || /* it is in another cell then, which the loop may come to */
	    (stmt->op == IR_OP_free && !is_own(about, stmt->args[0]));
}

/* Whether a unit of KIND may free an object that is not its first parameter.  MADE: nor one that it has allocated. */
static bool may_free_other(const struct ir_kind *kind, bool made)
{
	const struct alias own = { &kind->kernel, kind->kernel.vars[0], NULL, made, 8 };

	return ir_list_any(kind->kernel.body, frees_other, &own);
}

/* ------------------------------------------------------------ how many units there are */
/* How many units of KIND LIST may emit; 2 stands for more.  EACH_ONCE: a loop that emits one for each object
 * counts as one. */
static size_t count_emits(const struct ir_stmt *list, const struct ir_kind *kind, bool each_once)
{
	size_t count = 0;

	for (; list; list = list->next) {
		size_t then = count_emits(list->body, kind, each_once),
		       other = count_emits(list->otherwise, kind, each_once);
		size_t inside = list->op != IR_OP_if ? then + other
		    : then > other                   ? then
						     : other; /* one of them runs */
		bool repeats =
		    list->op == IR_OP_for && !(each_once && ir_object_loop(list) == kind);

		count += (list->op == IR_OP_emit && list->kind == kind) +
		    (repeats ? 2 * inside : inside);
	}
	return count;
}

/* What a cycle emits at most one unit of: the kind, or the kind about each object. */
enum scope { IN_ALL, ABOUT_EACH };

static bool is_emitted_once(const struct ir_spec *spec, const struct ir_kind *kind,
    enum scope scope, size_t depth);

/* A kernel that runs for each object runs often: so do its loops over all objects. */
static size_t count_kernel_emits(const struct ir_spec *spec, const struct ir_kind *producer,
    const struct ir_kind *kind, enum scope scope, size_t depth)
{
	bool each_once =
	    scope == ABOUT_EACH && depth && is_emitted_once(spec, producer, IN_ALL, depth - 1);

	return count_emits(producer->kernel.body, kind, each_once);
}

/* Whether a cycle emits at most one unit of KIND: from a fill that runs once, or from a kernel of which it
 * emits one unit.  DEPTH ends rings of kinds. */
static bool is_emitted_once(const struct ir_spec *spec, const struct ir_kind *kind,
    enum scope scope, size_t depth)
{
	size_t count = 0;

	for (size_t i = 0; i < spec->edge_count; i++) {
		const struct ir_edge *e = &spec->edges[i];

		if (e->product == kind &&
		    (e->barrier || (e->bucket && e->bucket->opening == IR_WHENEVER) ||
			(e->producer &&
			    (!depth || !is_emitted_once(spec, e->producer, scope, depth - 1)))))
			return false;
		if (e->product == kind && e->producer)
			count += count_kernel_emits(spec, e->producer, kind, scope, depth);
	}
	for (size_t i = 0; i < spec->bucket_count; i++)
		count += count_emits(spec->buckets[i]->fill.body, kind, scope == ABOUT_EACH);
	return count <= 1;
}

/* Whether no unit of KIND has run when the loop about all objects begins.  What a unit allocates is in none of its blocks
 * then. */
static bool is_listed_once(const struct ir_spec *spec, const struct ir_kind *kind)
{
	return is_emitted_once(spec, kind, ABOUT_EACH, spec->kind_count);
}

/* Whether there is at most one unit of KIND about an object at a time.  `set` says so, and models check it
 * (`unit_unique`). */
static bool is_unique(const struct ir_spec *spec, const struct ir_kind *kind)
{
	return kind->multiplicity != IR_BAG ||
	    is_emitted_once(spec, kind, ABOUT_EACH, spec->kind_count);
}

/* ------------------------------------------------- who frees what its own unit is about */
struct passing {
	const struct ir_kind *to;
	const struct ir_var *own;
};

static bool passes_other(const struct ir_stmt *stmt, const void *about)
{
	const struct passing *passing = about;

	return stmt->op == IR_OP_emit && stmt->kind == passing->to &&
	    !(stmt->unit_count && ir_is_var(stmt->units[0], passing->own));
}

/* Whether FREEING frees only objects whose unit of LISTED has begun: each gets its object from that unit. */
static bool frees_for(const struct ir_spec *spec, const struct ir_kind *listed,
    const struct ir_kind *freeing)
{
	const struct passing passing = { freeing, listed->kernel.vars[0] };

	for (size_t i = 0; i < spec->edge_count; i++)
		if (spec->edges[i].product == freeing && spec->edges[i].producer != listed)
			return false;
	return freeing->param_count && !may_free_other(freeing, false) &&
	    !ir_list_any(listed->kernel.body, passes_other, &passing) &&
	    is_emitted_once(spec, listed, ABOUT_EACH, spec->kind_count);
}

/* ------------------------------------------------------------------------ the loops */
struct search {
	const struct ir_spec *spec;
	const struct ir_course *course;
	const struct ir_kind *owner;     /* whose kernel has the loop */
	const struct ir_bucket *filling; /* or whose fill */
	struct ir_freed_first found;
};

static bool is_over_when_looped(const struct search *s, const struct ir_kind *kind)
{
	return s->owner ? ir_is_over_before(s->course, kind, s->owner)
			: s->course->opening[s->filling->index].over >> kind->index & 1;
}

static bool may_free_first(const struct search *s, const struct ir_kind *listed,
    const struct ir_kind *freeing)
{
	if (!ir_frees(freeing->kernel.body) || !ir_runs_in(freeing, s->course->cycle))
		return false;
	if (freeing == listed)
		return may_free_other(listed, is_listed_once(s->spec, listed)) ||
		    !is_unique(s->spec, listed);
	return !ir_is_over_before(s->course, listed, freeing) && !is_over_when_looped(s, freeing) &&
	    !frees_for(s->spec, listed, freeing);
}

static void look_at(const struct ir_stmt *stmt, void *data)
{
	struct search *s = data;
	const struct ir_kind *listed = ir_object_loop(stmt);

	for (size_t i = 0; listed && i < s->spec->kind_count && !s->found.loop; i++)
		if (may_free_first(s, listed, s->spec->kinds[i]))
			s->found = (struct ir_freed_first){ stmt, listed, s->spec->kinds[i] };
}

static void look_in_cycle(struct search *s, const struct ir_cycle *cycle)
{
	for (size_t i = 0; i < s->spec->kind_count; i++) {
		s->owner = s->spec->kinds[i];
		if (ir_runs_in(s->owner, cycle))
			ir_list_each(s->owner->kernel.body, look_at, s);
	}
	s->owner = NULL;
	for (size_t i = 0; i < s->spec->bucket_count; i++) {
		s->filling = s->spec->buckets[i];
		if (ir_takes_part(s->filling, cycle))
			ir_list_each(s->filling->fill.body, look_at, s);
	}
}

struct ir_freed_first ir_freed_first(const struct ir_spec *spec)
{
	struct ir_course course;
	struct search s = { .spec = spec, .course = &course };

	for (size_t i = 0; i < spec->cycle_count && !s.found.loop; i++) {
		ir_follow_cycle(spec, spec->cycles[i], &course);
		look_in_cycle(&s, spec->cycles[i]);
	}
	return s.found;
}
