/* ends.c: how runs end, read, and put so that equal ends are equal texts. */
#include "agree/ends.h"

#include <stdlib.h>
#include <string.h>

enum { GONE = -3 };        /* a reference to an object that was freed and has no number */
enum { MOST_UNFOUND = 6 }; /* new objects that no root leads to, all orders of which are tried */

/* What one line says. */
struct end {
	struct gd_arena *arena;
	const struct ir_spec *spec;
	const struct ir_scenario *scenario;
	const char *how;     /* "end", "stuck" */
	bool *live, *is_new; /* by object */
	long *meta,
	    *slot; /* object * count + number; slot: an object, -1 (null), -2 (neither), or GONE */
	long *root, *phase; /* by number */
	size_t roots;
	const char **name; /* by object: its own, or the one that it gets */
	/* what new objects are called, what was freed, and what never was an object */
	const char *new, *freed, *unknown;
	size_t named; /* so many new objects have names */
};

/* ---------------------------------------------------------------------- reading */
static size_t count_roots(const struct ir_scenario *scenario)
{
	size_t roots = 0;

	for (size_t i = 0; i < scenario->mutator_count; i++)
		roots += scenario->mutators[i].root_count;
	return roots;
}

/* The number after the next `='. false: there is none. */
static bool read_number(const char **at, long *number)
{
	char *end;

	*at += strcspn(*at, "=");
	if (!**at)
		return false;
	*number = strtol(*at + 1, &end, 10);
	*at = end;
	return true;
}

/* " a*:mark=1,0=2", or " a:-" */
static bool read_object(struct end *end, size_t object, const char **at)
{
	const struct ir_spec *spec = end->spec;
	size_t slots = end->scenario->slots_per_object;
	bool good = true;

	*at += strcspn(*at, "*:");
	end->is_new[object] = **at == '*';
	*at += end->is_new[object];
	if (**at != ':')
		return false;
	end->live[object] = *++*at != '-';
	for (size_t i = 0; end->live[object] && good && i < spec->meta_count; i++)
		good = spec->metas[i]->region ||
		    read_number(at, &end->meta[object * spec->meta_count + i]);
	for (size_t i = 0; end->live[object] && good && i < slots; i++)
		good = read_number(at, &end->slot[object * slots + i]);
	return good;
}

/* " block0:evac=0 line0:live=1,was=0 line1:live=0,was=0": for each region its metadata.  They are where those of the object
 * with its number would be. */
static bool read_regions(struct end *end, const char **at)
{
	const struct ir_spec *spec = end->spec;
	bool good = true;

	for (size_t r = 0; r < spec->region_count; r++)
		for (size_t k = 0; k < ir_regions_of(end->scenario, spec->regions[r]); k++)
			for (size_t i = 0; good && i < spec->meta_count; i++)
				good = spec->metas[i]->region != spec->regions[r] ||
				    read_number(at, &end->meta[k * spec->meta_count + i]);
	return good;
}

/* " roots=0,1" */
static bool read_roots(struct end *end, const char **at)
{
	bool good = !end->roots || read_number(at, &end->root[0]);

	for (size_t i = 1; good && i < end->roots; i++) {
		char *next;

		good = **at == ',';
		end->root[i] = strtol(*at + good, &next, 10);
		*at = next;
	}
	return good;
}

/* Ghosts, which come after all else, are left out: the C has none. */
static bool read_end(struct end *end, const char *line)
{
	const struct ir_scenario *scenario = end->scenario;
	size_t objects = scenario->object_count;
	bool good = true;

	end->roots = count_roots(scenario);
	end->live = GD_NEW_ARRAY(end->arena, bool, objects + 1);
	end->is_new = GD_NEW_ARRAY(end->arena, bool, objects + 1);
	end->meta = GD_NEW_ARRAY(end->arena, long, objects * end->spec->meta_count + 1);
	end->slot = GD_NEW_ARRAY(end->arena, long, objects * scenario->slots_per_object + 1);
	end->root = GD_NEW_ARRAY(end->arena, long, end->roots + 1);
	end->phase = GD_NEW_ARRAY(end->arena, long, end->spec->phase_count + 1);
	end->name = GD_NEW_ARRAY(end->arena, const char *, objects + 1);
	end->how = gd_arena_strndup(end->arena, line, strcspn(line, " \n"));
	line += strcspn(line, " \n");
	for (size_t i = 0; good && i < objects; i++)
		good = read_object(end, i, &line);
	good = good && read_regions(end, &line);
	good = good && read_roots(end, &line);
	for (size_t i = 0; good && i < end->spec->phase_count; i++)
		good = read_number(&line, &end->phase[i]);
	return good;
}

