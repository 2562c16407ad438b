/* parser.h: what the scanner, the grammar and its actions share.  Only
 * compiler/syntax includes this. */
#ifndef SYN_PARSER_H
#define SYN_PARSER_H

#include "compiler/base/limits.h"
#include "compiler/syntax/syntax.h"

/* Lists that are being read. */
struct syn_name_list {
	syn_names names;
};
struct syn_expr_list {
	GD_VEC(struct syn_expr *) exprs;
};
struct syn_stmt_list {
	GD_VEC(struct syn_stmt *) stmts;
};
struct syn_decl_list {
	GD_VEC(struct syn_decl *) decls;
};
struct syn_param_list {
	syn_params params;
};

/* A comment, and the tokens before and after it. */
struct syn_loose_comment {
	struct syn_comment comment;
	struct gd_loc after, before;
};
struct syn_node_trivia {
	struct syn_trivia *trivia;
	struct gd_loc loc;
};

/* What the elements of a list in braces are. */
enum syn_list { SYN_LIST_NONE, SYN_LIST_ITEMS, SYN_LIST_DECLARATIONS };
/* A bracket that is open. */
struct syn_bracket {
	int token;
	enum syn_list list;
	struct gd_loc loc;
};

#include "compiler/syntax/parse.h"

/* The state of one parse.  It is on the stack of syn_parse, and used by one thread. */
struct syn_parser {
	struct syn_context *context;
	struct syn_spec *spec;
	void *scanner;
	/* the scanner's position: of the next character */
	unsigned line, column;
	size_t offset;
	struct gd_loc comment_start;
	size_t comment_offset;
	/* comments, and the nodes that may take them */
	GD_VEC(struct syn_loose_comment) comments;
	GD_VEC(struct syn_node_trivia) nodes;
	/* the last tokens, for messages about what is missing after them */
	struct gd_loc last_loc;
	struct syn_name last_name; /* text NULL: the last token was not a name */
	bool last_starts_statement, name_starts_statement;
	int token;
	struct gd_loc token_loc;
	struct syn_name token_name;
	const char *token_text;
	/* the declaration whose `{ … }` is being read, and values that rules pass up */
	struct syn_decl *open_decl;
	enum syn_visibility visibility;
	struct syn_decl kind; /* what a kind of work says of its units (kinds.def) */
	struct syn_name_list *stack;
	struct syn_stmt *script;
	struct syn_expect expect;
	struct syn_name space_sort; /* of the spaces that are being read; text NULL: none */
	bool expecting; /* an `expect' is being read: after a condition, `in' goes on with it */
	syn_names caught_in, caught_under;
	GD_VEC(struct syn_expr *) quantifiers; /* those whose bodies are being read */
	enum syn_expr_kind quantor;
	struct gd_loc quantor_loc;
	struct syn_name domain; /* of the last quantifier that had one */
	struct syn_bracket open[GD_MOST_brackets];
	unsigned open_count, open_before; /* open brackets now, and before the last token */
	bool too_deep;                    /* it was reported; the rest of the file is not read */
	/* after a mistake */
	bool semicolon_left_out;        /* a `;` was reported as left out, so no token is skipped */
	bool stray_before_token, stray; /* something between two tokens was reported */
	size_t recovered_at;
	bool has_again; /* a token will be read a second time */
	int again_token;
	SYN_YYSTYPE again_value;
	struct gd_loc again_loc;
};

/* The scanner's wrapper, which Bison calls. */
int syn_yylex(SYN_YYSTYPE *value, struct gd_loc *loc, struct syn_parser *parser);
int syn_read_token(SYN_YYSTYPE *value, struct gd_loc *loc, struct syn_parser *parser);
bool syn_scan_begin(struct syn_parser *parser);
void syn_scan_end(struct syn_parser *parser);
int syn_keyword_token(const char *text);     /* TOK_ID: TEXT is not a keyword */
const char *syn_keyword_spelling(int token); /* NULL: not a keyword */

/* After a mistake: syn_recover skips to a place where the parser can continue, and stores the token
 * there. true: later mistakes should be reported. */
void syn_track_brackets(struct syn_parser *parser, int token, struct gd_loc loc);
void syn_list_opened(struct syn_parser *parser, enum syn_list list);
bool syn_begins_declaration(int token);
bool syn_begins_line(const struct syn_parser *parser, struct gd_loc loc);
bool syn_recover(struct syn_parser *parser, int *token, SYN_YYSTYPE *value, struct gd_loc *loc);

/* Comments. */
void syn_keep_comment(struct syn_parser *parser, struct gd_loc loc, const char *text,
    size_t length);
void syn_comments_before(struct syn_parser *parser, struct gd_loc token);
void syn_register_trivia(struct syn_parser *parser, struct syn_trivia *trivia, struct gd_loc loc);
void syn_give_comments(struct syn_parser *parser);

