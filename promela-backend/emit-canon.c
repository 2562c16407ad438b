/* emit-canon.c: symmetric states merged, by generated C.
 *
 * A collector cannot know the names of objects, and the mutators of a client are alike.  So if some
 * of them change places in a state, what follows is the same.  Each step therefore ends by
 * replacing the state by the least of all forms that renaming gives it.  support/canonical.pml does
 * that, from the tables made here, which say what the indices and the values of each array are.
 *
 * Every variable of the model must be known here, or the model is refused.
 *
 * What nothing refers to any more can be wiped as well, when neither a property
 * nor a kernel can tell whether it is there (facts/garbage.c). */
#include "promela-backend/emit-canon.h"
#include "promela-backend/emit-line.h"
#include "promela-backend/emit-slice.h"
#include "promela-backend/facts/domain.h"
#include "promela-backend/facts/garbage.h"
#include "promela-backend/facts/moving.h"
#include "promela-backend/facts/place.h"
#include "promela-backend/facts/reference.h"
#include "promela-backend/facts/refusal.h"
#include "promela-backend/facts/request.h"
#include "promela-backend/facts/words.h"

#include <ctype.h>
#include <string.h>

enum values { NUMBERS, REFERENCES, OPERATIONS };

enum digit { PLAIN, OBJECT, MUTATOR, ADDRESS };

static const char *const digit_name[] = { "CANON_PLAIN", "CANON_OBJECT", "CANON_MUTATOR",
	"CANON_ADDRESS" };

struct canon {
	struct pml_model *model;
	struct gd_out digits, groups, segments, gather, scatter, macros, clear;
	size_t digit_count, group_count, segment_count, elements, op_values;
	bool objects_alike, mutators_alike, forgets;
	GD_VEC(const char *) known; /* variables */
};

/* ---------------------------------------------------------- are they alike? */
static void look_at_loops(struct canon *c, const struct pml_kernel *kernel, uint64_t live)
{
	for (size_t i = 0; i < kernel->ir->var_count; i++) {
		const struct ir_stmt *loop = kernel->loop_of[i];

		if (!(live >> i & 1) || !loop)
			continue;
		/* the loop's position depends on the order of the numbers */
		c->objects_alike &= loop->domain != IR_DOMAIN_OBJECTS;
		c->mutators_alike &= loop->domain != IR_DOMAIN_MUTATORS;
	}
}

static void look_at_kernel(struct canon *c, const struct pml_kernel *kernel, size_t first)
{
	for (size_t i = first; i < kernel->places.count; i++)
		look_at_loops(c, kernel, kernel->places.at[i]->live);
}

/* The number of mutators without the one for the heap's own roots, which is the last. */
static size_t runners(const struct pml_model *model)
{
	return model->mutators - (model->scenario->client->globals > 0);
}

static void find_symmetry(struct canon *c)
{
	struct pml_model *model = c->model;

	c->objects_alike = true;
	c->mutators_alike = runners(model) > 1;
	for (size_t i = 0; i < model->spec->kind_count; i++)
		look_at_kernel(c, &model->kinds[i], model->kinds[i].claims_late);
	for (size_t i = 0; i < IR_BARRIER_COUNT; i++)
		if (model->operations[i].ir)
			look_at_kernel(c, &model->operations[i], 0);
	for (size_t i = 1; i < runners(model); i++)
		c->mutators_alike &= pml_root_count(model, i) == pml_root_count(model, 0);
	if (model->objects > 6 || model->mutators > 4)
		pml_refuse(model, "%zu objects and %zu mutators are too many for --canonical=yes",
		    model->objects, model->mutators);
}

/* -------------------------------------------------------------------- tables */
static void know(struct canon *c, const char *name)
{
	GD_PUSH(c->model->arena, c->known, name);
}

static void digit(struct canon *c, enum digit kind, size_t radix)
{
	gd_out_printf(&c->digits, "{ %s, %zu }, ", digit_name[kind], radix);
	c->digit_count++;
}

