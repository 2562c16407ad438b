/* lower-points.c: what of a specification runs may reach, for reports of what they never did.
 *
 * A statement of the specification becomes any number of statements of the IR.  It begins with the first
 * of them.  A function's statements have one point each, however often it is inlined.
 *
 * Options decide conditions when the IR is made.  So a statement may
 *
 * - be left out, because a condition around it is false: no statement of the IR begins it;
 * - become nothing (`if strict ...' without `strict'): then its point is `unseen', because no step shows that
 *   a run has come there. */
#include "compiler/ir/lower-internal.h"

/* Makes the table larger, so that it is at most half full with one point more. */
static void make_room(struct lower *l)
{
	struct ir_spec *ir = l->ir;

	if (2 * (l->points.count + 1) <= ir->point_room)
		return;
	ir->point_room = ir->point_room ? 4 * ir->point_room : 64;
	ir->point_table = GD_NEW_ARRAY(l->arena, size_t, ir->point_room);
	for (size_t i = 0; i < l->points.count; i++)
		*ir_find_point(ir->point_table, ir->point_room, l->points.at, l->points.at[i].kind,
		    l->points.at[i].loc) = i + 1;
}

static size_t add(struct lower *l, enum ir_point_kind kind, struct gd_loc loc)
{
	size_t *number;

	make_room(l);
	number = ir_find_point(l->ir->point_table, l->ir->point_room, l->points.at, kind, loc);
	if (*number == 0) {
		GD_PUSH(l->arena, l->points, ((struct ir_point){ .kind = kind, .loc = loc }));
		*number = l->points.count;
	}
	return *number;
}

static struct ir_begun *begin(struct body *b, size_t point)
{
	struct ir_begun *begun = GD_NEW(b->l->arena, struct ir_begun);

	begun->point = point;
	begun->outer = b->begun;
	b->begun = begun;
	return begun;
}

static struct gd_loc loc_of(const struct syn_stmt *stmt)
{
	return stmt->head.line ? stmt->head : stmt->loc;
}

const struct ir_begun *ir_lower_begin_stmt(struct body *b, const struct syn_stmt *stmt)
{
	return stmt->kind == SYN_STMT_BLOCK ? NULL
					    : begin(b, add(b->l, IR_POINT_STATEMENT, loc_of(stmt)));
}

static void hide(struct lower *l, const struct ir_begun *begun)
{
	l->points.at[begun->point - 1].unseen = true;
}

/* What became no statement of the IR does not begin with the next one, which may be elsewhere. */
void ir_lower_end_stmt(struct body *b, const struct ir_begun *begun)
{
	for (; begun && b->begun && b->begun != begun->outer; b->begun = b->begun->outer)
		hide(b->l, b->begun);
}

void ir_lower_note_branches(struct body *b, struct ir_stmt *test, struct gd_loc loc)
{
	test->when_true = add(b->l, IR_POINT_TRUE, loc);
	test->when_false = add(b->l, IR_POINT_FALSE, loc);
}

void ir_lower_note_answer(struct body *b, bool answer, struct gd_loc loc)
{
	size_t when_true = add(b->l, IR_POINT_TRUE, loc);
	size_t when_false = add(b->l, IR_POINT_FALSE, loc);

	begin(b, answer ? when_true : when_false);
}

void ir_lower_forget(struct body *b, const struct ir_stmt *stmt)
{
	for (const struct ir_begun *begun = stmt->begins; begun; begun = begun->outer)
		hide(b->l, begun);
	if (stmt->when_true)
		b->l->points.at[stmt->when_true - 1].unseen =
		    b->l->points.at[stmt->when_false - 1].unseen = true;
}

/* ------------------------------------------------------------------- all statements */
struct listing {
	struct lower *l;
	bool *listed; /* by function */
};

static void list_stmt(struct listing *listing, const struct syn_stmt *stmt);

static void list_expr(struct listing *listing, const struct syn_expr *expr)
{
	struct lower *l = listing->l;

	if (!expr)
		return;
	for (size_t i = 0; i < expr->args.count; i++)
		list_expr(listing, expr->args.at[i]);
	for (size_t i = 0; expr->kind == SYN_EXPR_CALL && i < l->function_count; i++) {
		if (listing->listed[i] || l->functions[i]->name.text != expr->name.text)
			continue;
		listing->listed[i] = true;
		list_stmt(listing, l->functions[i]->body);
	}
}

static void list_stmt(struct listing *listing, const struct syn_stmt *stmt)
{
	if (!stmt)
		return;
	if (stmt->kind != SYN_STMT_BLOCK)
		add(listing->l, IR_POINT_STATEMENT, loc_of(stmt));
	list_expr(listing, stmt->expr);
	for (size_t i = 0; i < stmt->args.count; i++)
		list_expr(listing, stmt->args.at[i]);
	for (size_t i = 0; i < stmt->stmts.count; i++)
		list_stmt(listing, stmt->stmts.at[i]);
	list_stmt(listing, stmt->body);
	list_stmt(listing, stmt->otherwise);
}

void ir_lower_list_code(struct lower *l)
{
	static const enum syn_decl_kind kinds[] = { SYN_DECL_WORK, SYN_DECL_BUCKET,
		SYN_DECL_BARRIER };
	struct listing listing = { l, GD_NEW_ARRAY(l->arena, bool, l->function_count + 1) };

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct syn_decl **decls;
		size_t count = sem_decls(l->sem, l->variant, kinds[i], l->arena, &decls);

		for (size_t j = 0; j < count; j++)
			list_stmt(&listing,
			    kinds[i] == SYN_DECL_BUCKET ? decls[j]->fill : decls[j]->body);
	}
}

/* --------------------------------------------------------------------- the rest */
static void add_actions(struct lower *l, const struct ir_scenario *scenario)
{
	for (size_t m = 0; m < scenario->mutator_count; m++)
		for (size_t i = 0; i < scenario->mutators[m].action_count; i++) {
			size_t point =
			    add(l, IR_POINT_STATEMENT, scenario->mutators[m].actions[i].loc);

			l->points.at[point - 1].is_of_script = true;
		}
}

static void add_phase(struct lower *l, const struct ir_phase *phase)
{
	if (phase->how != IR_INTERVAL)
		return;
	add(l, IR_POINT_BEGINS, phase->loc);
	add(l, IR_POINT_ENDS, phase->loc);
}

void ir_lower_points(struct lower *l)
{
	struct ir_spec *ir = l->ir;

	for (size_t i = 0; i < ir->scenario_count; i++)
		add_actions(l, ir->scenarios[i]);
	for (size_t i = 0; i < ir->bucket_count; i++) {
		if (ir->buckets[i]->guard)
			add(l, IR_POINT_OPENS, ir->buckets[i]->loc);
		if (ir->buckets[i]->close_when)
			add(l, IR_POINT_CLOSES, ir->buckets[i]->loc);
	}
	for (size_t i = 0; i < ir->cycle_count; i++) {
		add(l, IR_POINT_BEGINS, ir->cycles[i]->loc);
		add(l, IR_POINT_ENDS, ir->cycles[i]->loc);
	}
	for (size_t i = 0; i < ir->phase_count; i++)
		add_phase(l, ir->phases[i]);
	ir->points = l->points.at;
	ir->point_count = l->points.count;
}
