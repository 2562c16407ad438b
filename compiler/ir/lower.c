/* lower.c: the declarations of one variant, in the order in which they need
 * each other: first every kind, bucket, phase and cycle by name, then bodies. */
#include "compiler/ir/lower-internal.h"

#include <string.h>

#define DECLS(l, kind, decls) sem_decls((l)->sem, (l)->variant, (kind), (l)->arena, &(decls))

/* --------------------------------------------------------------------- options */
static void lower_options(struct lower *l)
{
	size_t count = sem_option_count(l->sem);
	struct ir_option *options = GD_NEW_ARRAY(l->arena, struct ir_option, count + 1);

	for (size_t i = 0; i < count; i++) {
		const struct sem_option *option = sem_option_at(l->sem, i);

		options[i].name = option->name;
		options[i].value = sem_option_value_text(l->arena, option, l->variant->values[i]);
	}
	l->ir->options = options;
	l->ir->option_count = count;
	l->ir->options_text = sem_assignment_text(l->sem, l->arena, l->variant->values);
}

/* --------------------------------------------------------------------- objects */
static void lower_metadata(struct lower *l, const struct syn_member *member, size_t index,
    struct ir_meta *meta)
{
	meta->name = meta->id = member->name.text;
	meta->loc = member->name.loc;
	meta->index = index;
	meta->is_in_header = member->is_in_header;
	if (member->type.kind == SYN_TYPE_WORD) {
		ir_lower_not_yet(l, GD_E_no_words_yet, member->name.loc);
		return;
	}
	meta->type = ir_lower_type(l, &member->type);
	meta->init = ir_lower_constant(l, member->name, member->init, &meta->type);
}

static bool is_member(struct lower *l, const char *name)
{
	struct syn_decl **decls;
	size_t count = DECLS(l, SYN_DECL_OBJECT, decls);

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < decls[i]->members.count; j++)
			if (!strcmp(decls[i]->members.at[j].name.text, name))
				return true;
	return false;
}

/* `data_1', or with more of `_' if a member has this name. */
static const char *word_id(struct lower *l, const struct sem_word_group *group, size_t number)
{
	const char *id = gd_arena_printf(l->arena, "%s_%zu", group->name.text, number);

	while (is_member(l, id))
		id = gd_arena_printf(l->arena, "%s_", id);
	return id;
}

/* The words of GROUP follow all metadata. */
static struct ir_meta *new_word(struct lower *l, const struct sem_word_group *group, size_t number,
    size_t index)
{
	struct ir_meta *word = GD_NEW(l->arena, struct ir_meta);

	*word = (struct ir_meta){ .loc = group->name.loc,
		.type = ir_lower_word_type(l),
		.index = index,
		.is_word = true,
		.words = group->name.text,
		.number = number };
	word->name = group->is_array
	    ? gd_arena_printf(l->arena, "%s[%zu]", group->name.text, number)
	    : group->name.text;
	word->id = group->is_array ? word_id(l, group, number) : group->name.text;
	return word;
}

static void lower_slots(struct lower *l, const struct syn_member *member, size_t index,
    struct ir_group *group)
{
	ir_lower_type(l, &member->type); /* reports words and tagged references */
	if (member->type.is_weak)
		ir_lower_not_yet(l, GD_E_no_weak_slots_yet, member->name.loc);
	group->name = member->name.text;
	group->loc = member->name.loc;
	group->is_array = member->type.is_array;
	group->strength = member->type.is_weak ? IR_WEAK : IR_STRONG;
	group->index = index;
}

typedef GD_VEC(const struct ir_meta *) ir_metas;

/* It follows that of objects. */
static void lower_region_metadata(struct lower *l, ir_metas *metas)
{
	struct syn_decl **decls;
	size_t count = DECLS(l, SYN_DECL_REGION, decls);

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < decls[i]->members.count; j++) {
			struct ir_meta *meta = GD_NEW(l->arena, struct ir_meta);

			lower_metadata(l, &decls[i]->members.at[j], metas->count, meta);
			meta->region = l->ir->regions[i];
			GD_PUSH(l->arena, *metas, meta);
		}
}

