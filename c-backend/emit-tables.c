/* emit-tables.c: what stands around the kernels: emitting, running packets,
 * guards, fills, and the tables that the runtime reads. */
#include "c-backend/emit-tables.h"
#include "c-backend/at-rest.h"
#include "c-backend/barrier.h"
#include "c-backend/collection.h"
#include "c-backend/emit-expr.h"
#include "c-backend/emit-kernel.h"
#include "c-backend/emit-lines.h"
#include "c-backend/emit-look.h"
#include "c-backend/emit-region.h"
#include "c-backend/first-store.h"
#include "c-backend/freeing.h"
#include "c-backend/looks.h"
#include "c-backend/queues.h"
#include "c-backend/refuse.h"
#include "compiler/ir/dump.h"

#include <string.h>

/* -------------------------------------------------------------------- emitting */

struct search {
	const struct ir_kind *kind;
	const struct ir_bucket *bucket;
};

/* Whether LIST emits units of the kind one by one. */
static bool emits(const struct ir_stmt *list, const struct search *search)
{
	for (const struct ir_stmt *s = list; s; s = s->next) {
		if (s->op == IR_OP_emit && s->kind == search->kind &&
		    cgen_bucket_of(s->kind, s->into) == search->bucket)
			return true;
		if (ir_object_loop(s))
			continue;
		if (emits(s->body, search) || emits(s->otherwise, search))
			return true;
	}
	return false;
}

static bool is_emitted(const struct ir_spec *spec, const struct search *search)
{
	for (size_t i = 0; i < spec->kind_count; i++)
		if (emits(spec->kinds[i]->kernel.body, search))
			return true;
	for (size_t i = 0; i < spec->bucket_count; i++)
		if (emits(spec->buckets[i]->fill.body, search))
			return true;
	return false;
}

/* Whether a barrier that the C has emits the units. */
static bool is_buffered(struct cgen *c, const struct search *search)
{
	for (int when = 0; when < IR_BARRIER_COUNT; when++)
		if (cgen_has_barrier(c, when) &&
		    emits(c->spec->barriers[when]->kernel.body, search))
			return true;
	return false;
}

/* The words of the unit that an emitter gets as arguments, and their number. */
static const char *unit_words(struct cgen *c, const struct ir_kind *kind)
{
	const char *words = "";

	if (!kind->param_count)
		return "GCRT_BARE_UNIT";
	for (size_t i = 0; i < kind->param_count; i++) {
		const struct ir_var *var = kind->kernel.vars[i];
		words = gd_arena_printf(c->arena, "%s%s%s", words, i ? ", " : "",
		    cgen_to_word(c, &var->type, cgen_var(c, var)));
	}
	return gd_arena_printf(c->arena, "(uintptr_t[]){ %s }, %zu", words, kind->param_count);
}

/* The same for barriers: emits into the buffer of the mutator. */
static void buffer_emitter(struct cgen *c, const struct ir_kind *kind,
    const struct ir_bucket *bucket)
{
	const char *parameters = "struct gc_mutator *mutator";

	for (size_t i = 0; i < kind->param_count; i++) {
		const struct ir_var *var = kind->kernel.vars[i];
		parameters = gd_arena_printf(c->arena, "%s, %s%s", parameters,
		    cgen_type(&var->type), cgen_var(c, var));
	}
	cgen_line(c, "static inline void %s_barrier_%s(%s)", c->prefix,
	    cgen_emitter(c, kind, bucket), parameters);
	cgen_more(c, "{");
	cgen_more(c, "\tgcrt_buffer(mutator, %s, %s);", cgen_queue(c, kind, bucket),
	    unit_words(c, kind));
	cgen_more(c, "}");
	cgen_more(c, "%s", "");
}

static bool is_exact(const struct cgen *c, const struct ir_bucket *bucket)
{
	return c->all_exact || ir_is_exact(c->spec, bucket);
}

