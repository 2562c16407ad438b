/* table.c: a program that does what a scenario says on the collector of its
 * specification: the generated C, and the scenario as a table for driver/. */
#include "agree/table.h"

#include <errno.h>
#include <string.h>
#include "agree/values.h"
#include "c-backend/cgen.h"

enum { MOST_SCRIPTS = 8, MOST_CELLS = 32, MOST_TARGETS = 8, MOST_ROOTS = 64, MOST_NUMBERS = 64 };

/* ----------------------------------------------------------------- what is alike */
static bool only_scans_roots(const struct ir_kind *kind)
{
	for (const struct ir_stmt *s = kind->kernel.body; s; s = s->next)
		if (s->op != IR_OP_for || s->domain != IR_DOMAIN_ROOTS)
			return false;
	return true;
}

static bool alike_in(const struct ir_stmt *list)
{
	for (const struct ir_stmt *s = list; s; s = s->next) {
		if (s->op == IR_OP_for && s->domain == IR_DOMAIN_MUTATORS) {
			for (const struct ir_stmt *in = s->body; in; in = in->next)
				if (in->op != IR_OP_emit || !only_scans_roots(in->kind) ||
				    in->kind->param_count != 1)
					return false;
		} else if (!alike_in(s->body) || !alike_in(s->otherwise)) {
			return false;
		}
	}
	return true;
}

static bool rootless_are_alike(const struct ir_spec *spec)
{
	for (size_t i = 0; i < spec->kind_count; i++)
		if (!alike_in(spec->kinds[i]->kernel.body))
			return false;
	for (size_t i = 0; i < spec->bucket_count; i++)
		if (!alike_in(spec->buckets[i]->fill.body))
			return false;
	return true;
}

/* ------------------------------------------------------------------- the table */
static void put_numbers(struct gd_out *out, const char *name, const int *at, size_t count)
{
	gd_out_printf(out, "static const int %s[] = { ", name);
	for (size_t i = 0; i < count; i++)
		gd_out_printf(out, "%d, ", at[i]);
	gd_out_line(out, "-1 };");
}

static const char *const act_name[] = { [IR_SCRIPT_READ] = "READ",
	[IR_SCRIPT_WRITE] = "WRITE",
	[IR_SCRIPT_ALLOCATE] = "ALLOCATE",
	[IR_SCRIPT_DROP] = "DROP",
	[IR_SCRIPT_PIN] = "PIN",
	[IR_SCRIPT_COLLECT] = "COLLECT",
	[IR_SCRIPT_YIELD] = "YIELD",
	[IR_SCRIPT_CHOOSE] = "CHOOSE",
	[IR_SCRIPT_GHOST] = "NOTHING",
	[IR_SCRIPT_RECEIVE] = "RECEIVE",
	[IR_SCRIPT_JOIN] = "JOIN",
	[IR_SCRIPT_LEAVE] = "LEAVE",
	[IR_SCRIPT_READ_WORD] = "READ_WORD",
	[IR_SCRIPT_WRITE_WORD] = "WRITE_WORD",
	[IR_SCRIPT_ASSERT] = "ASSERT" };

static void put_action(struct gd_arena *arena, struct gd_out *out, const struct ir_spec *spec,
    const struct ir_scenario *scenario, size_t number, size_t at)
{
	const struct ir_action *action = &scenario->mutators[number].actions[at];
	size_t first = action->group ? scenario->group_first[action->group->index] : 0;

	gd_out_printf(out, "{ ACT_%s, %d, %d, %d, %zu, %zu, %zu, %zu, {", act_name[action->op],
	    action->dst, action->object, action->source, first + (size_t)action->slot,
	    action->cycle ? action->cycle->index : 0, action->giver, action->next);
	for (size_t i = 0; i < action->target_count; i++)
		gd_out_printf(out, " %zu,", action->targets[i]);
	gd_out_printf(out, " 0 }, %zu", action->target_count);
	agree_put_value(arena, out, spec, scenario, number, at);
	gd_out_line(out, " },");
}

static void put_script(struct gd_arena *arena, struct gd_out *out, const struct ir_spec *spec,
    const struct ir_scenario *scenario, size_t number)
{
	const struct ir_mutator *m = &scenario->mutators[number];
	int *roots = GD_NEW_ARRAY(arena, int, m->root_count + 1);

	for (size_t i = 0; i < m->root_count; i++)
		roots[i] = m->roots[i].initial;
	put_numbers(out, gd_arena_printf(arena, "roots_%zu", number), roots, m->root_count);
	agree_put_values(out, scenario, number);
	gd_out_line(out, "static const struct action actions_%zu[] = {", number);
	for (size_t i = 0; i < m->action_count; i++)
		put_action(arena, out, spec, scenario, number, i);
	gd_out_line(out,
	    "{ ACT_NOTHING, -1, -1, -1, 0, 0, 0, 0, { 0 }, 0, 0, NULL, NULL, 0, NULL, 0 } };");
}