/* Describes the digits of a colour: KERNEL's variables in LIVE. */
static void kernel_digits(struct canon *c, const struct pml_kernel *kernel, uint64_t live,
    uint64_t nonnull)
{
	for (size_t i = 0; i < kernel->ir->var_count; i++) {
		size_t radix = pml_radix(c->model, kernel, i, nonnull);
		enum digit kind = PLAIN;

		if (!(live >> i & 1))
			continue;
		switch (kernel->ir->vars[i]->type.kind) {
		case IR_REF: kind = OBJECT; break;
		case IR_MUTATOR: kind = MUTATOR; break;
		case IR_SLOT: kind = kernel->loop_of[i] ? PLAIN : ADDRESS; break;
		case IR_BOOL:
		case IR_INT:
		case IR_REGION:
		case IR_TAGS: break;
		}
		digit(c, kind, radix);
	}
}

/* Adds the elements of an array to the elements of the state.  Its index has the digits from
 * FIRST_DIGIT on.  REFERS: an element that is not 0 refers to the objects of its index. */
static void group(struct canon *c, const char *variable, const char *offset, size_t count,
    size_t first_digit, enum values values, bool refers)
{
	if (pml_is_unread(c->model, variable))
		return;
	gd_out_printf(&c->groups, "\t{ %zu, %zu, %zu, %zu, %d, %d },   /* %s */\n", c->elements,
	    count, first_digit, c->digit_count - first_digit, values, refers, variable);
	gd_out_printf(&c->gather,
	    "\tfor (i = 0; i < %zu; i++)\n\t\tcanon_old[%zu + i] = now.%s[%s + i];\n", count,
	    c->elements, variable, offset);
	gd_out_printf(&c->scatter,
	    "\tfor (i = 0; i < %zu; i++)\n\t\tnow.%s[%s + i] = canon_new[%zu + i];\n", count,
	    variable, offset, c->elements);
	c->elements += count;
	c->group_count++;
	know(c, variable);
}

/* The values of an operation's element from FIRST on have the digits from FIRST_DIGIT on. */
static void segment(struct canon *c, size_t first, size_t count, size_t first_digit)
{
	gd_out_printf(&c->segments, "{ %zu, %zu, %zu, %zu }, ", first, count, first_digit,
	    c->digit_count - first_digit);
	c->segment_count++;
}

/* A forgotten object's cell may stay late.  That can only make a result inconclusive. */
static void late_groups(struct canon *c)
{
	const struct pml_model *model = c->model;
	size_t at = c->digit_count;

	digit(c, OBJECT, model->objects + 1);
	for (size_t i = 0; i < model->spec->meta_count; i++)
		if (model->late[i])
			group(c,
			    gd_arena_printf(model->arena, "late_%s", model->spec->metas[i]->id),
			    "0", model->objects + 1, at, NUMBERS, false);
}

/* The heap without a collector.  What refers to lost objects keeps their number, which no renaming changes. */
static void meant_groups(struct canon *c)
{
	const struct pml_model *model = c->model;
	size_t cells = model->objects + 1, at = c->digit_count;

	digit(c, OBJECT, cells);
	gd_out_printf(&c->macros, "#define CANON_MEANT %zu\n", c->elements);
	for (size_t i = 0; i < model->spec->word_count; i++)
		group(c, "meant", gd_arena_printf(model->arena, "%zu", i * cells), cells, at,
		    NUMBERS, false);
	gd_out_printf(&c->macros, "#define CANON_MEANT_REFERENCES %zu\n", c->elements);
	at = c->digit_count;
	digit(c, OBJECT, cells);
	digit(c, PLAIN, model->slots ? model->slots : 1);
	if (model->slots)
		group(c, "meant",
		    gd_arena_printf(model->arena, "%zu", model->spec->word_count * cells),
		    cells * model->slots, at, REFERENCES, false);
	at = c->digit_count;
	digit(c, MUTATOR, model->mutators);
	group(c, "meant_object", "0", model->mutators, at, REFERENCES, false);
	group(c, "meant_value", "0", model->mutators, at, REFERENCES, false);
	know(c, "meant");
}