static void emitter(struct cgen *c, const struct ir_kind *kind, const struct ir_bucket *bucket)
{
	cgen_line(c, "static inline void %s_%s(%s)", c->prefix, cgen_emitter(c, kind, bucket),
	    cgen_parameters(c, kind));
	cgen_more(c, "{");
	cgen_more(c, "\t%s(worker, %s, %s);", is_exact(c, bucket) ? "gcrt_emit_now" : "gcrt_emit",
	    cgen_queue(c, kind, bucket), unit_words(c, kind));
	cgen_more(c, "}");
	cgen_more(c, "%s", "");
}

void cgen_emitters(struct cgen *c)
{
	for (size_t i = 0; i < c->spec->kind_count; i++) {
		const struct ir_kind *kind = c->spec->kinds[i];
		struct cgen_function f = { .kernel = &kind->kernel };
		c->function = &f; /* so that the parameters have the kernel's names */
		for (size_t k = 0; k < kind->bucket_count; k++) {
			struct search search = { kind, kind->buckets[k] };
			if (is_emitted(c->spec, &search))
				emitter(c, kind, kind->buckets[k]);
			if (is_buffered(c, &search))
				buffer_emitter(c, kind, kind->buckets[k]);
		}
		c->function = NULL;
	}
}

/* --------------------------------------------------------------------- running */

static void runner_head(struct cgen *c, const char *what, const char *name, const char *items)
{
	const char *head = gd_arena_printf(c->arena,
	    "static void %s_%s_%s(struct gcrt_worker *worker, const uintptr_t *%s,", c->prefix,
	    what, name, items);
	if (strlen(head) + strlen(" size_t count)") <= 100) {
		cgen_line(c, "%s size_t count)", head);
	} else {
		cgen_line(c, "%s", head);
		cgen_more(c, "    size_t count)");
	}
	cgen_more(c, "{");
	c->out->indent++;
}

static void runner_tail(struct cgen *c)
{
	c->out->indent--;
	cgen_more(c, "}");
	cgen_more(c, "%s", "");
}

static void runner(struct cgen *c, const struct ir_kind *kind)
{
	const char *arguments = "worker";

	for (size_t i = 0; i < kind->param_count; i++) {
		const char *word = kind->param_count == 1
		    ? "units[i]"
		    : gd_arena_printf(c->arena, "units[i * %zu + %zu]", kind->param_count, i);
		arguments = gd_arena_printf(c->arena, "%s, %s", arguments,
		    cgen_from_word(c, &kind->kernel.vars[i]->type, word));
	}
	runner_head(c, "run", kind->name, "units");
	if (!kind->param_count)
		cgen_more(c, "(void)units;");
	cgen_more(c, "for (size_t i = 0; i < count; i++)");
	cgen_more(c, "\t%s_work_%s(%s);", c->prefix, kind->name, arguments);
	runner_tail(c);
}

void cgen_runners(struct cgen *c)
{
	for (size_t i = 0; i < c->spec->kind_count; i++) {
		const struct ir_kind *kind = c->spec->kinds[i];
		runner(c, kind);
		if (!ir_is_listed(c->spec, kind))
			continue;
		runner_head(c, "blocks", kind->name, "blocks");
		cgen_more(c, "for (size_t i = 0; i < count; i++)");
		cgen_more(c, "\tgcrt_for_objects(worker, blocks[i], %s_work_%s);", c->prefix,
		    kind->name);
		runner_tail(c);
	}
}

/* ------------------------------------------------------------ guards and fills */

static void guard(struct cgen *c, const char *what, const char *name, const struct ir_expr *expr)
{
	cgen_condition(c, expr, gd_arena_printf(c->arena, "%s_%s_%s", c->prefix, what, name));
}

static void check_bucket(struct cgen *c, const struct ir_bucket *bucket)
{
	if (bucket->across_cycles)
		cgen_refuse(c, bucket->loc, "a bucket that keeps its units across cycles");
}