static void put_objects(struct gd_arena *arena, struct gd_out *out,
    const struct ir_scenario *scenario)
{
	int *slots = GD_NEW_ARRAY(arena, int, scenario->named * scenario->slots_per_object + 1);

	gd_out_printf(out, "static const char *const objects[] = { ");
	for (size_t i = 0; i < scenario->object_count; i++) {
		const char *name = scenario->objects[i].name;

		gd_out_printf(out, "\"%s\", ", name ? name : gd_arena_printf(arena, "cell%zu", i));
		for (size_t j = 0; i < scenario->named && j < scenario->slots_per_object; j++)
			slots[i * scenario->slots_per_object + j] = scenario->objects[i].slots[j];
	}
	gd_out_line(out, "\"\" };");
	put_numbers(out, "slots", slots, scenario->named * scenario->slots_per_object);
}

static void put_metadata(struct gd_arena *arena, struct gd_out *out, const struct ir_spec *spec,
    const struct ir_scenario *scenario)
{
	int *metas = GD_NEW_ARRAY(arena, int, scenario->named * spec->meta_count + 1);

	for (size_t i = 0; i < scenario->named * spec->meta_count; i++)
		metas[i] = (int)scenario->objects[i / spec->meta_count].metas[i % spec->meta_count];
	put_numbers(out, "metadata", metas, scenario->named * spec->meta_count);
	gd_out_printf(out, "static const char *const words[] = { ");
	for (size_t i = spec->meta_count - spec->word_count; i < spec->meta_count; i++)
		gd_out_printf(out, "\"%s\", ", spec->metas[i]->name);
	gd_out_line(out, "\"\" };");
}

static void put_sizes(struct gd_arena *arena, struct gd_out *out, const char *name,
    const struct ir_region *region, const size_t *at, size_t count)
{
	int *numbers = GD_NEW_ARRAY(arena, int, count + 1);

	for (size_t i = 0; i < count; i++)
		numbers[i] = (int)at[i];
	put_numbers(out, gd_arena_printf(arena, "%s_%zu", name, region->index), numbers, count);
}

static unsigned shift_of(const struct ir_region *region)
{
	unsigned shift = 0;

	while (1L << shift < region->bytes)
		shift++;
	return shift;
}

/* How many pieces of metadata regions of the sort have.  Writes their names to OUT, if it is not NULL. */
static size_t metadata_of(const struct ir_spec *spec, const struct ir_region *region,
    struct gd_out *out)
{
	size_t count = 0;

	for (size_t i = 0; i < spec->meta_count; i++) {
		if (spec->metas[i]->region != region)
			continue;
		if (out)
			gd_out_printf(out, "\"%s\", ", spec->metas[i]->name);
		count++;
	}
	return count;
}

static void put_sorts(struct gd_arena *arena, struct gd_out *out, const struct ir_spec *spec,
    const struct ir_scenario *scenario)
{
	size_t from = 0;

	if (spec->region_count)
		gd_out_puts(out, "static const char *const region_metadata[] = { ");
	for (size_t i = 0; i < spec->region_count; i++)
		metadata_of(spec, spec->regions[i], out);
	if (spec->region_count)
		gd_out_line(out, "\"\" };");
	for (size_t i = 0; i < spec->region_count; i++) {
		const struct ir_extent *extent = &scenario->extents[i];

		put_sizes(arena, out, "first", spec->regions[i], extent->first,
		    scenario->object_count);
		put_sizes(arena, out, "last", spec->regions[i], extent->last,
		    scenario->object_count);
		if (extent->around)
			put_sizes(arena, out, "around", spec->regions[i], extent->around,
			    extent->count);
	}
	gd_out_line(out, "static const struct sort sorts[] = {");
	for (size_t i = 0; i < spec->region_count; i++) {
		size_t count = metadata_of(spec, spec->regions[i], NULL);

		gd_out_line(out,
		    "{ \"%s\", %u, %zu, region_metadata + %zu, %zu, %zu, first_%zu, last_%zu, %s },",
		    spec->regions[i]->name, shift_of(spec->regions[i]), scenario->extents[i].count,
		    from, from, count, i, i,
		    scenario->extents[i].around ? gd_arena_printf(arena, "around_%zu", i) : "NULL");
		from += count;
	}
	gd_out_line(out, "{ 0 } };");
}