static void object_groups(struct canon *c)
{
	struct pml_model *model = c->model;
	size_t cells = model->objects + 1, at = c->digit_count;

	if (pml_has_origins(model))
		pml_refuse(model,
		    "objects that are copied have identities: not with --canonical=yes");
	if (model->slides || model->moves)
		pml_refuse(model,
		    "the order of cells counts where objects slide: not with --canonical=yes");
	if (model->spec->space_count)
		pml_refuse(model, "the heap is divided into spaces: not with --canonical=yes");
	if (model->spec->region_count)
		pml_refuse(model, "the heap has regions: not with --canonical=yes");
	digit(c, OBJECT, cells);
	group(c, "live", "0", cells, at, NUMBERS, false);
	if (model->tells_held)
		group(c, "held", "0", cells, at, NUMBERS, false);
	if (model->copies)
		group(c, "copying", "0", cells, at, NUMBERS, false);
	if (model->late_copy)
		group(c, "late_copy", "0", cells, at, NUMBERS, false);
	gd_out_printf(&c->macros, "#define CANON_FIRST_META %zu\n", c->elements);
	for (size_t i = 0; i < model->spec->meta_count; i++)
		group(c, "mem", gd_arena_printf(model->arena, "%zu", i * cells), cells, at,
		    ir_holds_reference(model->spec->metas[i]) ? REFERENCES : NUMBERS, false);
	late_groups(c);
	if (!model->slots)
		return;
	at = c->digit_count;
	digit(c, OBJECT, cells);
	digit(c, PLAIN, model->slots);
	gd_out_printf(&c->macros, "#define CANON_SLOTS %zu\n", c->elements);
	group(c, "mem", gd_arena_printf(model->arena, "%zu", model->spec->meta_count * cells),
	    cells * model->slots, at, REFERENCES, false);
}

static void mutator_groups(struct canon *c)
{
	const struct pml_model *model = c->model;
	const char *always[] = { "is_stopped", "script_at", "waits" };
	size_t at = c->digit_count, mutators = model->mutators;

	digit(c, MUTATOR, mutators);
	for (size_t i = 0; i < 3; i++)
		group(c, always[i], "0", mutators, at, NUMBERS, false);
	if (model->comes_and_goes)
		group(c, "there", "0", mutators, at, NUMBERS, false);
	if (model->handshakes)
		group(c, "handshakes", "0", mutators, at, NUMBERS, false);
	if (model->scenario->client && model->scenario->client->steps >= 0)
		group(c, "acted", "0", mutators, at, NUMBERS, false);
	for (size_t i = 0; i < model->spec->phase_count; i++)
		if (model->spec->phases[i]->visible == IR_AT_HANDSHAKE)
			group(c,
			    gd_arena_printf(model->arena, "seen_%s", model->spec->phases[i]->name),
			    "0", mutators, at, NUMBERS, false);
}

/* op_at and op_values together are one element: the colours of all places are numbered in a row. */
static void operation_group(struct canon *c)
{
	struct pml_model *model = c->model;
	size_t at;

	if (!model->operates)
		return;
	c->op_values = 1;
	segment(c, 0, 1, c->digit_count);
	for (size_t number = 1; number <= model->op_places; number++) {
		for (size_t i = 0; i < IR_BARRIER_COUNT; i++) {
			const struct pml_kernel *kernel = &model->operations[i];

			for (size_t j = 0; kernel->ir && j < kernel->places.count; j++) {
				const struct pml_place *place = kernel->places.at[j];

				if (place->number != number)
					continue;
				at = c->digit_count;
				kernel_digits(c, kernel, place->live, place->nonnull);
				segment(c, c->op_values, place->colours, at);
				c->op_values += place->colours;
			}
		}
	}
	at = c->digit_count;
	digit(c, MUTATOR, model->mutators);
	gd_out_printf(&c->groups, "\t{ %zu, %zu, %zu, 1, %d, 1 },   /* op_at, op_values */\n",
	    c->elements, model->mutators, at, OPERATIONS);
	gd_out_printf(&c->gather,
	    "\tfor (i = 0; i < %zu; i++)\n\t\tcanon_old[%zu + i] = "
	    "canon_segment[now.op_at[i]].first + now.op_values[i];\n",
	    model->mutators, c->elements);
	gd_out_printf(&c->scatter,
	    "\tfor (i = 0; i < %zu; i++) {\n"
	    "\t\tnow.op_at[i] = canon_op_at[canon_new[%zu + i]];\n"
	    "\t\tnow.op_values[i] = canon_new[%zu + i] - canon_segment[now.op_at[i]].first;\n\t}\n",
	    model->mutators, c->elements, c->elements);
	gd_out_printf(&c->macros, "#define CANON_OP_VALUES %zu\n", c->op_values);
	c->elements += model->mutators;
	c->group_count++;
	know(c, "op_at");
	know(c, "op_values");
}