struct members { /* of objects */
	ir_metas metas;
	GD_VEC(const struct ir_group *) groups;
	const struct syn_member *overlay; /* the last one; NULL: there is none */
	struct ir_meta *over;
};

/* When the overlay has a meaning. */
static void lower_when(struct lower *l, const struct members *members)
{
	const struct syn_expr *when = members->overlay->when;

	for (size_t i = 0; i < members->metas.count; i++)
		if (members->metas.at[i]->name == when->args.at[0]->name.text)
			members->over->when = members->metas.at[i];
	members->over->when_value = ir_lower_constant(l, when->args.at[0]->name, when->args.at[1],
	    &members->over->when->type);
}

static void lower_member(struct lower *l, const struct syn_member *member, struct members *members)
{
	if (member->type.kind == SYN_TYPE_WORD && !member->init)
		return;
	if (member->type.kind == SYN_TYPE_REF && !member->init) {
		struct ir_group *group = GD_NEW(l->arena, struct ir_group);

		lower_slots(l, member, members->groups.count, group);
		GD_PUSH(l->arena, members->groups, group);
	} else {
		struct ir_meta *meta = GD_NEW(l->arena, struct ir_meta);

		lower_metadata(l, member, members->metas.count, meta);
		GD_PUSH(l->arena, members->metas, meta);
		if (member->when) {
			members->overlay = member;
			members->over = meta;
		}
	}
}

static void lower_object(struct lower *l)
{
	struct members members = { .overlay = NULL };
	ir_metas *metas = &members.metas;
	struct syn_decl **decls;
	size_t count = DECLS(l, SYN_DECL_OBJECT, decls);

	for (size_t i = 0; i < count; i++) {
		if (decls[i]->name.text)
			ir_lower_not_yet(l, GD_E_no_object_kinds_yet, decls[i]->head);
		for (size_t j = 0; j < decls[i]->members.count; j++)
			lower_member(l, &decls[i]->members.at[j], &members);
	}
	if (members.overlay)
		lower_when(l, &members);
	lower_region_metadata(l, metas);
	for (size_t i = 0; i < l->words.count; i++)
		for (size_t k = 0; k < l->words.groups[i].size; k++, l->ir->word_count++) {
			struct ir_meta *word = new_word(l, &l->words.groups[i], k, metas->count);

			GD_PUSH(l->arena, *metas, word);
		}
	if (l->words.count)
		ir_lower_is_over(l, GD_LIMIT_words, l->ir->word_count, l->words.groups[0].last);
	l->ir->metas = metas->at;
	l->ir->meta_count = metas->count;
	l->ir->groups = members.groups.at;
	l->ir->group_count = members.groups.count;
}

/* ------------------------------------------------------------- phases and cycles */
static const struct ir_expr *lower_from(struct lower *l, const struct syn_expr *expr,
    const struct ir_cycle *cycle)
{
	struct body b;

	if (!expr)
		return NULL;
	ir_lower_begin(&b, l, expr->loc);
	b.beginning = cycle;
	return ir_lower_expr(&b, expr, NULL);
}

static const struct ir_expr *lower_guard(struct lower *l, const struct syn_expr *expr)
{
	return lower_from(l, expr, NULL);
}

static void declare_ghosts(struct lower *l)
{
	struct syn_decl **decls;
	size_t count = DECLS(l, SYN_DECL_GHOST, decls);

	l->ghosts = GD_NEW_ARRAY(l->arena, struct ir_ghost *, count + 1);
	for (size_t i = 0; i < count; i++) {
		struct ir_ghost *ghost = l->ghosts[i] = GD_NEW(l->arena, struct ir_ghost);
		ghost->name = decls[i]->name.text;
		ghost->loc = decls[i]->head;
		ghost->type = ir_lower_type(l, &decls[i]->type);
		ghost->init = decls[i]->expr
		    ? ir_lower_constant(l, decls[i]->name, decls[i]->expr, &ghost->type)
		    : 0;
		ghost->index = i;
	}
	l->ir->ghosts = (const struct ir_ghost *const *)l->ghosts;
	l->ir->ghost_count = count;
}