static void put_cycles(struct gd_out *out, const struct ir_spec *spec,
    const struct ir_scenario *scenario)
{
	gd_out_printf(out, "static const unsigned asks_for[] = { ");
	for (size_t i = 0; i < scenario->of_cycle_count; i++)
		gd_out_printf(out, "%zu, ", scenario->of_cycles[i]->index);
	for (size_t i = 0; scenario->of_cycle_count == 0 && i < spec->cycle_count; i++)
		gd_out_printf(out, "%zu, ", i);
	gd_out_line(out, "};");
}

/* ------------------------------------------------------------------- the guide */
static const char type_letter[] = { [IR_BOOL] = 'n',
	[IR_INT] = 'n',
	[IR_TAGS] = 'n',
	[IR_REF] = 'o',
	[IR_MUTATOR] = 'm',
	[IR_SLOT] = 's',
	[IR_REGION] = 'b' };

/* A block or a line: an address can be that of both. */
static char letter_of(const struct ir_spec *spec, const struct ir_type *type)
{
	return type->kind == IR_REGION && type->region == ir_smallest_region(spec)
	    ? 'l'
	    : type_letter[type->kind];
}

static void put_parameters(struct gd_out *out, const struct ir_spec *spec)
{
	gd_out_printf(out, "static const char *const parameters[] = { ");
	for (size_t i = 0; i < spec->kind_count; i++) {
		gd_out_printf(out, "\"");
		for (size_t j = 0; j < spec->kinds[i]->param_count; j++)
			gd_out_printf(out, "%c",
			    letter_of(spec, &spec->kinds[i]->kernel.vars[j]->type));
		gd_out_printf(out, "\", ");
	}
	gd_out_line(out, "\"\" };");
}

static void put_seen(struct gd_out *out, const struct seen *e)
{
	gd_out_printf(out, "{ %d, 0, %d, %d, %d, %d, %d, {", e->what, e->which, e->detail, e->found,
	    e->stored, e->who);
	for (size_t i = 0; i < SEEN_ARGUMENTS; i++)
		gd_out_printf(out, " %d,", e->argument[i]);
	gd_out_line(out, " } },");
}

static void put_values(struct gd_out *out, const struct guide_part *part)
{
	for (unsigned i = 0; i < part->count; i++)
		gd_out_line(out, "{ %d, %d, %d, %d },", part->at[i].value, part->at[i].first,
		    part->at[i].last, part->at[i].sure);
}

/* The states of the story, and how far the program is in each part. */
static void put_parts(struct gd_out *out, const struct guide *guide)
{
	unsigned count = guide ? guide->part_count : 0, from = 0;

	gd_out_line(out, "static const struct guide_value values[] = {");
	for (unsigned i = 0; i < count; i++)
		put_values(out, &guide->parts[i]);
	gd_out_line(out, "{ 0 } };\nstatic const struct guide_part parts[] = {");
	for (unsigned i = 0; i < count; from += guide->parts[i++].count)
		gd_out_line(out, "{ values + %u, %u },", from, guide->parts[i].count);
	gd_out_line(out, "{ values, 0 } };");
	gd_out_line(out, "struct part_state part_states[%u];", count + 1);
}

static void put_guide(struct gd_out *out, const struct guide *guide)
{
	unsigned count = guide ? guide->count : 0;

	gd_out_line(out, "static const struct seen told[] = {");
	for (unsigned i = 0; i < count; i++)
		put_seen(out, &guide->at[i]);
	gd_out_line(out, "{ 0 } };");
	put_parts(out, guide);
	gd_out_line(out, "const struct guide guide = { told, %u, %d, %d, %d, NULL, 0, parts, %u };",
	    count, guide ? (int)guide->until : 0, guide && guide->buffers, guide && guide->directed,
	    guide ? guide->part_count : 0);
}

static bool moves(const struct ir_spec *spec)
{
	return spec->space_count || spec->region_count || ir_kernels_have(spec, IR_OP_alloc) ||
	    ir_kernels_have(spec, IR_OP_slide);
}

