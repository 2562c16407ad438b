/* lower-body.c: what statements and expressions are put together from. */
#include "compiler/ir/lower-internal.h"

#include <stdarg.h>
#include <string.h>

void ir_lower_begin(struct body *b, struct lower *l, struct gd_loc loc)
{
	memset(b, 0, sizeof *b);
	b->l = l;
	b->head = b->loc = loc;
	b->end = &b->first;
}

/* The names of a body's variables.  It is a hash table, because inlining makes thousands. */
struct taken {
	const char *name; /* NULL: free */
	unsigned next;    /* next number to try for a variable of this name */
};

static struct taken *find_taken(const struct names *names, const char *name)
{
	size_t hash = 5381;

	for (const char *c = name; *c; c++)
		hash = hash * 33 + (unsigned char)*c;
	hash %= names->room;
	while (names->at[hash].name && strcmp(names->at[hash].name, name) != 0)
		hash = (hash + 1) % names->room;
	return &names->at[hash];
}

static void grow(struct body *b)
{
	struct names old = b->names;

	b->names.room = old.room ? 2 * old.room : 16;
	b->names.at = GD_NEW_ARRAY(b->l->arena, struct taken, b->names.room);
	for (size_t i = 0; i < old.room; i++)
		if (old.at[i].name)
			*find_taken(&b->names, old.at[i].name) = old.at[i];
}

static void take(struct body *b, const char *name)
{
	if (2 * (b->names.count + 1) > b->names.room)
		grow(b);
	*find_taken(&b->names, name) = (struct taken){ name, 2 };
	b->names.count++;
}

/* NAME, or if a variable has it already, NAME_2, NAME_3, … */
static const char *unique_name(struct body *b, const char *name)
{
	struct taken *taken = b->names.room ? find_taken(&b->names, name) : NULL;
	const char *unique = name;

	while (taken && taken->name && find_taken(&b->names, unique)->name)
		unique = gd_arena_printf(b->l->arena, "%s_%u", name, taken->next++);
	return unique;
}

void ir_lower_adopt(struct body *b, struct ir_var *var)
{
	take(b, var->name);
	GD_PUSH(b->l->arena, b->vars, var);
	if (b->vars.count == GD_MOST_names + 1)
		ir_lower_is_over(b->l, GD_LIMIT_names, b->vars.count, var->loc);
}

struct ir_var *ir_lower_var(struct body *b, const char *name, struct gd_loc loc,
    struct ir_type type)
{
	struct ir_var *var = GD_NEW(b->l->arena, struct ir_var);

	var->name = unique_name(b, name);
	var->loc = loc;
	var->type = type;
	var->index = b->vars.count;
	ir_lower_adopt(b, var);
	return var;
}

void ir_lower_bind(struct body *b, const char *name, const struct ir_expr *value,
    const struct ir_place *place)
{
	struct binding *binding = GD_NEW(b->l->arena, struct binding);

	binding->name = name;
	binding->value = value;
	binding->place = place;
	binding->outer = b->scope;
	b->scope = binding;
}

struct ir_stmt *ir_lower_add(struct body *b, enum ir_op op)
{
	struct ir_stmt *stmt = GD_NEW(b->l->arena, struct ir_stmt);

	stmt->op = op;
	stmt->loc = b->loc;
	stmt->begins = b->begun;
	b->begun = NULL;
	*b->end = stmt;
	b->end = &stmt->next;
	return stmt;
}

void ir_lower_let(struct body *b, const struct ir_var *var, const struct ir_expr *value)
{
	struct ir_stmt *stmt = ir_lower_add(b, IR_OP_let);

	stmt->dst = var;
	stmt->args[0] = value;
}

/* Removes branches and loops that options have made empty.  If `then` is empty and `else` is not,
 * negates the condition. */
static void tidy(struct body *b, struct ir_stmt **stmts)
{
	while (*stmts) {
		struct ir_stmt *stmt = *stmts;

		tidy(b, &stmt->body);
		tidy(b, &stmt->otherwise);
		if (stmt->op == IR_OP_if && !stmt->body && stmt->otherwise) {
			size_t when_true = stmt->when_true;

			stmt->when_true = stmt->when_false;
			stmt->when_false = when_true;
			stmt->args[0] = ir_expr_not(b, stmt->args[0], stmt->args[0]->loc);
			stmt->body = stmt->otherwise;
			stmt->otherwise = NULL;
		}
		if ((stmt->op == IR_OP_if || stmt->op == IR_OP_for) && !stmt->body) {
			ir_lower_forget(b, stmt);
			*stmts = stmt->next;
		} else {
			stmts = &stmt->next;
		}
	}
}

