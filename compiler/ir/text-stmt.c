/* text-stmt.c: statements as the designer would write them: the templates of ir.def and
 * litmus.def, filled in. */
#include "compiler/ir/litmus.h"
#include "compiler/ir/text.h"

#include <string.h>

/* The text of the member with this key; NULL: it is not there. */
typedef const char *member_text(struct gd_arena *arena, const void *stmt, const char *key);

struct filling {
	struct gd_arena *arena;
	member_text *member;
	const void *stmt;
	bool lacks; /* a member is not there */
};

static const char *fill_in(struct filling *f, const char *from, const char *to);

/* What is in brackets. */
static const char *optional(const struct filling *f, const char *from, const char *to)
{
	struct filling inner = { f->arena, f->member, f->stmt, false };
	const char *text = fill_in(&inner, from, to);

	return inner.lacks ? "" : text;
}

static const char *member(struct filling *f, const char *from, const char *to)
{
	const char *key = gd_arena_printf(f->arena, "%.*s", (int)(to - from), from);
	const char *text = f->member(f->arena, f->stmt, key);

	f->lacks |= !text;
	return text ? text : "";
}

static const char *fill_in(struct filling *f, const char *from, const char *to)
{
	const char *text = "", *end;

	for (; from < to; from = end) {
		size_t rest = (size_t)(to - from);

		if (*from == '[') {
			end = memchr(from, ']', rest);
			text = gd_arena_printf(f->arena, "%s%s", text, optional(f, from + 1, end));
			end++;
		} else if (*from == '@') {
			end = from + 1 + strspn(from + 1, "abcdefghijklmnopqrstuvwxyz_");
			text = gd_arena_printf(f->arena, "%s%s", text, member(f, from + 1, end));
		} else {
			size_t plain = strcspn(from, "@[");

			end = from + (plain < rest ? plain : rest);
			text = gd_arena_printf(f->arena, "%s%.*s", text, (int)(end - from), from);
		}
	}
	return text;
}

/* ------------------------------------------------------------------------ the members */
#define TEXT_NAMED(arena, of, member) (of)->member ? (of)->member->name : NULL
#define TEXT_WORD(arena, of, member)  (of)->member
#define TEXT_NUMBER(arena, of, member)                                                             \
	(of)->member ? gd_arena_printf(arena, "%ld", (of)->member) : NULL
#define TEXT_ORDER(arena, of, member) ir_order_name[(of)->member]
#define TEXT_DOMAIN(arena, of, member)                                                             \
	ir_domain_text(arena, (of)->member, (of)->args[0], (of)->group, (of)->dst)
#define TEXT_PLACE(arena, of, member) (of)->member ? ir_place_text(arena, (of)->member) : NULL
#define TEXT_ARGS(arena, of, member)  (of)->member[0] ? ir_exprs_text(arena, (of)->member, 2) : NULL
#define TEXT_UNITS(arena, of, member) ir_exprs_text(arena, (of)->member, (of)->unit_count)
#define TEXT_BODY(arena, of, member)  NULL
#define TEXT_ELSE(arena, of, member)  NULL

static const char *stmt_member(struct gd_arena *arena, const void *of, const char *wanted)
{
	const struct ir_stmt *stmt = of;

#define IR_STMT_MEMBER(NAME, member, key, what)                                                    \
	if (!strcmp(wanted, key) && ir_stmt_has(stmt, IR_STMT_HAS_##NAME))                         \
		return TEXT_##what(arena, stmt, member);
#include "compiler/ir/members.def"
	if (!strcmp(wanted, "unusual_order") && stmt->order != IR_SEQ_CST)
		return ir_order_name[stmt->order];
	return NULL;
}

const char *ir_stmt_text(struct gd_arena *arena, const struct ir_stmt *stmt)
{
	struct filling filling = { arena, stmt_member, stmt, false };
	const char *text = ir_op_info[stmt->op].text;

	return fill_in(&filling, text, text + strlen(text));
}

static const char *litmus_member(struct gd_arena *arena, const void *of, const char *wanted)
{
	const struct ir_litmus_stmt *stmt = of;

#define IR_LITMUS_MEMBER(NAME, member, key, what)                                                  \
	if (!strcmp(wanted, key) && ir_litmus_has(stmt, IR_LITMUS_HAS_##NAME))                     \
		return TEXT_##what(arena, stmt, member);
#include "compiler/ir/members.def"
	return strcmp(wanted, "operation") ? NULL : ir_litmus_spelling(stmt);
}

const char *ir_litmus_stmt_text(struct gd_arena *arena, const struct ir_litmus_stmt *stmt)
{
	struct filling filling = { arena, litmus_member, stmt, false };
	const char *text = ir_litmus_info[stmt->op].text;

	return fill_in(&filling, text, text + strlen(text));
}
