/* emit-policy.c: decisions that are left to the embedder.
 *
 * The embedder's header comes first in x.c.  It defines the function of a policy, and a macro of the same name, which
 * says so.  Where there is no macro, the policy answers with the first value of its type. */
#include "c-backend/emit-policy.h"
#include "c-backend/emit-expr.h"
#include "c-backend/emit-lines.h"

static const char *function_of(struct cgen *c, const struct ir_policy *policy)
{
	return gd_arena_printf(c->arena, "gcdsl_%s_policy_%s", c->prefix, policy->name);
}

static const char *parameters(struct cgen *c, const struct ir_policy *policy)
{
	const char *text = policy->params.var_count ? "" : "void";

	for (size_t i = 0; i < policy->params.var_count; i++) {
		const struct ir_var *var = policy->params.vars[i];

		text = gd_arena_printf(c->arena, "%s%s%s%s", text, i ? ", " : "",
		    cgen_type(&var->type), cgen_var(c, var));
	}
	return text;
}

static void put_default(struct cgen *c, const struct ir_policy *policy)
{
	const char *name = function_of(c, policy);

	cgen_line(c, "#ifndef %s", name);
	cgen_more(c, "static inline %s%s(%s)", cgen_type(&policy->type), name,
	    parameters(c, policy));
	cgen_more(c, "{");
	for (size_t i = 0; i < policy->params.var_count; i++)
		cgen_more(c, "\t(void)%s;", cgen_var(c, policy->params.vars[i]));
	cgen_more(c, "\treturn %ld;", ir_policy_value(policy, 0));
	cgen_more(c, "}");
	cgen_more(c, "#endif");
}

void cgen_policies(struct cgen *c)
{
	for (size_t i = 0; i < c->spec->policy_count; i++)
		put_default(c, c->spec->policies[i]);
}

void cgen_policy_names(struct cgen *c, struct gd_out *out)
{
	for (size_t i = 0; i < c->spec->policy_count; i++) {
		const struct ir_policy *policy = c->spec->policies[i];

		if (policy->type.kind != IR_TAGS)
			continue;
		gd_out_line(out, "enum %s_policy_%s {", c->prefix, policy->name);
		for (size_t k = 0; k < policy->type.tag_count; k++)
			gd_out_line(out, "\t%s_POLICY_%s_%s%s", c->upper, policy->name,
			    policy->type.tags[k], k + 1 < policy->type.tag_count ? "," : "");
		gd_out_line(out, "};");
	}
}

const char *cgen_question(struct cgen *c, const struct ir_stmt *ask)
{
	const struct ir_type *type = &ask->policy->type;
	const char *text = gd_arena_printf(c->arena, "%s(", function_of(c, ask->policy));

	for (size_t i = 0; i < ask->unit_count; i++)
		text = gd_arena_printf(c->arena, "%s%s%s", text, i ? ", " : "",
		    cgen_expr(c, ask->units[i]));
	text = gd_arena_printf(c->arena, "%s)", text);
	return type->kind == IR_BOOL && !type->is_bit
	    ? text
	    : gd_arena_printf(c->arena, "gcrt_in_range(%s, %ld, %ld)", text,
		  ir_policy_value(ask->policy, 0),
		  ir_policy_value(ask->policy, ir_policy_values(ask->policy) - 1));
}