struct ir_kernel ir_lower_finish(struct body *b)
{
	tidy(b, &b->first);
	return (struct ir_kernel){ b->vars.at, b->vars.count, b->first };
}

/* ------------------------------------------------------------------- reporting */
/* Adds a note with the values of the options, and with the mutant, that the report depends on. */
static void note_variant(const struct lower *l, struct gd_diag *diag)
{
	const struct sem_variant *variant = l->variant;

	for (size_t i = 0; i < sem_option_count(l->sem); i++) {
		const struct sem_option *option = sem_option_at(l->sem, i);

		if (variant->values[i] != option->initial)
			gd_note(diag, option->loc, "with `%s` = %s", option->name,
			    sem_option_value_text(l->arena, option, variant->values[i]));
	}
	if (variant->mutant)
		gd_note(diag, variant->mutant->head, "in the mutant `%s`",
		    variant->mutant->name.text);
}

struct gd_diag *ir_lower_error(struct lower *l, enum gd_code code, struct gd_loc loc,
    const char *format, ...)
{
	struct gd_diag *diag;
	va_list args;
	char text[512];

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	diag = gd_report(l->context->sink, code, loc, "%s", text);
	note_variant(l, diag);
	l->failed = true;
	return diag;
}

bool ir_lower_is_over(struct lower *l, enum gd_limit limit, size_t count, struct gd_loc loc)
{
	if ((long)count <= gd_limit_info(limit)->most)
		return false;
	note_variant(l, gd_over_limit(l->context->sink, limit, loc));
	return l->failed = true;
}

void ir_lower_not_yet(struct lower *l, enum gd_code code, struct gd_loc loc)
{
	gd_report(l->context->sink, code, loc, "%s", gd_code_info(code)->title);
	l->failed = l->unbuilt = true;
}

void ir_lower_unknown(struct lower *l, struct gd_loc loc, const char *name)
{
	ir_lower_error(l, GD_E_unknown_name, loc, "`%s` has no meaning here", name);
}

/* ---------------------------------------------------------------------- by name */
#define BY_NAME(what, array, count)                                                                \
	do {                                                                                       \
		for (size_t i = 0; i < (count); i++)                                               \
			if (!strcmp((array)[i]->name, (what)))                                     \
				return (array)[i];                                                 \
		return NULL;                                                                       \
	} while (0)

const struct ir_meta *ir_lower_meta(struct lower *l, const char *name)
{
	BY_NAME(name, l->ir->metas, l->ir->meta_count);
}

const struct ir_group *ir_lower_group(struct lower *l, const char *name)
{
	BY_NAME(name, l->ir->groups, l->ir->group_count);
}

const struct ir_meta *ir_lower_word(struct lower *l, const char *group, size_t number)
{
	for (size_t i = l->ir->meta_count - l->ir->word_count; i < l->ir->meta_count; i++)
		if (!strcmp(l->ir->metas[i]->words, group) && l->ir->metas[i]->number == number)
			return l->ir->metas[i];
	return NULL;
}

const struct ir_kind *ir_lower_kind(struct lower *l, const char *name)
{
	BY_NAME(name, l->kinds, l->ir->kind_count);
}

const struct ir_bucket *ir_lower_bucket(struct lower *l, const char *name)
{
	BY_NAME(name, l->buckets, l->ir->bucket_count);
}

const struct ir_phase *ir_lower_phase(struct lower *l, const char *name)
{
	BY_NAME(name, l->phases, l->ir->phase_count);
}

const struct ir_cycle *ir_lower_cycle(struct lower *l, const char *name)
{
	BY_NAME(name, l->cycles, l->ir->cycle_count);
}

const struct ir_space *ir_lower_space(struct lower *l, const char *name)
{
	for (size_t i = 0; name && i < l->ir->space_count; i++)
		if (l->spaces[i]->name == name)
			return l->spaces[i];
	return NULL;
}

const struct ir_ghost *ir_lower_ghost(struct lower *l, const char *name)
{
	BY_NAME(name, l->ghosts, l->ir->ghost_count);
}

const struct ir_policy *ir_lower_policy(struct lower *l, const char *name)
{
	BY_NAME(name, l->policies, l->ir->policy_count);
}

const struct ir_region *ir_lower_region(struct lower *l, const char *name)
{
	for (size_t i = 0; name && i < l->ir->region_count; i++)
		if (!strcmp(l->ir->regions[i]->name, name))
			return l->ir->regions[i];
	return NULL;
}

bool ir_lower_region_type(struct lower *l, const char *name, struct ir_type *type)
{
	const struct ir_region *region = ir_lower_region(l, name);

	if (region)
		*type = (struct ir_type){ .kind = IR_REGION, .region = region };
	return region != NULL;
}

