/* build.c: nodes of the tree, as the grammar's actions make them. */
#include "compiler/syntax/parser.h"

#include <stdint.h>
#include <string.h>

#include "compiler/base/memory.h"

static unsigned depth_of(const struct syn_expr *expr)
{
	return expr ? expr->depth : 0;
}

struct syn_expr *syn_expr_new(struct syn_parser *parser, enum syn_expr_kind kind, struct gd_loc loc,
    struct gd_loc op_loc, struct syn_expr *a, struct syn_expr *b)
{
	struct gd_arena *arena = parser->context->arena;
	struct syn_expr *expr = GD_NEW(arena, struct syn_expr);
	unsigned depth = depth_of(a) > depth_of(b) ? depth_of(a) : depth_of(b);

	expr->kind = kind;
	expr->loc = loc;
	expr->op_loc = op_loc;
	expr->depth = depth + 1;
	if (expr->depth > GD_MOST_expression_depth) {
		if (!parser->too_deep)
			gd_help(gd_report(parser->context->sink, GD_E_too_deep, op_loc,
				    "more than %d expressions are nested here",
				    GD_MOST_expression_depth),
			    "move a part of it into a function or property of its own");
		parser->too_deep = true;
		expr->kind = SYN_EXPR_ERROR;
		expr->depth = 1;
		return expr;
	}
	if (a != NULL)
		GD_PUSH(arena, expr->args, a);
	if (b != NULL)
		GD_PUSH(arena, expr->args, b);
	return expr;
}

struct syn_expr *syn_name_expr(struct syn_parser *parser, struct syn_name name)
{
	struct syn_expr *expr = syn_expr_new(parser, SYN_EXPR_NAME, name.loc, name.loc, NULL, NULL);

	expr->name = name;
	return expr;
}

static enum syn_order order_of(const char *text)
{
	enum gd_order order = text != NULL ? gd_order_named(text) : GD_ORDERS;

	return order == GD_ORDERS ? SYN_ORDER_NONE : SYN_RELAXED + (enum syn_order)order;
}

enum syn_order syn_order_named(struct syn_parser *parser, struct syn_name name)
{
	enum syn_order order = order_of(name.text);
	const char *meant;
	struct gd_diag *diag;

	if (order != SYN_ORDER_NONE)
		return order;
	diag = gd_report(parser->context->sink, GD_E_not_an_order, name.loc,
	    "`%s` is not a memory order", name.text);
	meant = gd_did_you_mean(name.text, gd_order_name, GD_ORDERS);
	if (meant != NULL)
		gd_fixit(diag, name.loc, meant);
	else
		gd_help(diag, "the orders are relaxed, acquire, release, acq_rel and seq_cst");
	return SYN_RELAXED;
}

void syn_begin_kind(struct syn_parser *parser, enum syn_multiplicity multiplicity,
    struct gd_loc loc)
{
	parser->kind = (struct syn_decl){ .multiplicity = multiplicity, .multiplicity_loc = loc };
}

void syn_take_kind(struct syn_parser *parser, struct syn_decl *decl)
{
	const struct syn_decl *kind = &parser->kind;

	decl->multiplicity = kind->multiplicity;
	decl->multiplicity_loc = kind->multiplicity_loc;
#define KIND_FLAG(name, text)               decl->name = kind->name;
#define KIND_NUMBER(name, text, one, label) decl->name = kind->name;
#define KIND_MUTATOR(name, text)                                                                   \
	decl->name = kind->name;                                                                   \
	decl->name##_order = kind->name##_order;                                                   \
	decl->name##_order_loc = kind->name##_order_loc;
#include "compiler/base/kinds.def"
}

void syn_late_limit(struct syn_parser *parser, struct gd_loc loc)
{
	gd_help(gd_report(parser->context->sink, GD_E_unexpected_token, loc,
		    "the limit cannot come after `on`"),
	    "write it before `on`: `set serial on m`, `set at most 2 on m acq_rel`");
}

enum syn_order syn_order_on(struct syn_parser *parser, struct syn_name name)
{
	if (name.text == NULL || strcmp(name.text, "serial") != 0)
		return syn_order_named(parser, name);
	syn_late_limit(parser, name.loc);
	return SYN_ORDER_NONE;
}

/* For operations whose last arguments may be orders: the number of arguments before these.  Only
 * after them is `relaxed` an order; elsewhere it is a name. */