/* -------------------------------------------------------------------- new objects */
/* WORD, made longer until no name of the scenario begins with it. */
static const char *unused(const struct end *end, const char *word)
{
	const struct ir_scenario *scenario = end->scenario;

	for (size_t i = 0; i < scenario->named; i++)
		if (strncmp(scenario->objects[i].name, word, strlen(word)) == 0) {
			word = gd_arena_printf(end->arena, "%s_", word);
			i = (size_t)-1;
		}
	return word;
}

static void name_from(struct end *end, long object)
{
	size_t slots = end->scenario->slots_per_object;

	if (object < 0 || (size_t)object >= end->scenario->object_count || !end->live[object] ||
	    end->name[object])
		return;
	end->name[object] = end->is_new[object] || !end->scenario->objects[object].name
	    ? gd_arena_printf(end->arena, "%s%zu", end->new, ++end->named)
	    : end->scenario->objects[object].name;
	for (size_t i = 0; i < slots; i++)
		name_from(end, end->slot[(size_t)object * slots + i]);
	for (size_t i = 0; i < end->spec->meta_count; i++)
		if (ir_holds_reference(end->spec->metas[i]))
			name_from(end, end->meta[(size_t)object * end->spec->meta_count + i]);
}

static void name_found(struct end *end)
{
	for (size_t i = 0; i < end->roots; i++)
		name_from(end, end->root[i]);
	for (size_t i = 0; i < end->scenario->named; i++)
		if (!end->is_new[i] && end->live[i])
			name_from(end, (long)i);
}

/* ------------------------------------------------------------------------- text */
static const char *name_of(const struct end *end, long object)
{
	if (object < 0 && object != GONE)
		return object == -1 ? "null" : end->unknown;
	return object != GONE && end->name[object] ? end->name[object] : end->freed;
}

/* Of metadata. */
static const char *reference_text(const struct end *end, const struct ir_type *type, long value)
{
	return ir_tag_of(type, value) ? ir_tag_of(type, value) : name_of(end, value);
}

/* On which line a new object lies, "@line2". */
static const char *place_of(const struct end *end, size_t object)
{
	const struct ir_region *line = ir_smallest_region(end->spec);

	return line && (end->is_new[object] || object >= end->scenario->named)
	    ? gd_arena_printf(end->arena, "@%s%zu", line->name,
		  end->scenario->extents[line->index].first[object])
	    : "";
}

static void put_region(const struct end *end, const struct ir_region *region, size_t number,
    struct gd_out *out)
{
	const char *before = ":";

	gd_out_printf(out, " %s%zu", region->name, number);
	for (size_t i = 0; i < end->spec->meta_count; i++) {
		if (end->spec->metas[i]->region != region)
			continue;
		gd_out_printf(out, "%s%s=%ld", before, end->spec->metas[i]->name,
		    end->meta[number * end->spec->meta_count + i]);
		before = ",";
	}
}

static void put_regions(const struct end *end, struct gd_out *out)
{
	for (size_t r = 0; r < end->spec->region_count; r++)
		for (size_t k = 0; k < ir_regions_of(end->scenario, end->spec->regions[r]); k++)
			put_region(end, end->spec->regions[r], k, out);
}

static void put_object(const struct end *end, size_t object, struct gd_out *out)
{
	const struct ir_spec *spec = end->spec;
	size_t slots = end->scenario->slots_per_object;

	gd_out_printf(out, " %s%s:", end->name[object], place_of(end, object));
	for (size_t i = 0; i < spec->meta_count; i++) {
		long value = end->meta[object * spec->meta_count + i];

		if (spec->metas[i]->region)
			continue;
		gd_out_printf(out, "%s%s=", i ? "," : "", spec->metas[i]->name);
		if (ir_holds_reference(spec->metas[i]))
			gd_out_puts(out, reference_text(end, &spec->metas[i]->type, value));
		else
			gd_out_printf(out, "%ld", value);
	}
	for (size_t i = 0; i < slots; i++)
		gd_out_printf(out, "%s%s", i ? "," : "{",
		    name_of(end, end->slot[object * slots + i]));
	gd_out_puts(out, slots ? "}" : "");
}