static void kind_groups(struct canon *c, const struct pml_kernel *kernel)
{
	struct pml_model *model = c->model;
	struct gd_arena *arena = model->arena;
	uint64_t params = (UINT64_C(1) << kernel->kind->param_count) - 1;
	size_t units = pml_unit_colours(model, kernel), at = c->digit_count;

	kernel_digits(c, kernel, params, kernel->nonnull_params);
	group(c, gd_arena_printf(arena, "pending_%s", kernel->name), "0", units, at, NUMBERS, true);
	if (kernel->holds)
		group(c, gd_arena_printf(arena, "holds_%s", kernel->name), "0", units, at, NUMBERS,
		    true);
	for (size_t i = kernel->claims_late; i < kernel->places.count; i++) {
		const struct pml_place *place = kernel->places.at[i];

		at = c->digit_count;
		kernel_digits(c, kernel, place->live, place->nonnull);
		group(c, gd_arena_printf(arena, "at_%s_%zu", kernel->name, i), "0", place->colours,
		    at, NUMBERS, true);
	}
	if (!kernel->buffered)
		return;
	at = c->digit_count;
	digit(c, MUTATOR, model->mutators);
	kernel_digits(c, kernel, params, kernel->nonnull_params);
	group(c, gd_arena_printf(arena, "buffered_%s", kernel->name), "0", units * model->mutators,
	    at, NUMBERS, true);
}

static void check_group(struct canon *c, const struct pml_check *check)
{
	const char *name = check->kind == PML_EVENTUALLY ? "seen" : "owes";
	size_t at = c->digit_count;

	if (check->kind == PML_ALWAYS || check->kind == PML_INITIALLY)
		return;
	for (size_t i = 0; i < check->binder_count; i++) {
		const struct ir_expr *binder = check->binder[i];

		if (binder->domain == IR_DOMAIN_EXPECTED && check->bindings)
			pml_refuse(c->model,
			    "`expected' objects have names: not with --canonical=yes");
		digit(c,
		    binder->domain == IR_DOMAIN_OBJECTS        ? OBJECT
			: binder->domain == IR_DOMAIN_MUTATORS ? MUTATOR
							       : PLAIN,
		    pml_domain_size(c->model, binder));
	}
	group(c, gd_arena_printf(c->model->arena, "%s_%s", name, check->name), "0",
	    check->bindings ? check->bindings : 1, at, NUMBERS, false);
}

/* --------------------------------------------------------- every variable is known */
static void know_all(struct canon *c, const char *prefix, const char *name)
{
	know(c, gd_arena_printf(c->model->arena, "%s%s", prefix, name));
}

/* Variables that contain no number of an object or mutator. */
static void know_plain(struct canon *c)
{
	static const char *const plain[] = { "stop_requested", "finished", "asked", "pick", "quiet",
		"failed", "assert_failed", "stalled" };
	const struct ir_spec *spec = c->model->spec;

	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		know(c, plain[i]);
	for (size_t i = 0; i < spec->cycle_count; i++) {
		know_all(c, "requested_", spec->cycles[i]->name);
		know_all(c, "running_", spec->cycles[i]->name);
	}
	for (size_t i = 0; i < spec->bucket_count; i++) {
		know_all(c, "open_", spec->buckets[i]->name);
		know_all(c, "opened_", spec->buckets[i]->name);
	}
	for (size_t i = 0; i < spec->phase_count; i++) {
		know_all(c, "phase_", spec->phases[i]->name);
		know_all(c, "ended_", spec->phases[i]->name);
	}
	for (size_t i = 0; i < spec->kind_count; i++) {
		know_all(c, "units_", spec->kinds[i]->name);
		know_all(c, "busy_", spec->kinds[i]->name);
		know_all(c, "waiting_", spec->kinds[i]->name);
		know_all(c, "doubt_", spec->kinds[i]->name);
	}
	for (size_t i = 0; i < spec->ghost_count; i++)
		know_all(c, "ghost_", spec->ghosts[i]->name);
}

