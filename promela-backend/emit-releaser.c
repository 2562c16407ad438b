/* emit-releaser.c: buckets that open, cycles that begin and end, the last step. */
#include "promela-backend/emit.h"

bool pml_in_cycle(const struct ir_bucket *bucket, const struct ir_cycle *cycle)
{
	for (size_t i = 0; i < bucket->cycle_count; i++)
		if (bucket->cycles[i] == cycle)
			return true;
	return bucket->cycle_count == 0;
}

/* ------------------------------------------------------------- declarations */
/* " || running_c" for each cycle that BUCKET takes part in. */
static const char *cycles_of(struct pml_model *model, const struct ir_bucket *bucket)
{
	const char *text = "";

	for (size_t i = 0; i < model->spec->cycle_count; i++)
		if (!bucket || pml_in_cycle(bucket, model->spec->cycles[i]))
			text = gd_arena_printf(model->arena, "%s%srunning_%s", text,
			    *text ? " || " : "", model->spec->cycles[i]->name);
	return *text ? text : "false";
}

/* `open_b` alone does not say whether b has opened in this cycle. */
static bool opens_again(const struct ir_bucket *bucket)
{
	return bucket->close_when || bucket->opening == IR_WHENEVER;
}

static void declare_bucket(struct pml_model *model, const struct ir_bucket *bucket)
{
	const char *drained = "", *idle = "", *empty = "";

	for (size_t i = 0; i < bucket->kind_count; i++) {
		const char *kind = bucket->kinds[i]->name;

		const char *over = pml_none_in_doubt(model, &model->kinds[bucket->kinds[i]->index]);

		drained = gd_arena_printf(model->arena, "%s && units_%s == 0 && waiting_%s == 0%s",
		    drained, kind, kind, over);
		idle = gd_arena_printf(model->arena, "%s && units_%s == 0%s", idle, kind, over);
		empty =
		    gd_arena_printf(model->arena, "%s && units_%s == busy_%s", empty, kind, kind);
	}
	gd_out_line(model->out, "// %s: bucket %s", pml_where(model, bucket->loc), bucket->name);
	gd_out_line(model->out, "bool open_%s;", bucket->name);
	if (opens_again(bucket))
		gd_out_line(model->out, "bool opened_%s;", bucket->name);
	else
		gd_out_line(model->out, "#define opened_%s open_%s", bucket->name, bucket->name);
	gd_out_line(model->out, "#define HAS_OPENED_%s (opened_%s || !(%s))", bucket->name,
	    bucket->name, cycles_of(model, bucket));
	gd_out_line(model->out, "#define DRAINED_%s (HAS_OPENED_%s%s)", bucket->name, bucket->name,
	    drained);
	gd_out_line(model->out, "#define IDLE_%s (open_%s%s)", bucket->name, bucket->name, idle);
	gd_out_line(model->out, "#define EMPTY_%s (opened_%s%s)\n", bucket->name, bucket->name,
	    empty);
}

void pml_declare_releaser(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	for (size_t i = 0; i < spec->cycle_count; i++) {
		gd_out_line(model->out, "// %s: cycle %s", pml_where(model, spec->cycles[i]->loc),
		    spec->cycles[i]->name);
		gd_out_line(model->out, "bool requested_%s;", spec->cycles[i]->name);
		gd_out_line(model->out, "bool running_%s;", spec->cycles[i]->name);
		gd_out_line(model->out,
		    "hidden byte number_%s;        // for the events of a replay\n",
		    spec->cycles[i]->name);
	}
	for (size_t i = 0; i < spec->bucket_count; i++)
		declare_bucket(model, spec->buckets[i]);
	pml_declare_phases(model);
	for (size_t i = 0; i < spec->ghost_count; i++)
		if (pml_reads_ghost(model, spec->ghosts[i]))
			gd_out_line(model->out, "%s ghost_%s = %ld;    // %s",
			    spec->ghosts[i]->type.kind == IR_INT ? "int" : "byte",
			    spec->ghosts[i]->name, spec->ghosts[i]->init,
			    pml_where(model, spec->ghosts[i]->loc));
}

