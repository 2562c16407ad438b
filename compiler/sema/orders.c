/* orders.c: sites of memory orders, found in the tree. */
#include "compiler/sema/orders.h"

#include <string.h>

#include "compiler/sema/internal.h"

const enum syn_order sem_order_of_stop = SYN_SEQ_CST;

/* ------------------------------------------------------------------- orders */
bool sem_order_is_weaker(enum syn_order a, enum syn_order b)
{
	if (a == SYN_ORDER_NONE || b == SYN_ORDER_NONE)
		return a < b;
	return gd_order_is_weaker(a - SYN_RELAXED, b - SYN_RELAXED);
}

enum syn_order sem_order_join(enum syn_order a, enum syn_order b)
{
	if (a == SYN_ORDER_NONE || b == SYN_ORDER_NONE)
		return a < b ? b : a;
	return SYN_RELAXED + (enum syn_order)gd_order_join(a - SYN_RELAXED, b - SYN_RELAXED);
}

const char *sem_order_name(enum syn_order order)
{
	return order == SYN_ORDER_NONE ? "removed" : syn_order_text(order);
}

enum syn_order sem_order_on_failure(enum syn_order order)
{
	if (order == SYN_ORDER_NONE)
		return order;
	return SYN_RELAXED + (enum syn_order)gd_order_of_read(order - SYN_RELAXED);
}

enum syn_order sem_order_or(enum syn_order order, enum syn_order usual)
{
	return order == SYN_ORDER_NONE ? usual : order;
}

enum syn_order sem_order_of_failure(const struct syn_expr *call)
{
	return sem_order_or(call->order_on_failure,
	    sem_order_on_failure(sem_order_or(call->order, SYN_RELAXED)));
}

static bool is_legal(enum sem_site_kind kind, enum syn_order order)
{
	bool reads = kind != SEM_SITE_STORE && kind != SEM_SITE_FENCE;
	bool writes = kind != SEM_SITE_LOAD && kind != SEM_SITE_FAILURE && kind != SEM_SITE_FENCE;

	if (order == SYN_ORDER_NONE)
		return kind == SEM_SITE_FENCE;
	return gd_order_is_legal(order - SYN_RELAXED, reads, writes);
}

size_t sem_weaker_orders(const struct sem_site *site, enum syn_order weaker[SEM_ORDERS])
{
	size_t count = 0;

	for (enum syn_order order = SYN_ORDER_NONE; order < site->order; order++)
		if (is_legal(site->kind, order) && sem_order_is_weaker(order, site->order) &&
		    (order == site->floor || sem_order_is_weaker(site->floor, order)))
			weaker[count++] = order;
	return count;
}

/* ------------------------------------------------------------------ variants */
struct sem_order sem_site_order(const struct sem_site *site, enum syn_order order)
{
	return (struct sem_order){ site->node, site->kind == SEM_SITE_FAILURE, order };
}

static const struct sem_order *find(const struct sem_variant *variant, const void *node,
    bool on_failure)
{
	for (size_t i = 0; i < variant->order_count; i++)
		if (variant->orders[i].node == node && variant->orders[i].on_failure == on_failure)
			return &variant->orders[i];
	return NULL;
}

enum syn_order sem_order_at(const struct sem_variant *variant, const void *node, bool on_failure,
    enum syn_order written)
{
	const struct sem_order *instead = find(variant, node, on_failure);

	return instead ? instead->order : written;
}

bool sem_fence_is_removed(const struct sem_variant *variant, const void *node)
{
	const struct sem_order *instead = find(variant, node, false);

	return instead && instead->order == SYN_ORDER_NONE;
}

/* --------------------------------------------------------------------- sites */
struct finding {
	struct gd_arena *arena;
	GD_VEC(struct sem_site) sites;
	const struct syn_decl *decl;
	const struct syn_stmt *stmt;
	bool in_block;
};

/* "fetch_or(o.mark, 1)": without its orders */
static const char *call_text(struct gd_arena *arena, const struct syn_expr *call)
{
	const char *text = call->name.text;

	for (size_t i = 0; i < call->args.count; i++)
		text = gd_arena_printf(arena, "%s%s%s", text, i ? ", " : "(",
		    syn_expr_text(arena, call->args.at[i]));
	return call->args.count ? gd_arena_printf(arena, "%s)", text) : text;
}

static void add_failure(struct finding *f, const struct syn_expr *call)
{
	struct sem_site site = { .kind = SEM_SITE_FAILURE,
		.node = call,
		.decl = f->decl,
		.stmt = f->stmt,
		.loc = call->loc,
		.order_loc = call->failure_loc,
		.floor = SYN_RELAXED };

	site.order = sem_order_of_failure(call);
	site.text = gd_arena_printf(f->arena, "%s on failure", call_text(f->arena, call));
	GD_PUSH(f->arena, f->sites, site);
}

static enum sem_site_kind site_of(const struct gd_operation *memory)
{
	if (memory->reads)
		return memory->writes ? SEM_SITE_RMW : SEM_SITE_LOAD;
	return memory->writes ? SEM_SITE_STORE : SEM_SITE_FENCE;
}