/* -------------------------------------------------------------------- all of it */
static void put_table(struct gd_arena *arena, struct gd_out *out, const struct ir_spec *spec,
    const struct ir_scenario *scenario)
{
	put_objects(arena, out, scenario);
	put_metadata(arena, out, spec, scenario);
	for (size_t i = 0; i < scenario->mutator_count; i++)
		put_script(arena, out, spec, scenario, i);
	put_cycles(out, spec, scenario);
	put_sorts(arena, out, spec, scenario);
	put_parameters(out, spec);
	gd_out_line(out, "static const struct script scripts[] = {");
	for (size_t i = 0; i < scenario->mutator_count; i++)
		gd_out_line(out, "{ roots_%zu, %zu, actions_%zu, %zu },", i,
		    scenario->mutators[i].root_count, i, scenario->mutators[i].action_count);
	gd_out_line(out, "{ NULL, 0, NULL, 0 } };");
	gd_out_line(out,
	    "const struct program program = { objects, %zu, %zu, %zu, words, %zu, slots, metadata, "
	    "scripts, %zu, %d, %ld, asks_for, %zu, %d, parameters, %d, %zu, sorts, %zu, %zu };",
	    scenario->object_count, scenario->named, scenario->slots_per_object, spec->word_count,
	    scenario->mutator_count, scenario->collects, scenario->cycles,
	    scenario->of_cycle_count ? scenario->of_cycle_count : spec->cycle_count,
	    rootless_are_alike(spec), moves(spec),
	    spec->space_count ? ir_cells_of_space(spec, scenario) : 0, spec->region_count,
	    spec->region_count ? ir_smallest_region(spec)->index : 0);
}

static const char *const inline_part =
    "#include \"program.h\"\n"
    "#include \"gc-access.h\"\n#include \"gc-allocate.h\"\n#include \"gc-safepoint.h\"\n"
    "void *program_allocate(struct gc_mutator *m, size_t size)\n"
    "{\n\treturn gc_allocate(m, size, GC_ALLOCATION_TAGGED);\n}\n"
    "void program_store(struct gc_mutator *m, void *object, size_t size, void **slot, "
    "void *value)\n"
    "{\n\tgc_store(m, gc_ref_from_heap_object(object), size, gc_edge(slot),\n"
    "\t    gc_ref_from_heap_object_or_null(value));\n}\n"
    "void *program_to_load(struct gc_mutator *m, void *object, void **slot)\n"
    "{\n\treturn gc_ref_heap_object(gc_object_to_load(m, gc_ref_from_heap_object(object),\n"
    "\t    slot ? gc_edge(slot) : gc_no_edge()));\n}\n"
    "void *program_to_store_word(struct gc_mutator *m, void *object)\n"
    "{\n\treturn gc_ref_heap_object(gc_object_to_store_word(m, gc_ref_from_heap_object(object)));\n}\n"
    "void program_received(struct gc_mutator *m, void *object)\n"
    "{\n\tgc_received(m, gc_ref_from_heap_object(object));\n}\n"
    "void program_safepoint(struct gc_mutator *m)\n{\n\tgc_safepoint(m);\n}\n";

/* -------------------------------------------------------------------- the files */
/* A file of the program. */
struct place {
	struct gd_arena *arena;
	const char *directory;
	const char **why;
};

static bool put_file(const struct place *place, const char *name, const struct gd_out *out)
{
	const char *path = gd_arena_printf(place->arena, "%s/%s", place->directory, name);

	if (gd_write_file(path, out->text, out->length))
		return true;
	*place->why = gd_arena_printf(place->arena, "cannot write %s: %s", path, strerror(errno));
	return false;
}

/* Why driver/ cannot do what the scenario says.  NULL: it can. */
static const char *too_large(const struct ir_scenario *scenario)
{
	bool large = scenario->object_count > MOST_CELLS || scenario->mutator_count > MOST_SCRIPTS;

	if (scenario->client)
		return "a most general client stands for many programs";
	/* the first script's thread makes the heap */
	if (scenario->mutator_count > 0 && scenario->mutators[0].joins)
		return "the first mutator joins late";
	for (size_t i = 0; i < scenario->mutator_count; i++) {
		large |= scenario->mutators[i].root_count > MOST_ROOTS ||
		    scenario->mutators[i].number_count > MOST_NUMBERS;
		for (size_t j = 0; j < scenario->mutators[i].action_count; j++)
			large |= scenario->mutators[i].actions[j].target_count >= MOST_TARGETS;
	}
	return large ? "the scenario has more objects, mutators, roots or choices than a program "
		       "can have"
		     : NULL;
}

/* As agree/driver/regions.c places objects of one size: they may be on two lines, and then begin with the last granule of the
 * first. */