static void declare_spaces(struct lower *l)
{
	struct syn_decl **decls;
	size_t count = DECLS(l, SYN_DECL_SPACE, decls);

	if (l->ir->region_count)
		count = 0; /* the heap is one space */
	l->spaces = GD_NEW_ARRAY(l->arena, struct ir_space *, count + 1);
	for (size_t i = 0; i < count; i++) {
		struct ir_space *space = l->spaces[i] = GD_NEW(l->arena, struct ir_space);

		space->name = decls[i]->name.text;
		space->loc = decls[i]->head;
		space->index = i;
		space->is_bump = decls[i]->sort.text && !strcmp(decls[i]->sort.text, "bump");
	}
	l->ir->spaces = (const struct ir_space *const *)l->spaces;
	l->ir->space_count = count;
}

static void declare_policies(struct lower *l)
{
	struct syn_decl **decls;
	size_t count = DECLS(l, SYN_DECL_POLICY, decls);

	l->policies = GD_NEW_ARRAY(l->arena, struct ir_policy *, count + 1);
	for (size_t i = 0; i < count; i++) {
		struct ir_policy *policy = l->policies[i] = GD_NEW(l->arena, struct ir_policy);
		struct body b;

		ir_lower_begin(&b, l, decls[i]->head);
		for (size_t j = 0; j < decls[i]->params.count; j++) {
			const struct syn_param *param = &decls[i]->params.at[j];

			ir_lower_var(&b, param->name.text, param->name.loc,
			    ir_lower_type(l, &param->type));
		}
		policy->name = decls[i]->name.text;
		policy->loc = decls[i]->head;
		policy->params = (struct ir_kernel){ b.vars.at, b.vars.count, NULL };
		policy->type = ir_lower_type(l, &decls[i]->type);
		policy->index = i;
	}
	l->ir->policies = (const struct ir_policy *const *)l->policies;
	l->ir->policy_count = count;
}

static void declare_phases(struct lower *l, struct syn_decl **decls, size_t count)
{
	l->phases = GD_NEW_ARRAY(l->arena, struct ir_phase *, count + 1);
	for (size_t i = 0; i < count; i++) {
		struct ir_phase *phase = l->phases[i] = GD_NEW(l->arena, struct ir_phase);

		phase->name = decls[i]->name.text;
		phase->loc = decls[i]->head;
		phase->index = i;
		phase->how = decls[i]->from ? IR_INTERVAL : IR_BY_KERNELS;
		phase->visible =
		    decls[i]->visibility == SYN_AT_HANDSHAKE ? IR_AT_HANDSHAKE : IR_AT_ONCE;
	}
	l->ir->phases = (const struct ir_phase *const *)l->phases;
	l->ir->phase_count = count;
}

static void declare_cycles(struct lower *l, struct syn_decl **decls, size_t count)
{
	l->cycles = GD_NEW_ARRAY(l->arena, struct ir_cycle *, count + 1);
	for (size_t i = 0; i < count; i++) {
		struct ir_cycle *cycle = l->cycles[i] = GD_NEW(l->arena, struct ir_cycle);

		cycle->name = decls[i]->name.text;
		cycle->loc = decls[i]->head;
		cycle->index = i;
	}
	l->ir->cycles = (const struct ir_cycle *const *)l->cycles;
	l->ir->cycle_count = count;
}

/* ------------------------------------------------------------- kinds and buckets */
/* NULL: none, or NAME is. */
static const struct ir_var *param_named(const struct body *b, const struct syn_decl *decl,
    const char *name)
{
	for (size_t i = 0; name && i < decl->params.count; i++)
		if (decl->params.at[i].name.text == name)
			return b->vars.at[i];
	return NULL;
}