static size_t plain_arguments(const char *operation)
{
	const struct gd_operation *memory = gd_operation_named(operation);

	return memory != NULL ? memory->arguments : SIZE_MAX;
}

struct syn_expr *syn_call_expr(struct syn_parser *parser, struct gd_loc loc, struct syn_name name,
    struct syn_expr_list *args)
{
	struct syn_expr *deepest = NULL, *call;
	size_t plain = plain_arguments(name.text), orders = 0;

	for (size_t i = 0; i < args->exprs.count; i++)
		if (depth_of(args->exprs.at[i]) > depth_of(deepest))
			deepest = args->exprs.at[i];
	call = syn_expr_new(parser, SYN_EXPR_CALL, loc, name.loc, deepest, NULL);
	call->args.count = 0;
	call->name = name;
	for (size_t i = 0; i < args->exprs.count; i++) {
		struct syn_expr *arg = args->exprs.at[i];
		enum syn_order order = SYN_ORDER_NONE;

		if (i >= plain && arg->kind == SYN_EXPR_NAME && orders < 2) {
			order = order_of(arg->name.text);
			if (order == SYN_ORDER_NONE && plain != SIZE_MAX)
				order = syn_order_named(parser, arg->name);
		}
		if (order == SYN_ORDER_NONE) {
			GD_PUSH(parser->context->arena, call->args, arg);
		} else if (orders++ == 0) {
			call->order = order;
			call->order_loc = arg->loc;
		} else {
			call->order_on_failure = order;
			call->failure_loc = arg->loc;
		}
	}
	return call;
}

struct syn_stmt *syn_stmt_new(struct syn_parser *parser, enum syn_stmt_kind kind, struct gd_loc loc)
{
	struct syn_stmt *stmt = GD_NEW(parser->context->arena, struct syn_stmt);

	stmt->kind = kind;
	stmt->loc = loc;
	stmt->head = loc;
	return stmt;
}

void syn_take_args(struct syn_parser *parser, struct syn_stmt *stmt, struct syn_expr_list *args)
{
	for (size_t i = 0; i < args->exprs.count; i++)
		GD_PUSH(parser->context->arena, stmt->args, args->exprs.at[i]);
}

struct syn_decl *syn_decl_new(struct syn_parser *parser, enum syn_decl_kind kind, struct gd_loc loc,
    struct syn_name name)
{
	struct syn_decl *decl = GD_NEW(parser->context->arena, struct syn_decl);

	decl->kind = kind;
	decl->loc = loc;
	decl->head = name.text ? gd_loc_join(loc, name.loc) : loc;
	decl->name = name;
	syn_register_trivia(parser, &decl->trivia, loc);
	return decl;
}

struct syn_decl *syn_open(struct syn_parser *parser, enum syn_decl_kind kind, struct syn_name name)
{
	struct syn_decl *decl = GD_NEW(parser->context->arena, struct syn_decl);

	decl->kind = kind;
	decl->name = name;
	parser->open_decl = decl;
	return decl;
}

void syn_close(struct syn_parser *parser, struct gd_loc loc, struct gd_loc head)
{
	struct syn_decl *decl = parser->open_decl;

	decl->loc = loc;
	decl->head = head;
	for (size_t i = 0; i < decl->members.count; i++)
		syn_register_trivia(parser, &decl->members.at[i].trivia, decl->members.at[i].loc);
	syn_register_trivia(parser, &decl->trivia, loc);
}

struct syn_name_list *syn_name_list_add(struct syn_parser *parser, struct syn_name_list *list,
    struct syn_name name)
{
	if (list == NULL)
		list = GD_NEW(parser->context->arena, struct syn_name_list);
	GD_PUSH(parser->context->arena, list->names, name);
	return list;
}

void syn_append_names(struct syn_parser *parser, syn_names *to, struct syn_name_list *names)
{
	for (size_t i = 0; i < names->names.count; i++)
		GD_PUSH(parser->context->arena, *to, names->names.at[i]);
}

long syn_at_least_one(struct syn_parser *parser, long number, struct gd_loc loc)
{
	if (number >= 1)
		return number;
	gd_help(gd_report(parser->context->sink, GD_E_at_least_one, loc,
		    "this number must be at least 1"),
	    "write 1 or more");
	return 1;
}