static const char *no_places(const struct ir_spec *spec, const struct ir_scenario *scenario)
{
	const struct ir_region *lines = ir_smallest_region(spec);
	size_t size = (scenario->slots_per_object + spec->word_count) * 8 + 15;
	const struct ir_extent *extent;

	if (!lines)
		return NULL;
	extent = &scenario->extents[lines->index];
	size = size / 16 * 16 < 32 ? 32 : size / 16 * 16;
	for (size_t k = 0; k < extent->count; k++) {
		size_t used = 0;

		for (size_t i = 0; i < scenario->object_count; i++) {
			if (extent->last[i] > extent->first[i] + 1)
				return "an object lies on more than two lines, and a program has objects of one "
				       "size";
			if (extent->first[i] == k)
				used += extent->last[i] == k ? size : 16;
			else if (extent->last[i] == k)
				used += size - 16;
		}
		if (used > (size_t)lines->bytes)
			return "the objects of a line need more bytes than it has";
	}
	return NULL;
}

/* Writes the files of the collector. */
static bool write_collector(const struct place *place, const struct ir_spec *spec, bool directed)
{
	const char *name = cgen_prefix(place->arena, spec->name);
	struct cgen_refusal refusal;
	struct cgen_files files;
	bool made;

	gd_out_init(&files.source, 0);
	gd_out_init(&files.header, 0);
	gd_out_init(&files.attrs, 0);
	made = cgen_emit(place->arena, spec, directed ? CGEN_COUNTED : CGEN_ALL_PASSES, &files,
	    &refusal);
	if (!made)
		*place->why = refusal.why;
	made = made &&
	    put_file(place, gd_arena_printf(place->arena, "%s.c", name), &files.source) &&
	    put_file(place, gd_arena_printf(place->arena, "%s-names.h", name), &files.header) &&
	    put_file(place, gd_arena_printf(place->arena, "%s-attrs.h", name), &files.attrs);
	gd_out_free(&files.source);
	gd_out_free(&files.header);
	gd_out_free(&files.attrs);
	return made;
}

/* In place of the embedder's function, who explores the program answers.  Each answer is one of the schedule's choices. */
static void put_policy(struct gd_arena *arena, struct gd_out *out, const struct ir_spec *spec,
    const struct ir_policy *policy)
{
	const char *names = "", *asks = "";

	for (size_t i = 0; i < policy->params.var_count; i++) {
		bool is_object = policy->params.vars[i]->type.kind == IR_REF;

		names = gd_arena_printf(arena, "%s%sa%zu", names, i ? ", " : "", i);
		asks = gd_arena_printf(arena,
		    is_object ? "%sdriver_asks_about(gc_ref_value(a%zu)), " : "%s(void)(a%zu), ",
		    asks, i);
	}
	gd_out_line(out, "#define gcdsl_%s_policy_%s(%s) (%sdriver_answer(%zu, %ld, %zu))",
	    cgen_prefix(arena, spec->name), policy->name, names, asks, policy->index,
	    ir_policy_value(policy, 0), ir_policy_values(policy));
}

/* The program is one translation unit, because attributes of the collector are inline in it. */
static bool write_main(const struct place *place, const struct ir_spec *spec,
    const struct ir_scenario *scenario, const struct guide *guide)
{
	struct gd_out out;
	bool written;

	gd_out_init(&out, 0);
	for (size_t i = 0; i < spec->policy_count; i++)
		put_policy(place->arena, &out, spec, spec->policies[i]);
	gd_out_line(&out, "#include \"%s.c\"", cgen_prefix(place->arena, spec->name));
	gd_out_line(&out, "#line 1 \"program.c\"");
	gd_out_puts(&out, inline_part);
	put_table(place->arena, &out, spec, scenario);
	put_guide(&out, guide);
	written = put_file(place, "program.c", &out);
	gd_out_free(&out);
	return written;
}

bool agree_write_program(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_spec *code, const struct ir_scenario *scenario, const struct guide *guide,
    const char *directory, const char **why)
{
	struct place place = { arena, directory, why };

	*why = too_large(scenario);
	if (!*why)
		*why = no_places(spec, scenario);
	if (*why)
		return false;
	if (!gd_make_directories(directory)) {
		*why = gd_arena_printf(arena, "cannot make %s: %s", directory, strerror(errno));
		return false;
	}
	return write_collector(&place, code, guide && guide->directed) &&
	    write_main(&place, spec, scenario, guide);
}