static enum ir_order order_of_handshake(const struct lower *l, const struct syn_decl *decl,
    enum syn_order written)
{
	return ir_lower_order(
	    sem_order_at(l->variant, decl, false, sem_order_or(written, sem_order_of_stop)));
}

static struct ir_kind *declare_kind(struct lower *l, const struct syn_decl *decl)
{
	struct ir_kind *kind = GD_NEW(l->arena, struct ir_kind);
	struct body b;

	ir_lower_begin(&b, l, decl->head);
	kind->name = decl->name.text;
	kind->loc = decl->head;
	kind->multiplicity = IR_ONCE + (enum ir_multiplicity)(decl->multiplicity - SYN_ONCE);
#define KIND_FLAG(name, text)               kind->name = decl->name;
#define KIND_NUMBER(name, text, one, label) kind->name = decl->name;
#include "compiler/base/kinds.def"
	for (size_t i = 0; i < decl->params.count; i++) {
		const struct syn_param *param = &decl->params.at[i];

		ir_lower_var(&b, param->name.text, param->name.loc, ir_lower_type(l, &param->type));
		if (param->is_payload)
			ir_lower_not_yet(l, GD_E_no_payload_yet, param->name.loc);
	}
	kind->param_count = decl->params.count;
	kind->kernel = (struct ir_kernel){ b.vars.at, b.vars.count, NULL };
#define KIND_MUTATOR(name, words)                                                                  \
	kind->name = param_named(&b, decl, decl->name.text);                                       \
	kind->name##_order = order_of_handshake(l, decl, decl->name##_order);
#include "compiler/base/kinds.def"
	return kind;
}

static void declare_kinds(struct lower *l, struct syn_decl **decls, size_t count)
{
	l->kinds = GD_NEW_ARRAY(l->arena, struct ir_kind *, count + 1);
	for (size_t i = 0; i < count; i++) {
		l->kinds[i] = declare_kind(l, decls[i]);
		l->kinds[i]->index = i;
	}
	l->ir->kinds = (const struct ir_kind *const *)l->kinds;
	l->ir->kind_count = count;
}

static void put_in_bucket(struct lower *l, struct ir_bucket *bucket, const struct syn_decl *decl)
{
	const struct ir_kind **kinds =
	    GD_NEW_ARRAY(l->arena, const struct ir_kind *, decl->kinds.count + 1);

	for (size_t i = 0; i < decl->kinds.count; i++) {
		const struct ir_kind *kind = ir_lower_kind(l, decl->kinds.at[i].text);

		if (kind)
			kinds[bucket->kind_count++] = kind;
		else
			ir_lower_unknown(l, decl->kinds.at[i].loc, decl->kinds.at[i].text);
	}
	bucket->kinds = kinds;
}

static struct ir_bucket *declare_bucket(struct lower *l, const struct syn_decl *decl)
{
	struct ir_bucket *bucket = GD_NEW(l->arena, struct ir_bucket);
	const struct ir_cycle **cycles =
	    GD_NEW_ARRAY(l->arena, const struct ir_cycle *, decl->cycles.count + 1);

	bucket->name = decl->name.text;
	bucket->loc = decl->head;
#define BUCKET_FLAG(name, text)   bucket->name = decl->name;
#define BUCKET_NUMBER(name, text) bucket->name = decl->name;
#include "compiler/base/buckets.def"
	put_in_bucket(l, bucket, decl);
	for (size_t i = 0; i < decl->cycles.count; i++)
		if ((cycles[bucket->cycle_count] = ir_lower_cycle(l, decl->cycles.at[i].text)))
			bucket->cycle_count++;
		else
			ir_lower_unknown(l, decl->cycles.at[i].loc, decl->cycles.at[i].text);
	bucket->cycles = cycles;
	if (decl->has_opening)
		bucket->opening = decl->opening == SYN_OPEN_WHENEVER ? IR_WHENEVER
		    : decl->opening == SYN_OPEN_WHEN                 ? IR_WHEN
								     : IR_FROM_START;
	if (bucket->across_cycles)
		ir_lower_not_yet(l, GD_E_no_across_cycles_yet, decl->head);
	return bucket;
}