static void visit_expr(void *data, const struct syn_expr *expr)
{
	struct finding *f = data;
	const struct sem_operation *operation =
	    expr->kind == SYN_EXPR_CALL ? sem_operation_find(expr->name.text) : NULL;
	struct sem_site site = { .node = expr,
		.decl = f->decl,
		.stmt = f->stmt,
		.in_block = f->in_block,
		.loc = expr->loc,
		.order_loc = expr->order_loc,
		.floor = SYN_RELAXED };

	if (!operation || !operation->memory)
		return;
	site.order = sem_order_or(expr->order, SYN_RELAXED);
	site.text = call_text(f->arena, expr);
	site.kind = site_of(operation->memory);
	if (site.kind == SEM_SITE_FENCE)
		site.floor = SYN_ORDER_NONE;
	/* failure may not be stronger than success */
	if (operation->memory->has_failure && expr->order_on_failure != SYN_ORDER_NONE)
		site.floor = expr->order_on_failure;
	GD_PUSH(f->arena, f->sites, site);
	if (operation->memory->has_failure)
		add_failure(f, expr);
}

static void visit_stmt(struct finding *f, const struct syn_stmt *stmt, bool in_block)
{
	if (!stmt || stmt->kind == SYN_STMT_ASSERT || stmt->kind == SYN_STMT_GHOST ||
	    stmt->kind == SYN_STMT_SLIDE)
		return; /* their loads have no order */
	f->stmt = stmt;
	f->in_block = in_block;
	if (stmt->kind == SYN_STMT_STOP) {
		struct sem_site site = { .kind = SEM_SITE_STOP,
			.node = stmt,
			.decl = f->decl,
			.stmt = stmt,
			.loc = stmt->loc,
			.order_loc = stmt->order_loc,
			.floor = SYN_RELAXED,
			.text = "stop mutators",
			.order = sem_order_or(stmt->order, sem_order_of_stop) };

		GD_PUSH(f->arena, f->sites, site);
	}
	sem_walk_expr(stmt->expr, visit_expr, f);
	for (size_t i = 0; i < stmt->args.count; i++)
		sem_walk_expr(stmt->args.at[i], visit_expr, f);
	for (size_t i = 0; i < stmt->stmts.count; i++)
		visit_stmt(f, stmt->stmts.at[i], stmt->kind == SYN_STMT_BLOCK);
	visit_stmt(f, stmt->body, false);
	visit_stmt(f, stmt->otherwise, false);
}

static void visit_decl(struct finding *f, const struct syn_decl *decl)
{
	f->decl = decl;
	if (decl->kind == SYN_DECL_WORK && decl->on.text && decl->on_order != SYN_ORDER_NONE) {
		struct sem_site site = { .kind = SEM_SITE_HANDSHAKE,
			.node = decl,
			.decl = decl,
			.loc = gd_loc_join(decl->on.loc, decl->on_order_loc),
			.order_loc = decl->on_order_loc,
			.order = decl->on_order,
			.floor = SYN_RELAXED,
			.text = gd_arena_printf(f->arena, "on %s", decl->on.text) };

		GD_PUSH(f->arena, f->sites, site);
	}
	visit_stmt(f, decl->body, false);
	visit_stmt(f, decl->fill, false);
	for (size_t i = 0; decl->kind == SYN_DECL_LITMUS && i < decl->scripts.count; i++)
		visit_stmt(f, decl->scripts.at[i].body, false);
}

size_t sem_sites(const struct sem_spec *spec, struct gd_arena *arena, struct sem_site **sites)
{
	struct finding f = { .arena = arena };

	for (size_t i = 0; i < spec->decls.count; i++)
		if (spec->decls.at[i]->kind != SYN_DECL_MUTANT)
			visit_decl(&f, spec->decls.at[i]);
	*sites = f.sites.at;
	return f.sites.count;
}

/* --------------------------------------------------------------------- edits */
static size_t offset_of(const struct gd_source *source, unsigned line, unsigned column)
{
	return source->line_start[line - 1] + column - 1;
}

static struct sem_edit replace(struct gd_loc loc, const char *text)
{
	size_t from = offset_of(loc.source, loc.line, loc.column);
	size_t to = offset_of(loc.source, loc.end_line, loc.end_column) + 1;

	return (struct sem_edit){ loc.source, from, to - from, text };
}

/* An edit that inserts TEXT before the last character of LOC, a `)` or a `;`. */
static struct sem_edit insert_before_end(struct gd_loc loc, const char *text)
{
	return (struct sem_edit){ loc.source, offset_of(loc.source, loc.end_line, loc.end_column),
		0, text };
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* An edit that removes the statement.  If nothing else is on its line, it removes the line;
 * otherwise it removes the blanks on one side.  If the statement is the whole body of another one,
 * an empty body remains. */
static struct sem_edit remove_fence(const struct sem_site *site)
{
	struct sem_edit edit = replace(site->stmt->loc, "");
	const char *text = edit.source->text;
	size_t from = edit.offset, to = from + edit.length;

	if (!site->in_block) {
		edit.text = "{ }";
		return edit;
	}
	while (from > 0 && is_blank(text[from - 1]))
		from--;
	while (to < edit.source->length && is_blank(text[to]))
		to++;
	if ((from == 0 || text[from - 1] == '\n') && text[to] == '\n')
		to++;
	else if (text[to] != '\n')
		from = edit.offset;
	return (struct sem_edit){ edit.source, from, to - from, "" };
}

struct sem_edit sem_site_edit(struct gd_arena *arena, const struct sem_site *site,
    enum syn_order order)
{
	if (order == SYN_ORDER_NONE)
		return remove_fence(site);
	if (site->order_loc.source)
		return replace(site->order_loc, syn_order_text(order));
	return insert_before_end(site->loc,
	    gd_arena_printf(arena, site->kind == SEM_SITE_STOP ? " %s" : ", %s",
		syn_order_text(order)));
}