/* The names of the state's variables that LINE declares.  NULL: it declares none. */
static const char *declared(const char *line)
{
	static const char *const types[] = { "byte ", "bool ", "bit ", "short ", "int ",
		"unsigned ", "chan ", "mtype ", "pid ", "MEM_TYPE " };

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strncmp(line, types[i], strlen(types[i])) == 0)
			return line + strlen(types[i]);
	return NULL;
}

static bool is_known(const struct canon *c, const char *name)
{
	for (size_t i = 0; i < c->known.count; i++)
		if (strcmp(c->known.at[i], name) == 0)
			return true;
	return false;
}

static void look_at_variable(struct canon *c, const char *name, bool array)
{
	if (!is_known(c, name))
		pml_refuse(c->model,
		    "the variable `%s' of the model cannot be renamed: "
		    "use --canonical=no",
		    name);
	if (strcmp(name, "finished") != 0)
		gd_out_printf(&c->clear,
		    array ? "\tmemset(now.%s, 0, sizeof now.%s);\n" : "\tnow.%s = 0;\n", name,
		    name);
}

/* Variables are declared at the beginning of a line: `byte a, b[2];'. */
static void look_through(struct canon *c, const char *text, const char *end)
{
	while (text < end) {
		const char *line_end = memchr(text, '\n', (size_t)(end - text));
		size_t length = (size_t)((line_end ? line_end : end) - text);
		const char *line = declared(gd_arena_strndup(c->model->arena, text, length));

		while (line) {
			size_t name = strcspn(line, " ,;[="), rest = name;

			if (line[rest] == '[')
				rest += strcspn(line + rest, "]") + 1;
			look_at_variable(c, gd_arena_strndup(c->model->arena, line, name),
			    line[name] == '[');
			line = line[rest] == ',' ? line + rest + 2 : NULL;
		}
		text += length + 1;
	}
}

/* The variables of memory-buffers.pml; memory-sc.pml has only `mem'. */
static void look_at_memory(struct canon *c)
{
	static const char *const windows[] = { "mem_at", "mem_value", "mem_kind" };
	static const char *const meant[] = { "mem_meant_at", "mem_meant" };
	size_t count = !c->model->windows ? 0 : c->model->holds_plainly ? 2 : 3;
	size_t meant_count = c->model->windows && pml_is_faithful(c->model) ? 2 : 0;

	gd_out_puts(&c->clear, "\tmemset(now.mem, 0, sizeof now.mem);\n");
	for (size_t i = 0; i < count; i++)
		gd_out_printf(&c->clear, "\tmemset(now.%s, 0, sizeof now.%s);\n", windows[i],
		    windows[i]);
	for (size_t i = 0; i < meant_count; i++)
		gd_out_printf(&c->clear, "\tmemset(now.%s, 0, sizeof now.%s);\n", meant[i],
		    meant[i]);
}

/* Whether the MODEL includes FILE.  The memory module is treated separately. */
static bool is_included(const struct pml_model *model, const char *file)
{
	static const char *const files[] = { "heap.pml", "pool.pml", "stop.pml" };

	if (strcmp(file, "faithful.pml") == 0)
		return pml_is_faithful(model);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (strcmp(file, files[i]) == 0)
			return true;
	return false;
}

static void look_at_everything(struct canon *c, const struct gd_out *out)
{
	size_t count;
	const struct pml_support_file *files = pml_support_files(&count);

	gd_out_puts(&c->clear, "static void canon_clear(void) {\n");
	for (size_t i = 0; i < count; i++)
		if (is_included(c->model, files[i].name))
			look_through(c, files[i].text, files[i].text + files[i].length);
	look_at_memory(c);
	look_through(c, out->text, out->text + out->length);
	gd_out_puts(&c->clear, "}\n");
}

