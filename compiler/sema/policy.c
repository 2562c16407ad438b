/* policy.c: policies: what they take, and what they answer. */
#include "compiler/sema/internal.h"

static bool is_value(enum syn_type_kind kind)
{
	return kind == SYN_TYPE_BOOL || kind == SYN_TYPE_BIT || kind == SYN_TYPE_RANGE ||
	    kind == SYN_TYPE_TAGS;
}

static void check_param(struct sem_checker *c, const struct syn_param *param)
{
	const struct syn_type *type = &param->type;
	bool is_object = type->kind == SYN_TYPE_REF && !type->tags.count;

	if (!is_value(type->kind) && !is_object)
		gd_help(sem_error(c, GD_E_policy_type, type->loc, "a policy cannot take `%s`",
			    syn_type_text(c->context->arena, type)),
		    "it can take an object (`ref`), a bit, a number in a range, or a tag");
	if (param->is_payload)
		sem_error(c, GD_E_policy_type, param->name.loc,
		    "`%s` comes after `;`, which only units have", param->name.text);
}

static long value_count(const struct syn_type *type)
{
	switch (type->kind) {
	case SYN_TYPE_RANGE: return type->high - type->low + 1;
	case SYN_TYPE_TAGS: return (long)type->tags.count;
	case SYN_TYPE_BOOL:
	case SYN_TYPE_BIT: return 2;
	case SYN_TYPE_NONE:
	case SYN_TYPE_REF:
	case SYN_TYPE_WORD:
	case SYN_TYPE_MUTATOR:
	case SYN_TYPE_SLOT:
	case SYN_TYPE_DATUM: break;
	}
	return 0;
}

static void check_answer(struct sem_checker *c, const struct syn_decl *policy)
{
	const struct syn_type *type = &policy->type;
	bool is_written = type->kind != SYN_TYPE_NONE;

	if (!is_value(type->kind)) {
		gd_help(sem_error(c, GD_E_policy_type, is_written ? type->loc : policy->head,
			    is_written ? "a policy cannot answer with `%s`"
				       : "the policy has no answer",
			    syn_type_text(c->context->arena, type)),
		    "write `policy %s(…) -> bit;`; a range such as `0 .. 3` or tags such as "
		    "`{ a, b }` are possible, too",
		    policy->name.text);
		return;
	}
	sem_check_range(c, type, false);
	sem_is_over(c, GD_LIMIT_policy_values, value_count(type), type->loc);
}

void sem_check_policies(struct sem_checker *c)
{
	for (size_t i = 0; i < c->decls.count; i++) {
		const struct syn_decl *decl = c->decls.at[i];

		if (decl->kind != SYN_DECL_POLICY)
			continue;
		sem_check_params(c, &decl->params);
		for (size_t j = 0; j < decl->params.count; j++)
			check_param(c, &decl->params.at[j]);
		check_answer(c, decl);
	}
}