/* Nodes. */
struct syn_expr *syn_expr_new(struct syn_parser *parser, enum syn_expr_kind kind, struct gd_loc loc,
    struct gd_loc op_loc, struct syn_expr *a, struct syn_expr *b);
struct syn_expr *syn_name_expr(struct syn_parser *parser, struct syn_name name);
struct syn_expr *syn_call_expr(struct syn_parser *parser, struct gd_loc loc, struct syn_name name,
    struct syn_expr_list *args);
struct syn_stmt *syn_stmt_new(struct syn_parser *parser, enum syn_stmt_kind kind,
    struct gd_loc loc);
struct syn_decl *syn_decl_new(struct syn_parser *parser, enum syn_decl_kind kind, struct gd_loc loc,
    struct syn_name name);
struct syn_decl *syn_open(struct syn_parser *parser, enum syn_decl_kind kind, struct syn_name name);
void syn_close(struct syn_parser *parser, struct gd_loc loc, struct gd_loc head);
void syn_opening(struct syn_parser *parser, enum syn_opening opening, struct syn_expr *guard);
void syn_take_args(struct syn_parser *parser, struct syn_stmt *stmt, struct syn_expr_list *args);
long syn_at_least_one(struct syn_parser *parser, long number, struct gd_loc loc);
/* The limit at LOC is behind `on`: it stands before. */
/* What a kind of work says of its units: nothing yet; DECL says what has been read. */
void syn_begin_kind(struct syn_parser *parser, enum syn_multiplicity multiplicity,
    struct gd_loc loc);
void syn_take_kind(struct syn_parser *parser, struct syn_decl *decl);
void syn_late_limit(struct syn_parser *parser, struct gd_loc loc);
/* The order after `on m`.  If NAME is a limit, reports it instead. */
enum syn_order syn_order_on(struct syn_parser *parser, struct syn_name name);
enum syn_order syn_order_named(struct syn_parser *parser, struct syn_name name);
void syn_quantor(struct syn_parser *parser, enum syn_expr_kind kind, struct gd_loc loc);
void syn_quantifier(struct syn_parser *parser, struct syn_name_list *binders,
    struct syn_name domain);
/* The last quantifier ranges over the slots MEMBER.NAME. */
void syn_quantify_slots(struct syn_parser *parser, struct syn_expr *member, struct syn_name name);
struct syn_expr *syn_quantified(struct syn_parser *parser, struct gd_loc loc,
    struct syn_expr *body);
void syn_objects(struct syn_parser *parser, struct syn_name_list *names, long more);
void syn_metadata_init(struct syn_parser *parser, struct syn_name object, bool of_all,
    struct syn_name member, struct syn_expr *value);
void syn_object_init(struct syn_parser *parser, struct syn_name object, struct syn_name field,
    struct gd_loc loc, struct syn_expr_list *values);
void syn_script(struct syn_parser *parser, struct gd_loc loc, struct syn_name name);
void syn_any_client(struct syn_parser *parser, struct gd_loc loc, long mutators, long roots,
    long steps, long with);
void syn_globals(struct syn_parser *parser, long count, struct gd_loc loc);
void syn_slots(struct syn_parser *parser, long slots, struct gd_loc loc);
/* `objects 3 of 1 field, 1 word { 0, 1 };`: NAME must be `field` or `fields`.  VALUES may be NULL. */
void syn_fields(struct syn_parser *parser, long count, struct syn_name name, struct gd_loc loc);
void syn_words(struct syn_parser *parser, long count, struct gd_loc loc,
    struct syn_expr_list *values);
void syn_cycles(struct syn_parser *parser, struct gd_loc loc, long count, struct syn_name_list *of);
void syn_expected(struct syn_parser *parser, struct syn_name_list *names);
void syn_append_names(struct syn_parser *parser, syn_names *to, struct syn_name_list *names);
void syn_option_names(struct syn_parser *parser, struct syn_name_list *names);
void syn_option_values(struct syn_parser *parser, struct syn_name option,
    struct syn_expr_list *values);
void syn_expect_begin(struct syn_parser *parser, struct syn_name_list *properties);
void syn_expect(struct syn_parser *parser, struct gd_loc loc, long holds);
void syn_spaces(struct syn_parser *parser, struct gd_loc loc, struct syn_name_list *names);
void syn_no_spaces(struct syn_parser *parser, struct gd_loc loc);
/* Begins the declaration of a region; its members follow. */
struct syn_decl *syn_region(struct syn_parser *parser, struct gd_loc head, struct syn_name name,
    long size, struct syn_name unit);
void syn_place(struct syn_parser *parser, enum syn_place_kind kind, struct syn_name name);
void syn_outcome(struct syn_parser *parser, struct gd_loc loc, bool is_allowed,
    struct syn_expr *condition, struct syn_name_list *memories);
struct syn_name_list *syn_name_list_add(struct syn_parser *parser, struct syn_name_list *list,
    struct syn_name name);

#endif