static int by_name(const void *a, const void *b, void *end)
{
	const struct end *of = end;

	return strcmp(of->name[*(const size_t *)a], of->name[*(const size_t *)b]);
}

/* New objects, in the order of their names. */
static void put_new(struct end *end, struct gd_out *out)
{
	size_t objects = end->scenario->object_count, count = 0;
	size_t *which = GD_NEW_ARRAY(end->arena, size_t, objects + 1);

	for (size_t i = 0; i < objects; i++)
		if (end->live[i] && (end->is_new[i] || i >= end->scenario->named))
			which[count++] = i;
	qsort_r(which, count, sizeof *which, by_name, end);
	for (size_t i = 0; i < count; i++)
		put_object(end, which[i], out);
}

static const char *text_of(struct end *end)
{
	const struct ir_scenario *scenario = end->scenario;
	const char *text, *before = " roots=";
	struct gd_out out;
	size_t root = 0;

	gd_out_init(&out, 0);
	gd_out_puts(&out, end->how);
	for (size_t i = 0; i < scenario->named; i++)
		if (end->live[i] && !end->is_new[i])
			put_object(end, i, &out);
		else
			gd_out_printf(&out, " %s:freed", scenario->objects[i].name);
	put_new(end, &out);
	put_regions(end, &out);
	for (size_t i = 0; i < scenario->mutator_count; i++)
		for (size_t j = 0; j < scenario->mutators[i].root_count; j++, before = ",")
			gd_out_printf(&out, "%s%s", before, name_of(end, end->root[root++]));
	for (size_t i = 0; i < end->spec->phase_count; i++)
		gd_out_printf(&out, " %s=%ld", end->spec->phases[i]->name, end->phase[i]);
	text = gd_arena_strndup(end->arena, out.text, out.length);
	gd_out_free(&out);
	return text;
}

/* The least text of all orders in which the COUNT objects WHICH, from number FROM on, may be
 * named. */
static const char *least_text(struct end *end, size_t *which, size_t count, size_t from,
    const char *least)
{
	if (from == count) {
		const char *text = text_of(end);

		return !least || strcmp(text, least) < 0 ? text : least;
	}
	for (size_t i = from; i < count; i++) {
		size_t object = which[i];

		which[i] = which[from];
		which[from] = object;
		end->name[object] =
		    gd_arena_printf(end->arena, "%s%zu", end->new, end->named + from + 1);
		least = least_text(end, which, count, from + 1, least);
		which[from] = which[i];
		which[i] = object;
	}
	return least;
}

static const char *canonical_text(struct end *end)
{
	size_t objects = end->scenario->object_count, count = 0;
	size_t *which = GD_NEW_ARRAY(end->arena, size_t, objects + 1);

	end->new = unused(end, "new");
	end->freed = unused(end, "freed");
	end->unknown = unused(end, "unknown");
	name_found(end);
	for (size_t i = 0; i < objects; i++)
		if (end->live[i] && !end->name[i])
			which[count++] = i;
	for (size_t i = MOST_UNFOUND; i < count; i++)
		name_from(end, (long)which[i]);
	return least_text(end, which, count < MOST_UNFOUND ? count : MOST_UNFOUND, 0, NULL);
}

/* -------------------------------------------------------------------------- sets */
const struct agree_end *agree_find_end(const struct agree_ends *ends, const char *text)
{
	for (size_t i = 0; i < ends->at.count; i++)
		if (strcmp(ends->at.at[i].text, text) == 0)
			return &ends->at.at[i];
	return NULL;
}

struct agree_end *agree_add_end(struct gd_arena *arena, struct agree_ends *ends,
    const struct ir_spec *spec, const struct ir_scenario *scenario, const char *line)
{
	struct end end = { .arena = arena, .spec = spec, .scenario = scenario };
	struct agree_end new = { 0 };
	size_t at = 0;

	if (!read_end(&end, line))
		return NULL;
	new.text = canonical_text(&end);
	while (at < ends->at.count && strcmp(ends->at.at[at].text, new.text) < 0)
		at++;
	if (at < ends->at.count && strcmp(ends->at.at[at].text, new.text) == 0)
		return NULL;
	new.line = gd_arena_strndup(arena, line, strcspn(line, "\n"));
	GD_PUSH(arena, ends->at, new);
	memmove(&ends->at.at[at + 1], &ends->at.at[at], (ends->at.count - 1 - at) * sizeof new);
	ends->at.at[at] = new;
	return &ends->at.at[at];
}
