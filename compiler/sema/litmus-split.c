/* litmus-split.c: split-phase loads of a litmus test.
 *
 * A thread is run with the number of loads of each location that are under way.
 * `repeat N` is run N times; an `if` must leave the same number on both ways, and
 * a round of `repeat … until` as many as there were before. */
#include <string.h>

#include "compiler/sema/litmus.h"

struct flow {
	struct sem_checker *c;
	const struct syn_decl *litmus;
	size_t count[GD_MOST_locations];
	struct gd_loc issued[GD_MOST_locations]; /* where the last load of a location was issued */
	bool is_wrong;                           /* reported; its consequences are not */
};

/* -1: the location is unknown, and was reported elsewhere */
static int location_of(const struct flow *f, const struct syn_expr *expr)
{
	for (size_t i = 0;
	     expr && expr->kind == SYN_EXPR_NAME && expr->name.text && i < f->litmus->members.count;
	     i++)
		if (f->litmus->members.at[i].name.text == expr->name.text)
			return (int)i;
	return -1;
}

static const char *name_of(const struct flow *f, size_t location)
{
	return f->litmus->members.at[location].name.text;
}

static void run(struct flow *f, const struct syn_stmt *stmt);

static void issue(struct flow *f, const struct syn_stmt *stmt)
{
	const struct syn_expr *load = stmt->expr;
	int location = load && load->kind == SYN_EXPR_CALL && load->args.count
	    ? location_of(f, load->args.at[0])
	    : -1;

	if (location < 0)
		return;
	f->count[location]++;
	f->issued[location] = stmt->loc;
}

static void receive(struct flow *f, const struct syn_stmt *stmt)
{
	int location = location_of(f, stmt->expr);

	if (location < 0)
		return;
	if (f->count[location]) {
		f->count[location]--;
		return;
	}
	gd_help(sem_error(f->c, GD_E_split_phase, stmt->loc,
		    "no load of `%s` has been issued here that is not received yet",
		    name_of(f, (size_t)location)),
	    "write `issue load(%s);` before, or `let %s = load(%s);` here",
	    name_of(f, (size_t)location), stmt->name.text, name_of(f, (size_t)location));
	f->is_wrong = true;
}

/* Compares the numbers of loads with those of BEFORE. */
static void compare(struct flow *f, const size_t *before, const struct syn_stmt *stmt,
    const char *what)
{
	for (size_t i = 0; i < f->litmus->members.count && !f->is_wrong; i++) {
		if (f->count[i] == before[i])
			continue;
		struct gd_diag *diag = sem_error(f->c, GD_E_split_phase, stmt->head,
		    "%s unreceived loads of `%s`", what, name_of(f, i));

		if (f->issued[i].line)
			gd_note(diag, f->issued[i], "issued here");
		gd_help(diag, "write each `receive` where its `issue` is");
		f->is_wrong = true;
	}
}

static void run_if(struct flow *f, const struct syn_stmt *stmt)
{
	size_t before[GD_MOST_locations], after[GD_MOST_locations];

	memcpy(before, f->count, sizeof before);
	run(f, stmt->body);
	memcpy(after, f->count, sizeof after);
	memcpy(f->count, before, sizeof before);
	run(f, stmt->otherwise);
	compare(f, after, stmt, "the branches leave different numbers of");
}

static void run_repeat(struct flow *f, const struct syn_stmt *stmt)
{
	size_t before[GD_MOST_locations];

	memcpy(before, f->count, sizeof before);
	if (stmt->expr) {
		run(f, stmt->body);
		compare(f, before, stmt, "each round of this loop changes the number of");
	}
	for (long i = 0; i < stmt->number && !f->is_wrong; i++)
		run(f, stmt->body);
}

static void run_block(struct flow *f, const struct syn_stmt *stmt)
{
	for (size_t i = 0; i < stmt->stmts.count; i++)
		run(f, stmt->stmts.at[i]);
}

static void run_critical(struct flow *f, const struct syn_stmt *stmt)
{
	run(f, stmt->body);
}

static void (*const runs[SYN_STMT_COUNT])(struct flow *, const struct syn_stmt *) = {
	[SYN_STMT_BLOCK] = run_block,
	[SYN_STMT_ISSUE] = issue,
	[SYN_STMT_RECEIVE] = receive,
	[SYN_STMT_IF] = run_if,
	[SYN_STMT_REPEAT] = run_repeat,
	[SYN_STMT_CRITICAL] = run_critical,
};

static void run(struct flow *f, const struct syn_stmt *stmt)
{
	if (stmt && !f->is_wrong && runs[stmt->kind])
		runs[stmt->kind](f, stmt);
}

static void run_thread(struct flow f, const struct syn_stmt *body)
{
	run(&f, body);
	for (size_t i = 0; i < f.litmus->members.count && !f.is_wrong; i++)
		if (f.count[i])
			gd_help(sem_error(f.c, GD_E_split_phase, f.issued[i],
				    "the value of this load of `%s` is never received",
				    name_of(&f, i)),
			    "write `receive r = %s;` after it", name_of(&f, i));
}

/* ---------------------------------------------------------------------- length */
static size_t at_most(size_t steps)
{
	return steps > (size_t)GD_MOST_thread_steps ? (size_t)GD_MOST_thread_steps + 1 : steps;
}

/* The number of steps of STMT, or the limit plus one if it is exceeded. */
static size_t steps(const struct syn_stmt *stmt)
{
	size_t sum = 0;

	if (!stmt)
		return 0;
	for (size_t i = 0; i < stmt->stmts.count; i++)
		sum = at_most(sum + steps(stmt->stmts.at[i]));
	sum = at_most(sum + steps(stmt->body) + steps(stmt->otherwise));
	if (stmt->kind == SYN_STMT_REPEAT && !stmt->expr)
		return at_most(sum * (stmt->number < 0 ? 0 : (size_t)stmt->number));
	return at_most(sum + (stmt->kind != SYN_STMT_BLOCK));
}

void sem_check_split_phase(struct sem_checker *c, const struct syn_decl *litmus)
{
	struct flow f = { .c = c, .litmus = litmus };

	if (litmus->members.count > GD_MOST_locations)
		return;
	for (size_t i = 0; i < litmus->scripts.count; i++) {
		const struct syn_script *thread = &litmus->scripts.at[i];

		if (!sem_is_over(c, GD_LIMIT_thread_steps, (long)steps(thread->body),
			thread->name.loc))
			run_thread(f, thread->body);
	}
}