void syn_opening(struct syn_parser *parser, enum syn_opening opening, struct syn_expr *guard)
{
	parser->open_decl->has_opening = true;
	parser->open_decl->opening = opening;
	parser->open_decl->guard = guard;
}

/* ------------------------------------------------------------- quantifiers */
void syn_quantor(struct syn_parser *parser, enum syn_expr_kind kind, struct gd_loc loc)
{
	parser->quantor = kind;
	parser->quantor_loc = loc;
}

void syn_quantifier(struct syn_parser *parser, struct syn_name_list *binders,
    struct syn_name domain)
{
	struct syn_expr *expr = syn_expr_new(parser, parser->quantor, parser->quantor_loc,
	    parser->quantor_loc, NULL, NULL);

	expr->binders = binders->names;
	expr->domain = domain;
	GD_PUSH(parser->context->arena, parser->quantifiers, expr);
}

void syn_quantify_slots(struct syn_parser *parser, struct syn_expr *member, struct syn_name name)
{
	member->name = name;
	GD_PUSH(parser->context->arena, parser->quantifiers.at[parser->quantifiers.count - 1]->args,
	    member);
}

struct syn_expr *syn_quantified(struct syn_parser *parser, struct gd_loc loc, struct syn_expr *body)
{
	struct syn_expr *head, *expr;

	if (parser->quantifiers.count == 0)
		return body;
	head = parser->quantifiers.at[--parser->quantifiers.count];
	expr = syn_expr_new(parser, head->kind, loc, head->op_loc, body,
	    head->args.count ? head->args.at[0] : NULL);
	expr->binders = head->binders;
	expr->domain = head->domain;
	return expr;
}

/* --------------------------------------------- items of scenario and verify */
void syn_objects(struct syn_parser *parser, struct syn_name_list *names, long more)
{
	struct syn_decl *scenario = parser->open_decl;

	scenario->has_objects = true;
	scenario->more_objects += more;
	if (names != NULL)
		syn_append_names(parser, &scenario->objects, names);
}

static struct syn_expr *set_of(struct syn_parser *parser, struct gd_loc loc,
    const struct syn_expr_list *values)
{
	struct syn_expr *set = syn_expr_new(parser, SYN_EXPR_SET, loc, loc, NULL, NULL);

	for (size_t i = 0; i < values->exprs.count; i++)
		GD_PUSH(parser->context->arena, set->args, values->exprs.at[i]);
	return set;
}

void syn_object_init(struct syn_parser *parser, struct syn_name object, struct syn_name field,
    struct gd_loc loc, struct syn_expr_list *values)
{
	struct syn_object_init init = { .object = object,
		.field = field,
		.value = set_of(parser, loc, values) };

	GD_PUSH(parser->context->arena, parser->open_decl->inits, init);
}

void syn_metadata_init(struct syn_parser *parser, struct syn_name object, bool of_all,
    struct syn_name member, struct syn_expr *value)
{
	struct syn_object_init init = { .object = object,
		.field = member,
		.value = value,
		.of_all = of_all };

	GD_PUSH(parser->context->arena, parser->open_decl->inits, init);
}

void syn_script(struct syn_parser *parser, struct gd_loc loc, struct syn_name name)
{
	struct syn_script script = { .name = name, .body = parser->script, .loc = loc };

	if (parser->stack != NULL)
		script.stack = parser->stack->names;
	GD_PUSH(parser->context->arena, parser->open_decl->scripts, script);
}

void syn_any_client(struct syn_parser *parser, struct gd_loc loc, long mutators, long roots,
    long steps, long with)
{
	parser->open_decl->any_client = (struct syn_any_client){ .loc = loc,
		.mutators = syn_at_least_one(parser, mutators, loc),
		.roots = roots,
		.steps = steps,
		.with = with };
}

void syn_globals(struct syn_parser *parser, long count, struct gd_loc loc)
{
	parser->open_decl->globals = syn_at_least_one(parser, count, loc);
	parser->open_decl->globals_loc = loc;
}

void syn_slots(struct syn_parser *parser, long slots, struct gd_loc loc)
{
	parser->open_decl->slots = syn_at_least_one(parser, slots, loc);
}