/* ----------------------------------------------------------------------- types */
struct ir_type ir_lower_tags(struct gd_arena *arena, const char *const *tags, size_t count)
{
	const char **copy = GD_NEW_ARRAY(arena, const char *, count + 1);

	if (count)
		memcpy(copy, tags, count * sizeof *copy);
	return (struct ir_type){ .kind = IR_TAGS,
		.high = (long)count - 1,
		.tags = copy,
		.tag_count = count };
}

/* The number of a tag of references.  They are numbered over the whole specification, so that a tag has
 * one number in all types that have it. */
static size_t number_of_tag(struct lower *l, const struct syn_name *tag)
{
	size_t number = 0;

	while (number < l->tags.count && l->tags.at[number] != tag->text)
		number++;
	if (number == l->tags.count &&
	    !ir_lower_is_over(l, GD_LIMIT_reference_tags, number + 1, tag->loc))
		GD_PUSH(l->arena, l->tags, tag->text);
	return number;
}

/* `ref | { busy }` */
static struct ir_type tagged_reference(struct lower *l, const struct syn_type *type)
{
	const char **tags = GD_NEW_ARRAY(l->arena, const char *, GD_MOST_reference_tags + 1);
	struct ir_type result = { .kind = IR_REF, .tags = tags };

	for (size_t i = 0; i < type->tags.count; i++) {
		size_t number = number_of_tag(l, &type->tags.at[i]);

		if (number >= GD_MOST_reference_tags)
			break; /* it was reported */
		tags[number] = type->tags.at[i].text;
		if (number >= result.tag_count)
			result.tag_count = number + 1;
	}
	return result;
}

struct ir_type ir_lower_word_type(const struct lower *l)
{
	return (struct ir_type){ .kind = IR_INT,
		.low = l->words.low,
		.high = l->words.high,
		.is_word = l->is_for_code };
}

struct ir_type ir_lower_type(struct lower *l, const struct syn_type *type)
{
	struct ir_type result = { .kind = IR_BOOL, .high = 1 };
	const char **tags;

	if (ir_lower_region_type(l, type->object_kind.text, &result))
		return result;
	switch (type->kind) {
	case SYN_TYPE_NONE:
	case SYN_TYPE_BOOL: return result;
	case SYN_TYPE_BIT: result.is_bit = true; return result;
	case SYN_TYPE_RANGE:
		return (struct ir_type){ .kind = IR_INT, .low = type->low, .high = type->high };
	case SYN_TYPE_TAGS:
		tags = GD_NEW_ARRAY(l->arena, const char *, type->tags.count + 1);
		for (size_t i = 0; i < type->tags.count; i++)
			tags[i] = type->tags.at[i].text;
		return ir_lower_tags(l->arena, tags, type->tags.count);
	case SYN_TYPE_REF: return type->tags.count ? tagged_reference(l, type) : ir_type_ref;
	case SYN_TYPE_MUTATOR: return (struct ir_type){ .kind = IR_MUTATOR };
	case SYN_TYPE_SLOT: return (struct ir_type){ .kind = IR_SLOT };
	case SYN_TYPE_WORD: return ir_lower_word_type(l);
	case SYN_TYPE_DATUM: ir_lower_not_yet(l, GD_E_no_words_yet, type->loc); break;
	}
	return result;
}

/* ------------------------------------------------------------------- constants */
bool ir_lower_tag(const struct ir_type *type, const char *name, long *value)
{
	for (size_t i = 0;
	     (type->kind == IR_TAGS || type->kind == IR_REF) && name && i < type->tag_count; i++)
		if (type->tags[i] && !strcmp(type->tags[i], name)) {
			*value = type->kind == IR_TAGS ? (long)i : ir_tag_as_reference(i);
			return true;
		}
	return false;
}

long ir_lower_constant(struct lower *l, struct syn_name name, const struct syn_expr *expr,
    const struct ir_type *type)
{
	bool is_number = type->kind == IR_INT || (type->kind == IR_BOOL && type->is_bit);
	long value = 0;

	if (expr && expr->kind == SYN_EXPR_NULL && type->kind == IR_REF)
		return IR_NO_OBJECT;
	if (expr && expr->kind == SYN_EXPR_NAME && ir_lower_tag(type, expr->name.text, &value))
		return value;
	if (!expr || !sem_constant(l->sem, l->variant, expr, &value))
		ir_lower_unknown(l, name.loc, name.text);
	else if (is_number && (value < type->low || value > type->high))
		ir_lower_error(l, GD_E_value_out_of_range, expr->loc,
		    "`%s` takes a number in %ld .. %ld, not %ld", name.text, type->low, type->high,
		    value);
	return value;
}
