/* text.c: outcomes, steps and events as text. */
#include "tests/differential/semantics/internal.h"

#include "compiler/base/out.h"

const char *const sx_check_name[SX_CHECKS] = { [SX_NO_FREED_ACCESS] = "no_freed_access",
	[SX_UNIT_UNIQUE] = "unit_unique",
	[SX_NO_STRANDED] = "no_stranded",
	[SX_CYCLE_ENDS] = "cycle_ends",
	[SX_STOPPED_ONCE] = "stopped_once",
	[SX_IN_RANGE] = "in_range",
	[SX_ASSERT] = "assert",
	[SX_FAITHFUL] = "faithful",
	[SX_PROPERTY] = "property" };

static const char *finish(struct gd_arena *arena, struct gd_out *out)
{
	const char *text = gd_arena_strndup(arena, out->text ? out->text : "", out->length);

	gd_out_free(out);
	return text;
}

/* ---------------------------------------------------------------------- outcomes */
static void put_object(struct gd_out *out, const struct sx_spec *spec, const struct state *s,
    unsigned object)
{
	const char *comma = "";

	gd_out_printf(out, " %s:", spec->objects[object]);
	if (!s->at[spec->at_live + object]) {
		gd_out_puts(out, "-");
		return;
	}
	for (unsigned i = 0; i < spec->meta_count; i++) {
		if (spec->metas[i].region >= 0)
			continue;
		gd_out_printf(out, "%s%s=%d", comma, spec->metas[i].name,
		    s->at[spec->at_meta + object * spec->meta_count + i]);
		comma = ",";
	}
	for (unsigned i = 0; i < spec->slots; i++)
		gd_out_printf(out, ",%u=%d", i, s->at[spec->at_slots + object * spec->slots + i]);
}

static void put_region(struct gd_out *out, const struct sx_spec *spec, struct state *s, int sort,
    unsigned region)
{
	const char *comma = "";

	gd_out_printf(out, " %s%u:", spec->regions[sort].name, region);
	for (unsigned i = 0; i < spec->meta_count; i++) {
		if (spec->metas[i].region != sort)
			continue;
		gd_out_printf(out, "%s%s=%d", comma, spec->metas[i].name,
		    *sx_region_cell(spec, s, i, (int)region));
		comma = ",";
	}
}

const char *sx_outcome(struct gd_arena *arena, const struct machine *machine, struct state *s,
    const char *how)
{
	const struct sx_spec *spec = machine->spec;
	struct gd_out out;

	gd_out_init(&out, 0);
	gd_out_puts(&out, how);
	for (unsigned o = 0; o < spec->object_count; o++)
		put_object(&out, spec, s, o);
	for (unsigned i = 0; i < spec->region_count; i++)
		for (unsigned k = 0; k < spec->regions[i].count; k++)
			put_region(&out, spec, s, (int)i, k);
	for (unsigned i = 0; i < spec->root_count; i++)
		gd_out_printf(&out, "%s%d", i ? "," : " roots=", s->at[spec->at_roots + i]);
	for (unsigned i = 0; i < spec->phase_count; i++)
		gd_out_printf(&out, " %s=%d", spec->phases[i].name,
		    s->at[spec->at_phases + i] == 1);
	for (unsigned i = 0; i < spec->ghost_count; i++)
		gd_out_printf(&out, " %s=%d", spec->ghosts[i].name, s->at[spec->at_ghosts + i]);
	return finish(arena, &out);
}

const char *sx_event_text(struct gd_arena *arena, const struct event *event)
{
	return event->value < 0
	    ? gd_arena_printf(arena, "%s %s", event->verb, event->name)
	    : gd_arena_printf(arena, "%s %s %d", event->verb, event->name, event->value);
}

/* ------------------------------------------------------------------------- steps */
static void put_value(struct gd_out *out, const struct sx_spec *spec, const struct code *code,
    unsigned var, int value)
{
	if (code->is_ref[var] && value >= -1)
		gd_out_puts(out, value < 0 ? "null" : spec->objects[value]);
	else
		gd_out_printf(out, "%d", value);
}

static void put_unit(struct gd_out *out, const struct sx_spec *spec, const cell *unit)
{
	const struct kind *kind = &spec->kinds[unit[U_KIND]];
	const struct insn *insn = &kind->code.at[unit[U_PC]];

	gd_out_printf(out, "%s(", kind->name);
	for (unsigned i = 0; i < kind->params; i++) {
		if (i)
			gd_out_puts(out, ", ");
		if (unit[U_WHERE] == RUNNING && !(insn->live >> i & 1))
			gd_out_puts(out, "?");
		else
			put_value(out, spec, &kind->code, i, unit[U_VARS + i]);
	}
	gd_out_puts(out, ")");
}