void cgen_guards(struct cgen *c)
{
	for (size_t i = 0; i < c->spec->bucket_count; i++) {
		const struct ir_bucket *bucket = c->spec->buckets[i];
		check_bucket(c, bucket);
		if (bucket->guard)
			guard(c, "open", bucket->name, bucket->guard);
#define BUCKET_GUARD(clause, text, function)                                                       \
	if (bucket->clause)                                                                        \
		guard(c, function, bucket->name, bucket->clause);
#include "compiler/base/buckets.def"
		if (bucket->fill.body)
			cgen_fill(c, bucket);
	}
	for (size_t i = 0; i < c->spec->cycle_count; i++) {
		const struct ir_cycle *cycle = c->spec->cycles[i];
		guard(c, "from", cycle->name, cycle->from);
		guard(c, "to", cycle->name, cycle->to);
	}
	for (size_t i = 0; i < c->spec->phase_count; i++) {
		const struct ir_phase *phase = c->spec->phases[i];
		if (phase->how != IR_INTERVAL)
			continue;
		guard(c, "begin", phase->name, phase->from);
		guard(c, "end", phase->name, phase->to);
	}
}

/* ---------------------------------------------------------------------- tables */

static bool takes_mutator(const struct ir_kind *kind)
{
	for (size_t i = 0; i < kind->param_count; i++)
		if (kind->kernel.vars[i]->type.kind == IR_MUTATOR)
			return true;
	return false;
}

/* The metadata that marked(o) reads; NULL: none. */
static const struct ir_meta *mark(const struct cgen *c)
{
	for (size_t i = 0; i < c->spec->meta_count; i++)
		if (strcmp(c->spec->metas[i]->name, "mark") == 0 &&
		    !ir_holds_reference(c->spec->metas[i]))
			return c->spec->metas[i];
	return NULL;
}

/* The members that describe what KIND frees. */
static void freeing_members(struct cgen *c, const struct ir_kind *kind)
{
	static const char *const freeing[] = { "GCRT_KEEPS", "GCRT_FREES_IN_FILLS", "GCRT_FREES" };
	enum cgen_freeing how = cgen_freeing(c, kind);

	if (how != CGEN_KEEPS)
		cgen_more(c, "\t\t.freeing = %s,", freeing[how]);
	if (cgen_frees_unmarked(kind, mark(c)))
		cgen_more(c, "\t\t.frees_unmarked = true,");
}