/* ------------------------------------------------------------------ inlines */
static void begin_inline(struct pml_model *model, const char *format, const char *name)
{
	gd_out_puts(model->out, "inline ");
	gd_out_printf(model->out, "%s%s() {\n", format, name);
	model->out->indent++;
}

static void end_inline(struct pml_model *model, struct pml_set *writes)
{
	pml_settle_phases(model, model->out, writes);
	pml_after_step(model, model->out, writes);
	gd_out_line(model->out, "x_found = 0");
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

/* The bucket is open; its fill runs in the same step. */
static void set_open(struct pml_model *model, const struct ir_bucket *bucket,
    struct pml_set *writes)
{
	struct pml_step step = { .model = model,
		.kernel = &model->fills[bucket->index],
		.out = model->out,
		.env = { .kernel = &model->fills[bucket->index] },
		.writes = writes };

	pml_acted_upon(model, model->out, bucket->guard);
	pml_check_none_left_out(model, bucket);
	gd_out_line(model->out, "open_%s = true;", bucket->name);
	if (opens_again(bucket))
		gd_out_line(model->out, "opened_%s = true;", bucket->name);
	pml_set_add(model, writes, PML_CELL_OPEN, bucket->index);
	pml_inline_list(&step, bucket->fill.body);
}

void pml_close_if_drained(struct pml_model *model, struct gd_out *out,
    const struct ir_bucket *bucket)
{
	if (bucket->opening != IR_WHENEVER)
		return;
	gd_out_line(out, "if");
	gd_out_line(out,
	    ":: open_%s && DRAINED_%s -> open_%s = false; printf(\"@ close bucket=%s "
	    "where=%s\\n\")",
	    bucket->name, bucket->name, bucket->name, bucket->name, pml_where(model, bucket->loc));
	gd_out_line(out, ":: else -> skip");
	gd_out_line(out, "fi;");
}

static void open_at_once_inline(struct pml_model *model, const struct ir_bucket *bucket)
{
	struct pml_set writes = { { 0 } };

	gd_out_line(model->out, "inline open_at_once_%s() {", bucket->name);
	model->out->indent++;
	gd_out_line(model->out, "if");
	/* not behind the end of a run that is cut */
	gd_out_line(model->out, ":: %s(%s) && !open_%s && %s ->", pml_cut(model),
	    cycles_of(model, bucket), bucket->name, pml_expr(model, NULL, bucket->guard));
	model->out->indent++;
	gd_out_line(model->out, "printf(\"@ open bucket=%s where=%s\\n\");", bucket->name,
	    pml_where(model, bucket->loc));
	pml_check_fill_stays(model, bucket);
	pml_order_opening(model);
	set_open(model, bucket, &writes);
	gd_out_line(model->out, "skip");
	model->out->indent--;
	gd_out_line(model->out, ":: else -> skip");
	gd_out_line(model->out, "fi");
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

static void open_inline(struct pml_model *model, const struct ir_bucket *bucket)
{
	struct pml_set writes = { { 0 } };

	begin_inline(model, "step_open_", bucket->name);
	gd_out_line(model->out, "printf(\"@ step do=open thread=releaser bucket=%s where=%s\\n\");",
	    bucket->name, pml_where(model, bucket->loc));
	pml_order_opening(model);
	set_open(model, bucket, &writes);
	pml_close_if_drained(model, model->out, bucket); /* nothing is in it */
	end_inline(model, &writes);
}

static void close_inline(struct pml_model *model, const struct ir_bucket *bucket)
{
	struct pml_set writes = { { 0 } };

	begin_inline(model, "step_close_", bucket->name);
	gd_out_line(model->out,
	    "printf(\"@ step do=close thread=releaser bucket=%s where=%s\\n\");", bucket->name,
	    pml_where(model, bucket->loc));
	gd_out_line(model->out, "open_%s = false;", bucket->name);
	pml_set_add(model, &writes, PML_CELL_OPEN, bucket->index);
	end_inline(model, &writes);
}

static void cycle_event(struct pml_model *model, const struct ir_cycle *cycle, const char *what)
{
	gd_out_line(model->out,
	    "printf(\"@ step do=%s thread=releaser cycle=%s number=%%d "
	    "where=%s\\n\", number_%s);",
	    what, cycle->name, pml_where(model, cycle->loc), cycle->name);
}

static void begin_cycle_inline(struct pml_model *model, const struct ir_cycle *cycle)
{
	struct pml_set writes = { { 0 } };

	begin_inline(model, "step_begin_", cycle->name);
	gd_out_line(model->out, "number_%s++;", cycle->name);
	cycle_event(model, cycle, "begin");
	gd_out_line(model->out, "requested_%s = false;", cycle->name);
	gd_out_line(model->out, "running_%s = true;", cycle->name);
	gd_out_line(model->out, "waiters_see_begin(%zu);", cycle->index);
	pml_none_late(model, NULL);
	pml_set_add(model, &writes, PML_CELL_REQUESTED, cycle->index);
	pml_set_add(model, &writes, PML_CELL_RUNNING, cycle->index);
	for (size_t i = 0; i < model->spec->bucket_count; i++) {
		const struct ir_bucket *bucket = model->spec->buckets[i];

		if (bucket->guard || !pml_in_cycle(bucket, cycle))
			continue;
		gd_out_line(model->out, "printf(\"@ open bucket=%s where=%s\\n\");", bucket->name,
		    pml_where(model, bucket->loc));
		set_open(model, bucket, &writes);
	}
	end_inline(model, &writes);
}

/* A unit that is left could go on behind the end of the cycle: one that was claimed in time.  What
 * is taken to be over, and a claim in the first step, are not right then. */
static void stranded_check(struct pml_model *model, const struct ir_cycle *cycle,
    const struct ir_kind *kind)
{
	const char *breach = pml_breach(model, IR_NO_STRANDED,
	    gd_arena_printf(model->arena,
		"printf(\"@ fail property=no_stranded binding=- where=%s\\n\")",
		pml_where(model, cycle->loc)));
	const char *left_out =
	    model->kinds[kind->index].merges_by && pml_number_of(model, IR_NO_STRANDED)
	    ? gd_arena_printf(model->arena, " + doubt_%s", kind->name)
	    : "";

	if (!breach)
		return;
	gd_out_line(model->out, "if");
	gd_out_line(model->out, ":: units_%s + waiting_%s%s > 0 -> %s", kind->name, kind->name,
	    left_out, breach);
	gd_out_line(model->out, ":: else -> skip");
	gd_out_line(model->out, "fi;");
}

static void end_cycle_inline(struct pml_model *model, const struct ir_cycle *cycle)
{
	struct pml_set writes = { { 0 } };

	begin_inline(model, "step_end_", cycle->name);
	cycle_event(model, cycle, "end");
	pml_acted_upon(model, model->out, cycle->to);
	for (size_t i = 0; i < model->spec->bucket_count; i++) {
		const struct ir_bucket *bucket = model->spec->buckets[i];

		if (!pml_in_cycle(bucket, cycle))
			continue;
		for (size_t j = 0; j < bucket->kind_count; j++)
			stranded_check(model, cycle, bucket->kinds[j]);
		gd_out_line(model->out, "open_%s = false;", bucket->name);
		if (opens_again(bucket))
			gd_out_line(model->out, "opened_%s = false;", bucket->name);
		pml_set_add(model, &writes, PML_CELL_OPEN, bucket->index);
	}
	for (size_t i = 0; i < model->spec->phase_count; i++)
		if (model->spec->phases[i]->how == IR_INTERVAL) {
			gd_out_line(model->out, "set_%s(0);", model->spec->phases[i]->name);
			pml_set_add(model, &writes, PML_CELL_PHASE, i);
		}
	gd_out_line(model->out, "running_%s = false;", cycle->name);
	gd_out_line(model->out, "waiters_see_end(%zu);", cycle->index);
	if (model->comes_and_goes)
		gd_out_line(model->out, "forget_left();");
	pml_set_add(model, &writes, PML_CELL_RUNNING, cycle->index);
	end_inline(model, &writes);
}

static void finish_inline(struct pml_model *model)
{
	begin_inline(model, "step_", "finish");
	gd_out_line(model->out, "printf(\"@ step do=finish thread=environment\\n\");");
	if (!pml_is_cut(model)) /* a run that is cut may do later what it still owes */
		pml_final_checks(model, model->out);
	pml_put_outcome(model, "end");
	gd_out_line(model->out, "finished = true");
	model->out->indent--;
	gd_out_line(model->out, "}\n");
}

/* Before every step: it may open a bucket. */
void pml_emit_openings(struct pml_model *model)
{
	for (size_t i = 0; i < model->spec->bucket_count; i++)
		if (model->opens_at_once[i])
			open_at_once_inline(model, model->spec->buckets[i]);
}

void pml_emit_releaser(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;

	for (size_t i = 0; i < spec->bucket_count; i++) {
		if (spec->buckets[i]->guard && !model->opens_at_once[i])
			open_inline(model, spec->buckets[i]);
		if (spec->buckets[i]->close_when)
			close_inline(model, spec->buckets[i]);
	}
	for (size_t i = 0; i < spec->cycle_count; i++) {
		begin_cycle_inline(model, spec->cycles[i]);
		end_cycle_inline(model, spec->cycles[i]);
	}
	pml_phase_steps(model);
	finish_inline(model);
}

/* ------------------------------------------------------------------ options */
static const char *guard_of(struct pml_model *model, const struct ir_expr *guard)
{
	return guard ? pml_expr(model, NULL, guard) : "true";
}

static void bucket_options(struct pml_model *model, const struct ir_bucket *bucket)
{
	struct gd_arena *arena = model->arena;
	const char *name = bucket->name, *guard;

	if (bucket->guard && !model->opens_at_once[bucket->index]) {
		guard = gd_arena_printf(arena, "(%s) && !%s_%s && %s", cycles_of(model, bucket),
		    bucket->opening == IR_WHENEVER ? "open" : "opened", name,
		    guard_of(model, bucket->guard));
		pml_option(model, bucket->loc, guard,
		    gd_arena_printf(arena, "step_open_%s()", name));
	}
	if (bucket->close_when) {
		guard = gd_arena_printf(arena, "open_%s && %s", name,
		    guard_of(model, bucket->close_when));
		pml_option(model, bucket->loc, guard,
		    gd_arena_printf(arena, "step_close_%s()", name));
	}
}

/* " && at_k_3[0] == 0 …": a cycle does not end before the end of what is over. */
static const char *all_ended(struct pml_model *model)
{
	const char *text = "";

	for (size_t i = 0; i < model->spec->kind_count; i++) {
		const struct pml_kernel *kernel = &model->kinds[i];

		for (size_t j = 0; j < kernel->places.count; j++)
			for (size_t c = 0; kernel->places.at[j]->point == PML_OVER &&
			     c < kernel->places.at[j]->colours;
			     c++)
				text = gd_arena_printf(model->arena, "%s && at_%s_%zu[%zu] == 0",
				    text, kernel->name, j, c);
	}
	return text;
}

static void cycle_options(struct pml_model *model, const struct ir_cycle *cycle)
{
	const char *guard = gd_arena_printf(model->arena, "!(%s) && %s", cycles_of(model, NULL),
	    guard_of(model, cycle->from));

	pml_option(model, cycle->loc, guard,
	    gd_arena_printf(model->arena, "step_begin_%s()", cycle->name));
	guard = gd_arena_printf(model->arena, "running_%s && %s%s", cycle->name,
	    guard_of(model, cycle->to), all_ended(model));
	pml_option(model, cycle->loc, guard,
	    gd_arena_printf(model->arena, "step_end_%s()", cycle->name));
}

/* Nothing can happen any more that the scenario asks for. */
static const char *over(struct pml_model *model)
{
	const struct ir_spec *spec = model->spec;
	struct gd_arena *arena = model->arena;
	const char *alive = model->request->outcomes ? "!finished && !failed" : "!finished";
	const char *text = gd_arena_printf(arena, "%s && !stop_requested && mem_quiet", alive);

	if (pml_is_cut(model))
		return gd_arena_printf(arena, "%s && CUT", alive);
	for (size_t i = 0; i < model->mutators; i++)
		text = gd_arena_printf(arena, "%s && script_at[%zu] == %zu && (RUNS(%zu)%s)", text,
		    i,
		    model->scenario->client ? (size_t)0 : model->scenario->mutators[i].action_count,
		    i, model->comes_and_goes ? gd_arena_printf(arena, " || !THERE(%zu)", i) : "");
	for (size_t i = 0; i < spec->cycle_count; i++)
		text = gd_arena_printf(arena, "%s && !requested_%s && !running_%s", text,
		    spec->cycles[i]->name, spec->cycles[i]->name);
	for (size_t i = 0; i < spec->kind_count; i++)
		text = gd_arena_printf(arena, "%s && busy_%s == 0", text, spec->kinds[i]->name);
	if (!model->scenario->collects)
		text = gd_arena_printf(arena, "%s && asked == %ld", text, model->scenario->cycles);
	return text;
}

/* Nobody asks about deadlocks: but a run that ends in one owes what every run does. */
static void deadlock_is_an_end(struct pml_model *model)
{
	if (!pml_is_owed(model->request))
		return;
	gd_out_line(model->out, ":: atomic { !finished && timeout -> d_step {");
	model->out->indent++;
	gd_out_line(model->out, "printf(\"@ step do=finish thread=environment\\n\");");
	pml_final_checks(model, model->out);
	gd_out_line(model->out, "skip");
	model->out->indent--;
	gd_out_line(model->out, "} }");
}

/* How runs end that nobody asks about. */
static void deadlock_is_an_outcome(struct pml_model *model)
{
	gd_out_line(model->out, ":: atomic { !finished && !failed && timeout -> d_step {");
	model->out->indent++;
	pml_final_checks(model, model->out);
	pml_put_outcome(model, "stuck");
	gd_out_line(model->out, "finished = true");
	model->out->indent--;
	gd_out_line(model->out, "} }");
}

/* `timeout`: no process has a step that it can take. */
static void deadlock_option(struct pml_model *model)
{
	size_t number = pml_number_of(model, IR_CYCLE_ENDS);

	if (model->request->strategy != PML_SAFETY)
		return;
	if (!number && model->request->outcomes)
		deadlock_is_an_outcome(model);
	else if (!number)
		deadlock_is_an_end(model);
	else
		gd_out_line(model->out,
		    ":: atomic { !finished%s && timeout -> printf(\"@ fail property=cycle_ends "
		    "binding=-\\n\"); FAIL(%zu) }",
		    model->request->outcomes ? " && !failed" : "", number);
}

void pml_releaser_options(struct pml_model *model)
{
	for (size_t i = 0; i < model->spec->bucket_count; i++)
		bucket_options(model, model->spec->buckets[i]);
	for (size_t i = 0; i < model->spec->cycle_count; i++)
		cycle_options(model, model->spec->cycles[i]);
	pml_phase_options(model);
	pml_line_back(model);
	gd_out_line(model->out, ":: d_step { %s -> step_finish()%s }", over(model),
	    pml_canonical(model));
	deadlock_option(model);
}