static void put_mutator(struct gd_out *out, const struct sx_spec *spec, unsigned m)
{
	if (m < spec->mutator_count)
		gd_out_printf(out, "mutator %s", spec->mutators[m].name);
	else
		gd_out_printf(out, "mutator %u", m);
}

static void put_what(struct gd_out *out, const struct sx_spec *spec, const struct step *step)
{
	const char *text = step->insn ? step->insn->op == DO_DONE ? "ends" : step->insn->text : "";

	switch (step->kind) {
	case S_CLAIM:
		gd_out_puts(out, "a worker takes ");
		put_unit(out, spec, step->unit);
		return;
	case S_RUN:
		put_unit(out, spec, step->unit);
		gd_out_printf(out, ": %s", text);
		return;
	case S_FLUSH:
		put_mutator(out, spec, step->who);
		gd_out_puts(out, " gives away ");
		put_unit(out, spec, step->unit);
		return;
	case S_SCRIPT:
	case S_OPERATION:
	case S_STOP:
	case S_JOIN:
	case S_LEAVE:
		put_mutator(out, spec, step->who);
		gd_out_printf(out, " %s",
		    step->kind == S_SCRIPT          ? step->action
			: step->kind == S_OPERATION ? text
			: step->kind == S_STOP      ? "stops"
			: step->kind == S_JOIN      ? "joins"
						    : "leaves");
		return;
	case S_OPEN: gd_out_printf(out, "bucket %s opens", spec->buckets[step->who].name); return;
	case S_CLOSE: gd_out_printf(out, "bucket %s closes", spec->buckets[step->who].name); return;
	case S_BEGIN: gd_out_printf(out, "cycle %s begins", spec->cycles[step->who].name); return;
	case S_END: gd_out_printf(out, "cycle %s ends", spec->cycles[step->who].name); return;
	case S_PHASE: gd_out_printf(out, "phase %s", spec->phases[step->who].name); return;
	case S_PERFORM: gd_out_puts(out, "a store of a worker reaches memory"); return;
	case S_REQUEST:
		gd_out_printf(out, "cycle %s is asked for", spec->cycles[step->who].name);
		return;
	}
}

/* ----------------------------------------------------------------------- changes */
static void put_reference(struct gd_out *out, const struct sx_spec *spec, int value)
{
	gd_out_printf(out, " = %s", value < 0 ? "null" : spec->objects[value]);
}

static void put_heap_changes(struct gd_out *out, const struct sx_spec *spec,
    const struct state *before, const struct state *after)
{
#define CHANGED(where) (before->at[where] != after->at[where])
	for (unsigned o = 0; o < spec->object_count; o++) {
		if (CHANGED(spec->at_live + o))
			gd_out_printf(out, "; %s is %s", spec->objects[o],
			    after->at[spec->at_live + o] ? "allocated" : "free");
		for (unsigned i = 0; i < spec->meta_count; i++)
			if (CHANGED(spec->at_meta + o * spec->meta_count + i))
				gd_out_printf(out, "; %s.%s = %d", spec->objects[o],
				    spec->metas[i].name,
				    after->at[spec->at_meta + o * spec->meta_count + i]);
		for (unsigned i = 0; i < spec->slots; i++)
			if (CHANGED(spec->at_slots + o * spec->slots + i)) {
				gd_out_printf(out, "; %s[%u]", spec->objects[o], i);
				put_reference(out, spec,
				    after->at[spec->at_slots + o * spec->slots + i]);
			}
	}
	for (unsigned m = 0; m < spec->mutator_count; m++)
		for (unsigned i = 0; i < spec->mutators[m].roots; i++) {
			unsigned at = spec->at_roots + spec->mutators[m].first_root + i;

			if (!CHANGED(at))
				continue;
			gd_out_printf(out, "; %s.%s", spec->mutators[m].name,
			    spec->mutators[m].root_names[i]);
			put_reference(out, spec, after->at[at]);
		}
}

/* "m stops; phase p 1; a.mark = 1" */
const char *sx_step_text(struct gd_arena *arena, const struct machine *machine,
    const struct step *step, struct state *before, struct state *after)
{
	struct gd_out out;

	gd_out_init(&out, 0);
	put_what(&out, machine->spec, step);
	for (unsigned i = 0; i < step->event_count; i++)
		gd_out_printf(&out, "; %s", sx_event_text(arena, &step->events[i]));
	put_heap_changes(&out, machine->spec, before, after);
	if (step->failed)
		gd_out_printf(&out, "; fails %s%s%s", sx_check_name[step->check],
		    step->name ? ": " : "", step->name ? step->name : "");
	return finish(arena, &out);
}