/* ".multiplicity = GCRT_SET, .at_most = 0" */
static const char *units_text(struct cgen *c, const struct ir_kind *kind)
{
	static const char *const multiplicity[] = {
#define MULTIPLICITY(NAME, text) [IR_##NAME] = "GCRT_" #NAME,
#include "compiler/base/kinds.def"
	};
	const char *text =
	    gd_arena_printf(c->arena, ".multiplicity = %s", multiplicity[kind->multiplicity]);

#define KIND_NUMBER(name, words, one, label)                                                       \
	text = gd_arena_printf(c->arena, "%s, ." #name " = %ld", text, kind->name);
#include "compiler/base/kinds.def"
	return text;
}

/* A letter for each parameter: what traces of a program call its value. */
static const char *parameter_letters(struct cgen *c, const struct ir_kind *kind)
{
	const char *letters = "";

	for (size_t i = 0; i < kind->param_count; i++) {
		enum ir_type_kind type = kind->kernel.vars[i]->type.kind;
		letters = gd_arena_printf(c->arena, "%s%c", letters,
		    type == IR_REF           ? 'o'
			: type == IR_MUTATOR ? 'm'
			: type == IR_SLOT    ? 's'
					     : 'n');
	}
	return letters;
}

static void kind_members(struct cgen *c, const struct ir_kind *k)
{
	cgen_more(c, "\t\t.name = \"%s\", .words = %s, %s,", k->name,
	    k->param_count ? gd_arena_printf(c->arena, "%zu", k->param_count) : "GCRT_BARE_WORDS",
	    units_text(c, k));
	if (ir_is_listed(c->spec, k))
		cgen_more(c, "\t\t.run = %s_run_%s, .run_blocks = %s_blocks_%s,", c->prefix,
		    k->name, c->prefix, k->name);
	else
		cgen_more(c, "\t\t.run = %s_run_%s,", c->prefix, k->name);
	cgen_more(c, "\t\t.parameters = \"%s\",", parameter_letters(c, k));
	if (takes_mutator(k))
		cgen_more(c, "\t\t.takes_mutator = true,");
	if (ir_has(k->kernel.body, IR_OP_await))
		cgen_more(c, "\t\t.waits = true,");
	if (ir_has(k->kernel.body, IR_OP_resume))
		cgen_more(c, "\t\t.resumes = true,");
#define KIND_FLAG(name, text)                                                                      \
	if (k->name)                                                                               \
		cgen_more(c, "\t\t." #name " = true,");
#define KIND_MUTATOR(name, text)                                                                   \
	if (k->name)                                                                               \
		cgen_more(c, "\t\t." #name " = %zu,", 1 + k->name->index);
#include "compiler/base/kinds.def"
	if (ir_scans_beside(c->spec, k))
		cgen_more(c, "\t\t.scans_beside = true,");
	freeing_members(c, k);
}

static void kind_table(struct cgen *c)
{
	cgen_line(c, "static const struct gcrt_kind %s_kinds[%s_KINDS] = {", c->prefix, c->upper);
	for (size_t i = 0; i < c->spec->kind_count; i++) {
		const struct ir_kind *k = c->spec->kinds[i];
		if (k->param_count > GD_MOST_unit_words)
			cgen_refuse_limit(c, k->loc, GD_LIMIT_unit_words);
		cgen_more(c, "\t[%s_KIND_%s] = {", c->upper, k->name);
		kind_members(c, k);
		cgen_more(c, "\t},");
	}
	cgen_more(c, "};");
	cgen_more(c, "%s", "");
}

static void queue_table(struct cgen *c)
{
	cgen_line(c, "static const struct gcrt_queue %s_queues[%s_QUEUES] = {", c->prefix,
	    c->upper);
	for (size_t b = 0; b < c->spec->bucket_count; b++) {
		const struct ir_bucket *bucket = c->spec->buckets[b];
		for (size_t k = 0; k < bucket->kind_count; k++)
			cgen_more(c, "\t[%s] = { .kind = %s_KIND_%s, .bucket = %s_BUCKET_%s },",
			    cgen_queue(c, bucket->kinds[k], bucket), c->upper,
			    bucket->kinds[k]->name, c->upper, bucket->name);
	}
	cgen_more(c, "};");
	cgen_more(c, "%s", "");
}

static const char *cycles_of(struct cgen *c, const struct ir_bucket *bucket)
{
	const char *text = "";

	for (size_t i = 0; i < c->spec->cycle_count; i++)
		if (ir_takes_part(bucket, c->spec->cycles[i]))
			text = gd_arena_printf(c->arena, "%s%s1u << %s_CYCLE_%s", text,
			    *text ? " | " : "", c->upper, c->spec->cycles[i]->name);
	return text;
}

static void bucket_table(struct cgen *c)
{
	cgen_line(c, "static const struct gcrt_bucket %s_buckets[%s_BUCKETS] = {", c->prefix,
	    c->upper);
	for (size_t i = 0; i < c->spec->bucket_count; i++) {
		const struct ir_bucket *b = c->spec->buckets[i];
		cgen_more(c, "\t[%s_BUCKET_%s] = {", c->upper, b->name);
		cgen_more(c, "\t\t.name = \"%s\", .cycles = %s,", b->name, cycles_of(c, b));
		if (b->guard)
			cgen_more(c, "\t\t.open_when = %s, .opens = \"%s\",",
			    cgen_guard_of(c, b->guard), ir_expr_text(c->arena, b->guard));
		if (b->fill.body)
			cgen_more(c, "\t\t.fill = %s_fill_%s,", c->prefix, b->name);
		if (b->opening == IR_WHENEVER)
			cgen_more(c, "\t\t.whenever = true,");
#define BUCKET_FLAG(clause, text)                                                                  \
	if (b->clause)                                                                             \
		cgen_more(c, "\t\t." #clause " = true,");
#define BUCKET_NUMBER(clause, text)                                                                \
	if (b->clause)                                                                             \
		cgen_more(c, "\t\t." #clause " = %ld,", b->clause);
#define BUCKET_GUARD(clause, text, function)                                                       \
	if (b->clause)                                                                             \
		cgen_more(c, "\t\t." #clause " = %s, ." function "s = \"%s\",",                    \
		    cgen_guard_of(c, b->clause), ir_expr_text(c->arena, b->clause));
#include "compiler/base/buckets.def"
		if (is_exact(c, b))
			cgen_more(c, "\t\t.exact = true,");
		if (cgen_fill_loops(b))
			cgen_more(c, "\t\t.loops = true,");
		cgen_more(c, "\t},");
	}
	cgen_more(c, "};");
	cgen_more(c, "%s", "");
}

static void cycle_table(struct cgen *c)
{
	cgen_line(c, "static const struct gcrt_cycle %s_cycles[%s_CYCLES] = {", c->prefix,
	    c->upper);
	for (size_t i = 0; i < c->spec->cycle_count; i++) {
		const char *name = c->spec->cycles[i]->name;
		cgen_more(c, "\t[%s_CYCLE_%s] = {", c->upper, name);
		cgen_more(c, "\t\t.name = \"%s\", .from = %s, .to = %s,", name,
		    cgen_guard_of(c, c->spec->cycles[i]->from),
		    cgen_guard_of(c, c->spec->cycles[i]->to));
		cgen_more(c, "\t},");
	}
	cgen_more(c, "};");
	cgen_more(c, "%s", "");
}

static void phase_table(struct cgen *c)
{
	if (!c->spec->phase_count)
		return;
	cgen_line(c, "static const struct gcrt_phase %s_phases[%s_PHASES] = {", c->prefix,
	    c->upper);
	for (size_t i = 0; i < c->spec->phase_count; i++) {
		const struct ir_phase *p = c->spec->phases[i];
		const char *rest = ir_only_stopped(c->spec, p) ? ", .only_stopped = true" : "";
		if (p->how == IR_INTERVAL)
			rest = gd_arena_printf(c->arena, ", .from = %s, .to = %s",
			    cgen_guard_of(c, p->from), cgen_guard_of(c, p->to));
		cgen_more(c, "\t[%s_PHASE_%s] = { .name = \"%s\"%s },", c->upper, p->name, p->name,
		    rest);
	}
	cgen_more(c, "};");
	cgen_more(c, "%s", "");
}

/* The stores of the barrier for new objects, which are made when a mutator gets free cells. */
static void new_metadata_table(struct cgen *c)
{
	if (!c->new_metadata.count)
		return;
	cgen_line(c, "/* barrier allocated, when a mutator gets free cells */");
	cgen_more(c, "static const struct gcrt_new_metadata %s_new_metadata[] = {", c->prefix);
	for (size_t i = 0; i < c->new_metadata.count; i++) {
		const struct cgen_new_metadata *n = &c->new_metadata.at[i];
		const char *phases = "";
		for (size_t p = 0; p < c->spec->phase_count; p++)
			if (n->phases >> p & 1)
				phases = gd_arena_printf(c->arena, "%s%s1u << %s_PHASE_%s", phases,
				    *phases ? " | " : "", c->upper, c->spec->phases[p]->name);
		cgen_more(c, "\t{ .phases = %s, .metadata = %s_META_%s, .value = %ld },",
		    *phases ? phases : "0", c->upper, n->meta->name, n->value);
	}
	cgen_more(c, "};");
	cgen_more(c, "%s", "");
}

/* The names of the tags that references may be, for traces. */
static void tags_table(struct cgen *c)
{
	if (!c->spec->tag_count)
		return;
	cgen_line(c, "static const char *const %s_tags[] = {", c->prefix);
	for (size_t i = 0; i < c->spec->tag_count; i++)
		cgen_more(c, "\t\"%s\",", c->spec->tags[i]);
	cgen_more(c, "};");
	cgen_more(c, "%s", "");
}

static void spaces_table(struct cgen *c)
{
	if (!c->spec->space_count)
		return;
	cgen_line(c, "static const char *const %s_spaces[] = {", c->prefix);
	for (size_t i = 0; i < c->spec->space_count; i++)
		cgen_more(c, "\t\"%s\",", c->spec->spaces[i]->name);
	cgen_more(c, "};");
	cgen_more(c, "%s", "");
}

static const char *buffered_queues(struct cgen *c)
{
	const char *text = "";

	for (size_t b = 0; b < c->spec->bucket_count; b++)
		for (size_t k = 0; k < c->spec->buckets[b]->kind_count; k++) {
			struct search search = { c->spec->buckets[b]->kinds[k],
				c->spec->buckets[b] };
			if (is_buffered(c, &search))
				text = gd_arena_printf(c->arena, "%s%s1u << %s", text,
				    *text ? " | " : "", cgen_queue(c, search.kind, search.bucket));
		}
	return text;
}

/* The members that only concurrent collectors have. */
static void concurrent_members(struct cgen *c)
{
	const char *buffered = buffered_queues(c);

	if (c->spec->phase_count)
		cgen_more(c, "\t.phases = %s_phases, .phase_count = %s_PHASES,", c->prefix,
		    c->upper);
	if (c->new_metadata.count)
		cgen_more(c, "\t.new_metadata = %s_new_metadata, .new_metadata_count = %zu,",
		    c->prefix, c->new_metadata.count);
	if (*buffered)
		cgen_more(c, "\t.buffered = %s,", buffered);
	if (*buffered || c->spec->barriers[IR_ALLOCATED] || cgen_answers(c, IR_BEFORE_LOAD) ||
	    cgen_answers(c, IR_BEFORE_STORE))
		cgen_more(c, "\t.concurrent = true,");
	if (cgen_has_barrier(c, IR_ALLOCATED))
		cgen_more(c, "\t.allocated = gc_allocated_barrier_slow,");
	if (cgen_has_barrier(c, IR_RECEIVED))
		cgen_more(c, "\t.received = gc_received_barrier_slow,");
	if (cgen_has_barrier(c, IR_PINNED))
		cgen_more(c, "\t.pinned = gc_pinned_barrier_slow,");
}

static void check_metadata(struct cgen *c, const struct ir_meta *meta)
{
	long high = meta->type.kind == IR_TAGS ? (long)meta->type.tag_count - 1 : meta->type.high;
	long low = meta->type.kind == IR_TAGS ? 0 : meta->type.low;

	if (!ir_holds_reference(meta) && meta->type.kind != IR_BOOL && (low < 0 || high > 255))
		cgen_refuse(c, meta->loc, "metadata outside 0 to 255");
}

/* Where metadata is that is a reference, and what tells of an overlay. */
static const char *reference_members(struct cgen *c, const struct ir_meta *meta)
{
	if (meta->when)
		return gd_arena_printf(c->arena,
		    ", .is_reference = true, .is_overlay = true, .when = %s_META_%s, .when_is = %ld",
		    c->upper, meta->when->name, cgen_known(&meta->when->type, meta->when_value));
	if (meta->is_in_header)
		return ", .is_reference = true, .is_in_header = true";
	return ir_holds_reference(meta) ? ", .is_reference = true" : "";
}

static void metadata_table(struct cgen *c)
{
	if (!c->spec->meta_count)
		return;
	cgen_line(c, "static const struct gcrt_metadata %s_metadata[%s_METADATA] = {", c->prefix,
	    c->upper);
	for (size_t i = 0; i < c->spec->meta_count; i++) {
		const struct ir_meta *meta = c->spec->metas[i];
		check_metadata(c, meta);
		cgen_more(c,
		    "\t[%s_META_%s] = { .name = \"%s\", .initial = %ld, .at_rest = %ld%s },",
		    c->upper, meta->name, meta->name, cgen_known(&meta->type, meta->init),
		    cgen_at_rest(c->spec, meta), reference_members(c, meta));
	}
	cgen_more(c, "};");
	cgen_more(c, "%s", "");
}

/* Refuses specifications that exceed the runtime's limits. */
static void check_limits(struct cgen *c)
{
	size_t queues = 0;

	for (size_t i = 0; i < c->spec->bucket_count; i++) {
		queues += c->spec->buckets[i]->kind_count;
		if (queues > GD_MOST_queues)
			cgen_refuse_limit(c, c->spec->buckets[i]->loc, GD_LIMIT_queues);
	}
	if (c->spec->meta_count > GD_MOST_metadata)
		cgen_refuse_limit(c, c->spec->metas[GD_MOST_metadata]->loc, GD_LIMIT_metadata);
}

/* The frame of a stack may be gone once its mutator has been resumed. */
static void check_roots(struct cgen *c)
{
	const struct ir_stmt *emit = ir_outliving_root(c->spec);

	if (emit)
		cgen_refuse(c, emit->loc,
		    "the place of a root in a unit that may be left when mutators "
		    "go on: load the reference, or let them go on when the unit's bucket is drained");
}

/* What a unit that stays about a freed object would need in C: a unit for each object, in memory. */
static void check_freed(struct cgen *c)
{
	const struct ir_freed_first first = ir_freed_first(c->spec);

	if (!first.loop || c->refusal.why)
		return;
	cgen_refuse(c, first.loop->loc,
	    gd_arena_printf(c->arena,
		"a unit of `%s` about each object, when `%s` may free an object before its unit runs",
		first.listed->name, first.freeing->name));
	c->refusal.help = gd_arena_printf(c->arena,
	    first.listed == first.freeing
		? "free only the object of the unit, and emit at most one unit of `%s` about each"
		: "let `%s` begin when the bucket of `%s` is drained, or loop when nothing is "
		  "freed any more",
	    first.freeing->name, first.listed->name);
}

void cgen_tables(struct cgen *c)
{
	check_limits(c);
	check_roots(c);
	check_freed(c);
	kind_table(c);
	queue_table(c);
	bucket_table(c);
	cycle_table(c);
	metadata_table(c);
	tags_table(c);
	spaces_table(c);
	cgen_region_table(c);
	phase_table(c);
	new_metadata_table(c);
	cgen_line(c, "const struct gcrt_collector gcrt_collector = {");
	cgen_more(c, "\t.name = \"%s\", .file = \"%s\",", c->spec->name, c->spec_file);
	cgen_more(c, "\t.kinds = %s_kinds, .kind_count = %s_KINDS,", c->prefix, c->upper);
	cgen_more(c, "\t.queues = %s_queues, .queue_count = %s_QUEUES,", c->prefix, c->upper);
	cgen_more(c, "\t.buckets = %s_buckets, .bucket_count = %s_BUCKETS,", c->prefix, c->upper);
	cgen_more(c, "\t.cycles = %s_cycles, .cycle_count = %s_CYCLES,", c->prefix, c->upper);
	if (c->spec->meta_count)
		cgen_more(c, "\t.metadata = %s_metadata, .metadata_count = %s_METADATA,", c->prefix,
		    c->upper);
	cgen_collections(c);
	concurrent_members(c);
	if (cgen_has_barrier(c, IR_BEFORE_STORE) || cgen_has_barrier(c, IR_AFTER_STORE))
		cgen_more(c, "\t.store_barrier = true,");
	if (cgen_first_store_needs_barrier(c))
		cgen_more(c, "\t.first_store_barrier = true,");
	if (c->spec->tag_count)
		cgen_more(c, "\t.tags = %s_tags, .tag_count = %zu,", c->prefix, c->spec->tag_count);
	if (ir_kernels_have(c->spec, IR_OP_alloc))
		cgen_more(c, "\t.copies = true,");
	if (ir_moves(c->spec))
		cgen_more(c, "\t.moves = true,%s",
		    ir_pins(c->spec) && !c->spec->barriers[IR_PINNED] ? " .pins = true," : "");
	if (c->spec->space_count)
		cgen_more(c, "\t.spaces = %s_spaces, .space_count = %zu,", c->prefix,
		    c->spec->space_count);
	if (ir_header_meta(c->spec))
		cgen_more(c, "\t.header_at = gcrt_embedder_header_at,");
	if (ir_overlay(c->spec))
		cgen_more(c, "\t.overlay_at = gcrt_embedder_overlay_at,");
	cgen_region_members(c);
	if (mark(c))
		cgen_more(c, "\t.mark = %s_META_mark,", c->upper);
	else
		cgen_more(c, "\t.mark = -1,");
	cgen_more(c, "\tGCRT_EMBEDDER");
	cgen_more(c, "};");
}
