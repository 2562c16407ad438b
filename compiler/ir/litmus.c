/* litmus.c: what the table says of the statements of litmus tests. */
#include "compiler/ir/litmus.h"

enum { /* as the table writes them */
#define IR_LITMUS_MEMBER(NAME, ...) NAME = IR_LITMUS_HAS_##NAME,
#include "compiler/ir/members.def"
};
const struct ir_litmus_info ir_litmus_info[] = {
#define IR_LITMUS(name, spelling, members, text) [IR_LITMUS_##name] = { spelling, members, text },
#include "compiler/ir/litmus.def"
};

bool ir_litmus_has(const struct ir_litmus_stmt *stmt, unsigned members)
{
	if (stmt->op == IR_LITMUS_ACCESS &&
	    !(ir_op_info[stmt->memory].members & IR_STMT_HAS_FAILURE))
		members &= ~(unsigned)FAILURE;
	return ir_litmus_info[stmt->op].members & members;
}

const char *ir_litmus_spelling(const struct ir_litmus_stmt *stmt)
{
	return stmt->op == IR_LITMUS_ACCESS ? ir_op_info[stmt->memory].spelling
					    : ir_litmus_info[stmt->op].spelling;
}

bool ir_litmus_any(const struct ir_litmus_stmt *list, ir_litmus_test *test, const void *about)
{
	for (; list; list = list->next)
		if (test(list, about) || ir_litmus_any(list->body, test, about) ||
		    ir_litmus_any(list->otherwise, test, about))
			return true;
	return false;
}