/* ----------------------------------------------------------------------- text */
/* In a form, a root and its counterpart are one number. */
static void put_meant_roots(struct canon *c, size_t first)
{
	const struct pml_model *model = c->model;
	size_t metas = model->spec->meta_count - model->spec->word_count;
	size_t meant = first - metas * (model->objects + 1);

	gd_out_printf(&c->gather,
	    "\tfor (i = 0; i < %zu; i++)\n\t\tcanon_meant_root[i] = now.meant[%zu + i];\n",
	    model->roots, meant);
	gd_out_printf(&c->scatter,
	    "\tfor (i = 0; i < %zu; i++) {\n"
	    "\t\tnow.mem[%zu + i] = canon_new[%zu + i] / (CANON_OBJECTS + 2);\n"
	    "\t\tnow.meant[%zu + i] = canon_new[%zu + i] %% (CANON_OBJECTS + 2);\n\t}\n",
	    model->roots, first, c->elements, meant, c->elements);
}

static void put_roots(struct canon *c)
{
	const struct pml_model *model = c->model;
	size_t first =
	    model->spec->meta_count * (model->objects + 1) + (model->objects + 1) * model->slots;

	gd_out_printf(&c->gather,
	    "\tfor (i = 0; i < %zu; i++)\n\t\tcanon_old[%zu + i] = now.mem[%zu + i];\n",
	    model->roots, c->elements, first);
	if (pml_is_faithful(model)) {
		put_meant_roots(c, first);
		return;
	}
	gd_out_printf(&c->scatter,
	    "\tfor (i = 0; i < %zu; i++)\n\t\tnow.mem[%zu + i] = canon_new[%zu + i];\n",
	    model->roots, first, c->elements);
}

static void put_numbers(struct canon *c, struct gd_out *out)
{
	const struct pml_model *model = c->model;

	gd_out_line(out, "#define CANON_ELEMENTS %zu", c->elements);
	gd_out_line(out, "#define CANON_ROOTS %zu", model->roots);
	gd_out_line(out, "#define CANON_RUNNERS %zu", runners(model));
	gd_out_line(out, "#define CANON_GROUPS %zu", c->group_count);
	gd_out_line(out, "#define CANON_SEGMENTS %zu", c->segment_count);
	gd_out_line(out, "#define CANON_OBJECTS %zu", model->objects);
	gd_out_line(out, "#define CANON_MUTATORS %zu", model->mutators);
	gd_out_line(out, "#define CANON_SLOTS_EACH %zu", model->slots);
	gd_out_line(out, "#define CANON_OBJECTS_ALIKE %d", c->objects_alike);
	gd_out_line(out, "#define CANON_MUTATORS_ALIKE %d", c->mutators_alike);
	gd_out_line(out, "#define CANON_FORGETS %d", c->forgets);
	gd_out_line(out, "#define CANON_SORTS %d", pml_client_sorts(model));
	gd_out_line(out, "#define CANON_METAS %zu", model->spec->meta_count);
	gd_out_line(out, "#define CANON_WINDOW %zu", model->windows ? model->window : 0);
	gd_out_line(out, "#define CANON_HELD_SORTED %d",
	    !ir_memory_info[model->request->memory].in_order);
}

/* Which metadata holds references, and how many tags these may be. */
static void put_references(struct canon *c, struct gd_out *out)
{
	const struct pml_model *model = c->model;

	if (!pml_has_references(model))
		return;
	gd_out_line(out, "#define CANON_TAGS %zu", model->spec->tag_count);
	gd_out_puts(out, "#define CANON_META_REFERS(meta) (0");
	for (size_t i = 0; i < model->spec->meta_count; i++)
		if (ir_holds_reference(model->spec->metas[i]))
			gd_out_printf(out, " || (meta) == %zu", i);
	gd_out_puts(out, ")\n");
}