static void declare_buckets(struct lower *l, struct syn_decl **decls, size_t count)
{
	l->buckets = GD_NEW_ARRAY(l->arena, struct ir_bucket *, count + 1);
	for (size_t i = 0; i < count; i++) {
		l->buckets[i] = declare_bucket(l, decls[i]);
		l->buckets[i]->index = i;
	}
	l->ir->buckets = (const struct ir_bucket *const *)l->buckets;
	l->ir->bucket_count = count;
	for (size_t k = 0; k < l->ir->kind_count; k++) {
		GD_VEC(const struct ir_bucket *) holders = { 0 };

		for (size_t i = 0; i < count; i++)
			for (size_t j = 0; j < l->buckets[i]->kind_count; j++)
				if (l->buckets[i]->kinds[j] == l->kinds[k])
					GD_PUSH(l->arena, holders, l->buckets[i]);
		l->kinds[k]->buckets = holders.at;
		l->kinds[k]->bucket_count = holders.count;
	}
}

/* ---------------------------------------------------------------------- bodies */
static void lower_kernel(struct lower *l, const struct syn_decl *decl, struct ir_kind *kind)
{
	struct body b;

	ir_lower_begin(&b, l, decl->head);
	for (size_t i = 0; i < kind->param_count; i++) {
		struct ir_var *var = kind->kernel.vars[i];
		struct ir_place *place = NULL;

		ir_lower_adopt(&b, var);
		if (var->type.kind == IR_SLOT) {
			place = GD_NEW(l->arena, struct ir_place);
			*place = (struct ir_place){ .kind = IR_PLACE_SLOT,
				.loc = var->loc,
				.slot = var };
		}
		ir_lower_bind(&b, decl->params.at[i].name.text,
		    place ? NULL : ir_expr_var(&b, var, var->loc), place);
	}
	ir_lower_stmt(&b, decl->body);
	kind->kernel = ir_lower_finish(&b);
	if (ir_has(kind->kernel.body, IR_OP_swap_spaces) && ir_tests_spaces(kind->kernel.body))
		gd_help(ir_lower_error(l, GD_E_looks_while_swapping, decl->head,
			    "`%s` exchanges spaces, and tests in which one an object is",
			    decl->name.text),
		    "let a kernel that does not exchange them do the tests");
}

static void lower_bucket(struct lower *l, const struct syn_decl *decl, struct ir_bucket *bucket)
{
	struct body b;

	if (bucket->opening != IR_FROM_START)
		bucket->guard = lower_guard(l, decl->guard);
#define BUCKET_GUARD(name, text, function) bucket->name = lower_guard(l, decl->name);
#include "compiler/base/buckets.def"
	ir_lower_begin(&b, l, decl->head);
	b.filling = bucket;
	ir_lower_stmt(&b, decl->fill);
	bucket->fill = ir_lower_finish(&b);
}

/* -------------------------------------------------------------------- barriers */
/* The variable that has the result when the barrier ends. */
static const struct ir_var *result_of(struct body *b, const struct inlined *call)
{
	const struct syn_name *name = &call->function->name;
	struct ir_var *var = call->result;

	if (var || !call->value)
		return var;
	if (call->value->kind == IR_VAR)
		return call->value->var;
	var = ir_lower_var(b, name->text, name->loc, ir_type_ref);
	ir_lower_let(b, var, call->value);
	return var;
}

static const struct ir_barrier *lower_barrier(struct lower *l, const struct syn_decl *decl,
    enum ir_barrier_when when)
{
	struct ir_barrier *barrier = GD_NEW(l->arena, struct ir_barrier);
	struct inlined call = { .function = decl }; /* a barrier may `return` early */
	struct body b;