void syn_fields(struct syn_parser *parser, long count, struct syn_name name, struct gd_loc loc)
{
	if (strcmp(name.text, "field") == 0 || strcmp(name.text, "fields") == 0)
		syn_slots(parser, count, loc);
	else
		gd_help(gd_report(parser->context->sink, GD_E_expected_token, name.loc,
			    "objects consist of fields and words here, not of `%s`", name.text),
		    "write `objects 3 of 1 field, 1 word { 0, 1 };`");
}

void syn_words(struct syn_parser *parser, long count, struct gd_loc loc,
    struct syn_expr_list *values)
{
	parser->open_decl->words = syn_at_least_one(parser, count, loc);
	parser->open_decl->words_loc = loc;
	parser->open_decl->word_values = values ? set_of(parser, loc, values) : NULL;
}

void syn_cycles(struct syn_parser *parser, struct gd_loc loc, long count, struct syn_name_list *of)
{
	parser->open_decl->cycle_count = syn_at_least_one(parser, count, loc);
	parser->open_decl->cycle_count_loc = loc;
	if (of != NULL)
		syn_append_names(parser, &parser->open_decl->cycle_names, of);
}

void syn_expected(struct syn_parser *parser, struct syn_name_list *names)
{
	parser->open_decl->has_expected = true;
	syn_append_names(parser, &parser->open_decl->expected, names);
}

void syn_option_values(struct syn_parser *parser, struct syn_name option,
    struct syn_expr_list *values)
{
	struct syn_option_values item = { .option = option };

	for (size_t i = 0; values != NULL && i < values->exprs.count; i++)
		GD_PUSH(parser->context->arena, item.values, values->exprs.at[i]);
	GD_PUSH(parser->context->arena, parser->open_decl->options, item);
}

void syn_option_names(struct syn_parser *parser, struct syn_name_list *names)
{
	for (size_t i = 0; i < names->names.count; i++)
		syn_option_values(parser, names->names.at[i], NULL);
}

void syn_expect_begin(struct syn_parser *parser, struct syn_name_list *properties)
{
	memset(&parser->expect, 0, sizeof parser->expect);
	parser->expect.properties = properties->names;
	parser->expecting = true;
}

void syn_expect(struct syn_parser *parser, struct gd_loc loc, long holds)
{
	parser->expecting = false;
	parser->expect.loc = loc;
	parser->expect.holds = holds;
	GD_PUSH(parser->context->arena, parser->open_decl->expects, parser->expect);
}

/* One declaration for each name. */
void syn_spaces(struct syn_parser *parser, struct gd_loc loc, struct syn_name_list *names)
{
	for (size_t i = 0; i < names->names.count; i++) {
		struct syn_decl *space =
		    syn_decl_new(parser, SYN_DECL_SPACE, loc, names->names.at[i]);

		space->head = names->names.at[i].loc;
		space->sort = parser->space_sort;
		GD_PUSH(parser->context->arena, parser->spec->decls, space);
	}
}

struct syn_decl *syn_region(struct syn_parser *parser, struct gd_loc head, struct syn_name name,
    long size, struct syn_name unit)
{
	struct syn_decl *region = syn_open(parser, SYN_DECL_REGION, name);

	region->head = head;
	region->size = size;
	region->unit = unit;
	return region;
}

void syn_place(struct syn_parser *parser, enum syn_place_kind kind, struct syn_name name)
{
	struct syn_place place = { kind, name };

	syn_names *objects = &parser->open_decl->objects;
	bool is_known = kind != SYN_PLACE_OBJECT;

	GD_PUSH(parser->context->arena, parser->open_decl->layout, place);
	for (size_t i = 0; i < objects->count; i++)
		is_known |= objects->at[i].text == name.text;
	if (!is_known) /* a place declares its object */
		GD_PUSH(parser->context->arena, *objects, name);
}

void syn_no_spaces(struct syn_parser *parser, struct gd_loc loc)
{
	gd_help(gd_report(parser->context->sink, GD_E_mutant_declaration, loc,
		    "a mutant cannot change this"),
	    "it can change objects, phases, work, cycles, buckets, functions, barriers and ghosts");
}

void syn_outcome(struct syn_parser *parser, struct gd_loc loc, bool is_allowed,
    struct syn_expr *condition, struct syn_name_list *memories)
{
	struct syn_outcome outcome = { .loc = loc,
		.is_allowed = is_allowed,
		.condition = condition };

	if (memories != NULL)
		outcome.memories = memories->names;
	GD_PUSH(parser->context->arena, parser->open_decl->outcomes, outcome);
}