static void put_tables(struct canon *c, struct gd_out *out)
{
	const struct pml_model *model = c->model;

	gd_out_line(out, "c_decl {");
	gd_out_line(out, "enum { CANON_PLAIN, CANON_OBJECT, CANON_MUTATOR, CANON_ADDRESS };");
	gd_out_line(out, "struct canon_digit { int kind, radix; };");
	gd_out_line(out,
	    "struct canon_group { int first, count, digit, digits, values, refers; };");
	gd_out_line(out, "struct canon_segment { int first, count, digit, digits; };");
	gd_out_line(out, "}");
	gd_out_line(out, "c_code {");
	gd_out_printf(out, "static const struct canon_digit canon_digit[] = { %.*s{ 0, 1 } };\n",
	    (int)c->digits.length, c->digits.text);
	gd_out_printf(out,
	    "static const struct canon_segment canon_segment[] = { %.*s{ 0, 0, 0, 0 } };\n",
	    (int)c->segments.length, c->segments.text);
	gd_out_puts(out, "static const struct canon_group canon_group[] = {\n");
	gd_out_raw(out, c->groups.text, c->groups.length);
	gd_out_puts(out, "};\nstatic const int canon_meta[] = { ");
	for (size_t i = 0; i < model->spec->meta_count; i++)
		gd_out_printf(out, "%ld, ",
		    pml_known(model, &model->spec->metas[i]->type, model->spec->metas[i]->init));
	gd_out_puts(out, "0 };\nstatic const int canon_first_root[] = { ");
	for (size_t i = 0; i <= model->mutators; i++)
		gd_out_printf(out, "%zu, ", pml_first_root(model, i));
	gd_out_puts(out, "};\n");
	gd_out_puts(out,
	    "static int canon_old[CANON_ELEMENTS + CANON_ROOTS], "
	    "canon_new[CANON_ELEMENTS + CANON_ROOTS];\nstatic int canon_op_at[CANON_OP_VALUES + 1];\n");
	if (pml_is_faithful(model))
		gd_out_puts(out, "static int canon_meant_root[CANON_ROOTS + 1];\n");
	gd_out_puts(out, "static void canon_gather(void) {\n\tint i;\n");
	gd_out_raw(out, c->gather.text, c->gather.length);
	gd_out_puts(out, "}\nstatic void canon_scatter(void) {\n\tint i;\n");
	gd_out_raw(out, c->scatter.text, c->scatter.length);
	gd_out_puts(out, "}\n");
	gd_out_line(out, "}");
}

static void plan(struct canon *c)
{
	struct pml_model *model = c->model;

	object_groups(c);
	if (pml_is_faithful(model))
		meant_groups(c);
	mutator_groups(c);
	operation_group(c);
	for (size_t i = 0; i < model->spec->kind_count; i++)
		kind_groups(c, &model->kinds[i]);
	for (size_t i = 0; i < model->checks.count; i++)
		check_group(c, &model->checks.at[i]);
	put_roots(c);
	know_plain(c);
}

static void put_all(struct canon *c, struct gd_out *out)
{
	if (!c->model->slots)
		gd_out_printf(&c->macros, "#define CANON_SLOTS 0\n");
	if (!c->model->operates)
		gd_out_puts(&c->macros, "#define CANON_OP_VALUES 0\n");
	put_numbers(c, out);
	put_references(c, out);
	gd_out_raw(out, c->macros.text, c->macros.length);
	look_at_everything(c, out);
	put_tables(c, out);
	gd_out_puts(out, "c_code {\n");
	gd_out_raw(out, c->clear.text, c->clear.length);
	gd_out_puts(out, "}\n#include \"canonical.pml\"\n");
	pml_line_back(c->model, out);
}

void pml_emit_canonical(struct pml_model *model, struct gd_out *out)
{
	struct canon c = { .model = model };
	struct gd_out *all[] = { &c.digits, &c.groups, &c.segments, &c.gather, &c.scatter,
		&c.macros, &c.clear };

	if (!model->request->canonical)
		return;
	if (!model->scenario->client)
		pml_refuse(model, "--canonical=yes is for scenarios of the most general client");
	if (model->request->strategy == PML_LTL)
		pml_refuse(model, "--canonical=yes is not for --strategy ltl");
	if (pml_counts_reorderings(model) || model->request->counts_switches ||
	    model->request->counts_operations)
		pml_refuse(model,
		    "--canonical=yes is not for models that count reorderings or switches");
	if (model->why)
		return;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		gd_out_init(all[i], 0);
	find_symmetry(&c);
	c.forgets = pml_forgets_garbage(model);
	plan(&c);
	put_all(&c, out);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		gd_out_free(all[i]);
}