	ir_lower_begin(&b, l, decl->head);
	barrier->when = when;
	barrier->loc = decl->head;
	barrier->param_count = decl->params.count;
	for (size_t i = 0; i < decl->params.count; i++) {
		const struct syn_param *param = &decl->params.at[i];
		struct ir_type type = { .kind = i == 1 ? IR_SLOT : IR_REF };
		struct ir_var *var = ir_lower_var(&b, param->name.text, param->name.loc, type);
		struct ir_place *place = NULL;

		if (type.kind == IR_SLOT) {
			place = GD_NEW(l->arena, struct ir_place);
			*place = (struct ir_place){ .kind = IR_PLACE_SLOT,
				.loc = var->loc,
				.slot = var };
		}
		ir_lower_bind(&b, param->name.text, place ? NULL : ir_expr_var(&b, var, var->loc),
		    place);
		if (i == 3)
			barrier->old = var;
	}
	barrier->order = ir_lower_order(decl->exchange_order);
	b.call = &call;
	ir_lower_body(&b, decl->body);
	if (decl->type.kind != SYN_TYPE_NONE)
		barrier->result = result_of(&b, &call);
	barrier->kernel = ir_lower_finish(&b);
	return barrier;
}

static void lower_barriers(struct lower *l)
{
	struct syn_decl **decls;
	size_t count = DECLS(l, SYN_DECL_BARRIER, decls);

	for (size_t i = 0; i < count; i++) {
		size_t when = 0;

		while (
		    when < IR_BARRIER_COUNT && strcmp(ir_barrier_name[when], decls[i]->name.text))
			when++;
		if (when == IR_BARRIER_COUNT ||
		    (when == IR_BEFORE_LOAD && decls[i]->type.kind == SYN_TYPE_NONE))
			ir_lower_not_yet(l, GD_E_no_read_barriers_yet, decls[i]->head);
		else
			l->ir->barriers[when] =
			    lower_barrier(l, decls[i], (enum ir_barrier_when)when);
	}
}

/* ------------------------------------------------------------------- all of them */
static void lower_work(struct lower *l)
{
	struct syn_decl **phases, **cycles, **kinds, **buckets;
	size_t phase_count = DECLS(l, SYN_DECL_PHASE, phases);
	size_t cycle_count = DECLS(l, SYN_DECL_CYCLE, cycles);
	size_t kind_count = DECLS(l, SYN_DECL_WORK, kinds);
	size_t bucket_count = DECLS(l, SYN_DECL_BUCKET, buckets);

	l->function_count = DECLS(l, SYN_DECL_FUNCTION, l->functions);
	ir_lower_list_code(l);
	declare_spaces(l);
	ir_lower_placing(l);
	declare_ghosts(l);
	declare_policies(l);
	declare_phases(l, phases, phase_count);
	declare_cycles(l, cycles, cycle_count);
	declare_kinds(l, kinds, kind_count);
	declare_buckets(l, buckets, bucket_count);
	for (size_t i = 0; i < phase_count; i++) {
		l->phases[i]->from = lower_guard(l, phases[i]->from);
		l->phases[i]->to = lower_guard(l, phases[i]->to);
	}
	for (size_t i = 0; i < cycle_count; i++) {
		l->cycles[i]->from = lower_from(l, cycles[i]->from, l->cycles[i]);
		l->cycles[i]->to = lower_guard(l, cycles[i]->to);
	}
	for (size_t i = 0; i < kind_count; i++)
		lower_kernel(l, kinds[i], l->kinds[i]);
	for (size_t i = 0; i < bucket_count; i++)
		lower_bucket(l, buckets[i], l->buckets[i]);
	lower_barriers(l);
	ir_lower_edges(l);
}

/* A file that has only litmus tests has no collector, so its own name is used. */
static const char *file_name(struct lower *l, const struct gd_source *source)
{
	const char *slash = strrchr(source->path, '/'), *name = slash ? slash + 1 : source->path;
	const char *dot = strrchr(name, '.');

	return dot && dot > name ? gd_arena_strndup(l->arena, name, (size_t)(dot - name)) : name;
}

static void lower_name(struct lower *l)
{
	struct syn_decl **decls;

	if (DECLS(l, SYN_DECL_COLLECTOR, decls)) {
		l->ir->has_collector = true;
		l->ir->name = decls[0]->name.text;
		l->ir->source = decls[0]->loc.source;
	} else if (DECLS(l, SYN_DECL_LITMUS, decls)) {
		l->ir->source = decls[0]->loc.source;
		l->ir->name = file_name(l, l->ir->source);
	}
}

static const struct lower_above above = { .call = ir_lower_call, .body = ir_lower_body };

/* Sums of some such numbers do not overflow. */
static void any_numbers(struct sem_words *words)
{
	words->high = 1L << 40;
	words->low = -words->high;
}

struct ir_spec *ir_lower_variant(struct lower *l, const char *const *scenarios, size_t count)
{
	l->above = &above;
	l->arena = l->context->arena;
	l->ir = GD_NEW(l->arena, struct ir_spec);
	lower_name(l);
	if (!l->ir->name)
		return NULL;
	l->ir->mutant = l->variant->mutant ? l->variant->mutant->name.text : NULL;
	lower_options(l);
	if (l->ir->has_collector) {
		l->words = sem_words(l->sem, l->variant, scenarios, count, l->arena);
		if (l->is_for_code)
			any_numbers(&l->words);
		ir_lower_regions(l);
		lower_object(l);
		lower_work(l);
		ir_lower_properties(l);
	}
	if (l->ir->cycle_count)
		ir_lower_scenarios(l, scenarios, count);
	l->ir->tags = l->tags.at;
	l->ir->tag_count = l->tags.count;
	ir_lower_litmus(l);
	ir_lower_points(l);
	if (l->is_for_models)
		ir_lower_leave_out_idle(l);
	return l->ir;
}

static struct ir_spec *lower_all(struct lower l, const char *const *scenarios, size_t count)
{
	struct ir_spec *ir = ir_lower_variant(&l, scenarios, count);

	return l.failed ? NULL : ir;
}

struct ir_spec *ir_lower_only(struct syn_context *context, const struct sem_spec *spec,
    const struct sem_variant *variant, const char *const *scenarios, size_t count)
{
	struct lower l = { .context = context, .sem = spec, .variant = variant };

	return lower_all(l, scenarios, count);
}

struct ir_spec *ir_lower_for_models(struct syn_context *context, const struct sem_spec *spec,
    const struct sem_variant *variant, const char *const *scenarios, size_t count)
{
	struct lower l = { .context = context,
		.sem = spec,
		.variant = variant,
		.is_for_models = true };

	return lower_all(l, scenarios, count);
}

struct ir_spec *ir_lower_for_code(struct syn_context *context, const struct sem_spec *spec,
    const struct sem_variant *variant, const char *const *scenarios, size_t count)
{
	struct lower l = { .context = context,
		.sem = spec,
		.variant = variant,
		.is_for_code = true };

	return lower_all(l, scenarios, count);
}

struct ir_spec *ir_lower(struct syn_context *context, const struct sem_spec *spec,
    const struct sem_variant *variant)
{
	return ir_lower_only(context, spec, variant, NULL, 0);
}

struct ir_workers *ir_lower_workers(struct gd_arena *arena, const struct ir_spec *spec,
    const struct syn_workers *workers)
{
	struct ir_workers *result = GD_NEW(arena, struct ir_workers);
	long *of_kind = GD_NEW_ARRAY(arena, long, spec->kind_count + 1);
	bool one = workers->kind == SYN_WORKERS_OF_ONE;

	result->any = workers->kind == SYN_WORKERS_ANY;
	result->of_kind = of_kind;
	for (size_t i = 0; i < spec->kind_count; i++)
		of_kind[i] = result->any                              ? 0
		    : !one                                            ? workers->count
		    : !strcmp(spec->kinds[i]->name, workers->of.text) ? workers->count
								      : 1;
	result->text = result->any ? "any"
	    : !one                 ? gd_arena_printf(arena, "%ld", workers->count)
		   : gd_arena_printf(arena, "%ld %s", workers->count, workers->of.text);
	return result;
}
