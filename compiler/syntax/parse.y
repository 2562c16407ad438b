/* parse.y: the grammar.  Pure, with locations and lookahead correction, and
 * without conflicts.  Words in the second group of tokens only mean something
 * where the grammar expects them and are ordinary names elsewhere. */
%define api.pure full
%define api.prefix {syn_yy}
%define api.token.prefix {TOK_}
%define api.location.type {struct gd_loc}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param {struct syn_parser *parser}

%code requires {
#include "compiler/syntax/ast.h"
struct syn_parser;
#define YYLLOC_DEFAULT(now, rhs, n)                                            \
	((now) = (n) ? gd_loc_join(YYRHSLOC(rhs, 1), YYRHSLOC(rhs, n))         \
	             : syn_empty_loc(YYRHSLOC(rhs, 0)))
}

%union {
	long number;
	struct syn_name name;
	struct syn_name_list *names;
	struct syn_expr *expr;
	struct syn_expr_list *exprs;
	struct syn_stmt *stmt;
	struct syn_stmt_list *stmts;
	struct syn_decl *decl;
	struct syn_decl_list *decls;
	struct syn_param param;
	struct syn_param_list *params;
	struct syn_type type;
	struct syn_workers workers;
	enum syn_order order;
	bool flag;
}

%code {
#include "compiler/syntax/parser.h"
#include "compiler/syntax/complain.h"

#define YYMAXDEPTH 3000
#define ARENA (parser->context->arena)

static struct gd_loc
syn_empty_loc(struct gd_loc before)
{
	before.line = before.end_line;
	before.column = before.end_column;
	return before;
}

static struct syn_name
name_of(const char *text, struct gd_loc loc)
{
	return (struct syn_name){text, loc};
}

static struct syn_expr_list *
add_expr(struct syn_parser *parser, struct syn_expr_list *list, struct syn_expr *expr)
{
	if (list == NULL)
		list = GD_NEW(ARENA, struct syn_expr_list);
	if (expr != NULL)
		GD_PUSH(ARENA, list->exprs, expr);
	return list;
}

static struct syn_stmt *
block_of(struct syn_parser *parser, struct gd_loc loc, struct syn_stmt_list *list)
{
	struct syn_stmt *block = syn_stmt_new(parser, SYN_STMT_BLOCK, loc);

	block->stmts.at = list->stmts.at;
	block->stmts.count = list->stmts.count;
	block->stmts.room = list->stmts.room;
	return block;
}

/* After a mistake recover.c finds the place to continue.  Bison itself would drop one token after
 * another.  For rules that end with `error'. */
#define RECOVER()                                                              \
	do {                                                                   \
		if (syn_recover(parser, &yychar, &yylval, &yylloc))            \
			yyerrok;                                               \
	} while (0)

/* Adds to the declaration that is being read inside `{ … }` of verify, scenario, …. Items are
 * collected in a new declaration, which the rule for the whole merges. */
#define ITEM(list_member, value) GD_PUSH(ARENA, parser_decl(parser)->list_member, value)
static struct syn_decl *
parser_decl(struct syn_parser *parser)
{
	return parser->open_decl;
}

static struct syn_stmt *
finish_stmt(struct syn_parser *parser, struct syn_stmt *stmt, struct gd_loc head)
{
	stmt->head = head;
	syn_register_trivia(parser, &stmt->trivia, stmt->loc);
	return stmt;
}
}

/* ---- keywords, which are never names.  The scanner gets them from here, in this order
 * (words.c) */
%token ACROSS "across" AGAIN "again" ALL "all" ALWAYS "always" AND "and" ASSERT "assert"
  AWAIT "await" BAG "bag" BARRIER "barrier" BEGIN "begin" BIT "bit" BOOL "bool"
  BUCKET "bucket" CHOOSE "choose" COLLECT "collect" COLLECTOR "collector" CYCLE "cycle"
  DROP "drop" ELSE "else" EMIT "emit" END "end" EVENTUALLY "eventually" EXISTS "exists"
  FALSE "false" FILL "fill" FOR "for" FORALL "forall" FUNCTION "function" GHOST "ghost"
  HEADER "header" IF "if" IMPLIES "implies" IMPORT "import" IN "in" INTO "into" ISSUE "issue" LET "let"
  LITMUS "litmus" MUTANT "mutant" MUTATOR "mutator" NOT "not" NOTHING "null"
  OBJECT "object" ON "on" ONCE "once" OPEN "open" OPTION "option" OR "or" OVERLAY "overlay" PHASE "phase"
  POLICY "policy"
  PROPERTY "property" RECEIVE "receive" REF "ref" REGION "region" REPEAT "repeat" REQUEST "request"
  RESUME "resume" RETURN "return" SCENARIO "scenario" SET "set" SLIDE "slide" SPACE "space" STOP "stop" TRUE "true"
  UNTIL "until" VERIFY "verify" WEAK "weak" WHENEVER "whenever" WHERE "where"
  WORD "word" WORK "work" YIELD "yield"
%token <name> RESERVED "a reserved word"

/* ---- words of one place: they have a meaning there only, so `name' has them, too */
%token <name> ALLOWED "allowed" ANY "any" AT "at" BY "by" CAUGHT "caught" CLOSE "close"
  CRITICAL "critical" CYCLES "cycles" EXPECT "expect" EXPECTED "expected" FAIL "fail" FAILS "fails"
  FORBIDDEN "forbidden" FROM "from" GLOBALS "globals" HANDSHAKE "handshake" HEAP "heap" HOLD "hold" HOLDS "holds"
  JOIN "join" LEAVE "leave" LOCATION "location" MEMORY "memory" MOST "most" MUTATORS "mutators"
  OBJECTS "objects" OBSERVE "observe" OF "of" OPTIONS "options" OVER "over" ROOTS "roots" SCENARIOS "scenarios"
  SERIAL "serial" SLOTS "slots" STACK "stack" STEPS "steps" STOPPED "stopped" THREAD "thread" TO "to" TURN "turn"
  UNDER "under" WHEN "when" WITH "with" WORKERS "workers"

%token <name> ID "a name" STRING "a file name in quotes"
%token <number> NUMBER "a number"
%token ARROW "->" DOTS ".." EQ "==" NE "!=" LE "<=" GE ">="
%token EOF 0 "the end of the file"
%token IN_EXPECT "`in` of an expectation"

%precedence PREFIX
%right "implies"
%right "until"
%left "or"
%left "and"
%precedence "not"
%nonassoc "==" "!=" '<' "<=" '>' ">=" "in"
%left '+' '-'
%precedence NEGATE
%precedence THEN
%precedence "else"

%type <name> name domain bare_name label cycle_name order_name
%type <names> space names name_list sets braced_names outcome_under
%type <expr> expr call primary init default set_item option_value opt_expr
%type <exprs> args arg_list expr_set expr_items values
%type <stmt> stmt block simple body fill_stmt
%type <stmts> stmts choices
%type <decl> decl option object region placing phase work cycle bucket function barrier ghost policy property
  scenario verify mutant litmus
%type <decls> changes
%type <params> params param_list bare_params
%type <param> param
%type <type> type base_type member_type option_type returns
%type <number> extras extra_list extra multiplicity verdict roots
%type <workers> worker_count
%type <flag> is_weak is_array

%%

/* Each declaration is stored at once, because a mistake may end the parse. */
spec
  : %empty
  | spec decl { GD_PUSH(ARENA, parser->spec->decls, $2); }
  | spec space { syn_spaces(parser, @2, $2); }
  | spec error { RECOVER(); }
  ;

semi : ';' | error { RECOVER(); } ;
open_list : '{' { syn_list_opened(parser, SYN_LIST_ITEMS); } ;

decl
  : "collector" name semi { $$ = syn_decl_new(parser, SYN_DECL_COLLECTOR, @$, $2); }
  | "import" STRING semi {
	$$ = syn_decl_new(parser, SYN_DECL_IMPORT, @$, name_of(NULL, @2));
	$$->path = $2.text;
	$$->path_loc = @2; }
  | option | object | region | placing | phase | work | cycle | bucket | function | barrier | ghost | policy | property
  | scenario | verify | mutant | litmus
  ;

/* ------------------------------------------------------------------- names */
name
  : ID
  | ALLOWED | ANY | AT | BY | CAUGHT | CLOSE | CRITICAL | CYCLES | EXPECT | EXPECTED | FAIL | FAILS
  | FORBIDDEN | FROM | GLOBALS | HANDSHAKE | HEAP | HOLD | HOLDS | JOIN | LEAVE | LOCATION | MEMORY | MOST | MUTATORS
  | OBJECTS | OBSERVE | OF | OPTIONS | OVER | ROOTS | SCENARIOS | SERIAL | SLOTS | STACK | STEPS | STOPPED | THREAD | TO | TURN
  | UNDER | WHEN | WITH | WORKERS
  ;
names
  : name { $$ = syn_name_list_add(parser, NULL, $1); }
  | names ',' name { $$ = syn_name_list_add(parser, $1, $3); }
  ;
bare_name
  : name
  | "null" { $$ = name_of(gd_intern(parser->context->names, "null"), @1); }
  ;
name_list
  : %empty { $$ = GD_NEW(ARENA, struct syn_name_list); }
  | bare_name { $$ = syn_name_list_add(parser, NULL, $1); }
  | name_list ',' bare_name { $$ = syn_name_list_add(parser, $1, $3); }
  ;
sets : '{' name_list '}' { $$ = $2; } ;
braced_names : '{' names '}' { $$ = $2; } ;
domain
  : name
  | "object"  { $$ = name_of(gd_intern(parser->context->names, "object"), @1); }
  | "mutator" { $$ = name_of(gd_intern(parser->context->names, "mutator"), @1); }
  ;

/* ------------------------------------------------------------------- types */
base_type
  : "bool" { $$ = (struct syn_type){.kind = SYN_TYPE_BOOL, .loc = @$}; }
  | "bit"  { $$ = (struct syn_type){.kind = SYN_TYPE_BIT, .loc = @$}; }
  | NUMBER ".." NUMBER {
	$$ = (struct syn_type){.kind = SYN_TYPE_RANGE, .loc = @$, .low = $1, .high = $3}; }
  | braced_names { $$ = (struct syn_type){.kind = SYN_TYPE_TAGS, .loc = @$, .tags = $1->names}; }
  | "mutator" { $$ = (struct syn_type){.kind = SYN_TYPE_MUTATOR, .loc = @$}; }
  ;
type
  : base_type
  | "ref" { $$ = (struct syn_type){.kind = SYN_TYPE_REF, .loc = @$}; }
  | "ref" '|' braced_names {
	$$ = (struct syn_type){.kind = SYN_TYPE_REF, .loc = @$, .tags = $3->names}; }
  | "ref" '*' { $$ = (struct syn_type){.kind = SYN_TYPE_SLOT, .loc = @$}; }
  | name { $$ = (struct syn_type){.kind = SYN_TYPE_REF, .loc = @$, .object_kind = $1}; }
  | "word" { $$ = (struct syn_type){.kind = SYN_TYPE_WORD, .loc = @$}; }
  | "word" '*' { $$ = (struct syn_type){.kind = SYN_TYPE_DATUM, .loc = @$}; }
  ;
is_weak : %empty { $$ = false; } | "weak" { $$ = true; } ;
is_array : %empty { $$ = false; } | '[' ']' { $$ = true; } ;
member_type
  : is_weak type is_array { $$ = $2; $$.is_weak = $1; $$.is_array = $3; $$.loc = @$; }
  ;
option_type : base_type ;
returns
  : %empty { $$ = (struct syn_type){.kind = SYN_TYPE_NONE, .loc = @$}; }
  | "->" type { $$ = $2; }
  ;

/* ------------------------------------------------------- small declarations */
default
  : %empty { $$ = NULL; }
  | '=' expr { $$ = $2; }
  ;
option
  : "option" name ':' option_type default semi {
	$$ = syn_decl_new(parser, SYN_DECL_OPTION, @$, $2);
	$$->head = gd_loc_join(@1, @2);
	$$->type = $4;
	$$->expr = $5; }
  ;
object
  : "object" name_opt_open members '}' { $$ = parser_decl(parser); syn_close(parser, @$, @1); }
  ;
name_opt_open
  : open_list { syn_open(parser, SYN_DECL_OBJECT, name_of(NULL, @1)); }
  | name open_list { syn_open(parser, SYN_DECL_OBJECT, $1); }
  ;
region
  : region_head members '}' { $$ = parser_decl(parser); syn_close(parser, @$, $$->head); }
  | region_alone { $$ = parser_decl(parser); syn_close(parser, @$, $$->head); }
  ;
region_head
  : "region" name ':' NUMBER name open_list { syn_region(parser, gd_loc_join(@1, @2), $2, $4, $5); }
  | "region" name ':' NUMBER name "in" name open_list {
	syn_region(parser, gd_loc_join(@1, @2), $2, $4, $5)->inside = $7; }
  ;
region_alone
  : "region" name ':' NUMBER name semi { syn_region(parser, gd_loc_join(@1, @2), $2, $4, $5); }
  | "region" name ':' NUMBER name "in" name semi {
	syn_region(parser, gd_loc_join(@1, @2), $2, $4, $5)->inside = $7; }
  ;
members : %empty | members member | members error { RECOVER(); } ;
member
  : name ':' member_type init semi {
	struct syn_member member = {.name = $1, .type = $3, .init = $4, .loc = @$};

	ITEM(members, member); }
  | "header" name ':' member_type init semi {
	struct syn_member member = {
	    .name = $2, .type = $4, .init = $5, .loc = @$, .is_in_header = true, .header = @1};

	ITEM(members, member); }
  | "overlay" name ':' member_type WHEN expr semi {
	struct syn_member member = {
	    .name = $2, .type = $4, .when = $6, .loc = @$, .header = @1};

	member.init = syn_expr_new(parser, SYN_EXPR_NULL, @1, @1, NULL, NULL);
	ITEM(members, member); }
  ;
init : default ;
phase
  : "phase" name visibility semi {
	$$ = syn_decl_new(parser, SYN_DECL_PHASE, @$, $2);
	$$->head = gd_loc_join(@1, @2);
	$$->visibility = parser->visibility; }
  | "phase" name visibility FROM expr TO expr semi {
	$$ = syn_decl_new(parser, SYN_DECL_PHASE, @$, $2);
	$$->head = gd_loc_join(@1, @2);
	$$->visibility = parser->visibility;
	$$->from = $5;
	$$->to = $7; }
  ;
visibility
  : %empty { parser->visibility = SYN_VISIBLE_NONE; }
  | AT HANDSHAKE { parser->visibility = SYN_AT_HANDSHAKE; }
  | AT "once" { parser->visibility = SYN_AT_ONCE; }
  ;
space
  : "space" names semi { $$ = $2; parser->space_sort = name_of(NULL, @$); }
  | "space" names ':' name semi { $$ = $2; parser->space_sort = $4; }
  ;
placing
  : "space" name OF name ':' name OVER name name "if" expr semi {
	$$ = syn_decl_new(parser, SYN_DECL_SPACE, @$, $2);
	$$->head = @2;
	$$->inside = $4;
	$$->sort = $6;
	$$->over = $8;
	$$->binder = $9;
	$$->expr = $11; }
  ;
cycle
  : "cycle" name FROM expr TO expr semi {
	$$ = syn_decl_new(parser, SYN_DECL_CYCLE, @$, $2);
	$$->head = gd_loc_join(@1, @2);
	$$->from = $4;
	$$->to = $6; }
  ;
ghost
  : "ghost" name ':' type '=' expr semi {
	$$ = syn_decl_new(parser, SYN_DECL_GHOST, @$, $2);
	$$->head = gd_loc_join(@1, @2);
	$$->type = $4;
	$$->expr = $6; }
  ;
policy
  : "policy" name '(' params ')' returns semi {
	$$ = syn_decl_new(parser, SYN_DECL_POLICY, @$, $2);
	$$->head = gd_loc_join(@1, @2);
	$$->params = $4->params;
	$$->type = $6; }
  ;
property
  : "property" name '=' expr semi {
	$$ = syn_decl_new(parser, SYN_DECL_PROPERTY, @$, $2);
	$$->head = gd_loc_join(@1, @2);
	$$->expr = $4; }
  ;

/* -------------------------------------------------- work, functions, barriers */
param
  : name ':' type { $$ = (struct syn_param){.name = $1, .type = $3}; }
  ;
param_list
  : param { $$ = GD_NEW(ARENA, struct syn_param_list); GD_PUSH(ARENA, $$->params, $1); }
  | param_list ',' param { $$ = $1; GD_PUSH(ARENA, $$->params, $3); }
  ;
params
  : %empty { $$ = GD_NEW(ARENA, struct syn_param_list); }
  | param_list
  | param_list ';' param_list {
	$$ = $1;
	for (size_t i = 0; i < $3->params.count; i++) {
		struct syn_param payload = $3->params.at[i];

		payload.is_payload = true;
		GD_PUSH(ARENA, $$->params, payload);
	} }
  ;
bare_params
  : %empty { $$ = GD_NEW(ARENA, struct syn_param_list); }
  | names {
	$$ = GD_NEW(ARENA, struct syn_param_list);
	for (size_t i = 0; i < $1->names.count; i++) {
		struct syn_param param = {.name = $1->names.at[i]};

		GD_PUSH(ARENA, $$->params, param);
	} }
  ;
multiplicity
  : "once" { $$ = SYN_ONCE; } | "set" { $$ = SYN_SET; } | "bag" { $$ = SYN_BAG; }
  ;
units : multiplicity { syn_begin_kind(parser, (enum syn_multiplicity)$1, @1); } limit on ;
work
  : "work" name '(' params ')' units block {
	$$ = syn_decl_new(parser, SYN_DECL_WORK, @$, $2);
	$$->head = gd_loc_join(@1, @2);
	$$->params = $4->params;
	syn_take_kind(parser, $$);
	$$->body = $7; }
  ;
limit
  : %empty
  | SERIAL { parser->kind.at_most = 1; }
  | AT MOST NUMBER { parser->kind.at_most = syn_at_least_one(parser, $3, @3); }
  ;
on
  : %empty
  | "on" name { parser->kind.on = $2; }
  | "on" name order_name {
	parser->kind.on = $2;
	parser->kind.on_order = syn_order_on(parser, $3);
	parser->kind.on_order_loc = @3; }
  | "on" name late_limit { parser->kind.on = $2; }
  | "on" name order_name late_limit { parser->kind.on = $2; }
  | "on" name order_name SERIAL { syn_late_limit(parser, @4); parser->kind.on = $2; }
  ;
order_name : name ;
late_limit : AT MOST NUMBER { syn_late_limit(parser, @$); } ;
function
  : "function" name '(' params ')' returns block {
	$$ = syn_decl_new(parser, SYN_DECL_FUNCTION, @$, $2);
	$$->head = gd_loc_join(@1, @2);
	$$->params = $4->params;
	$$->type = $6;
	$$->body = $7; }
  ;
barrier
  : "barrier" name '(' bare_params ')' returns block {
	$$ = syn_decl_new(parser, SYN_DECL_BARRIER, @$, $2);
	$$->head = gd_loc_join(@1, @2);
	$$->params = $4->params;
	$$->type = $6;
	$$->body = $7; }
  | "barrier" name '(' bare_params ')' order_name block {
	$$ = syn_decl_new(parser, SYN_DECL_BARRIER, @$, $2);
	$$->head = gd_loc_join(@1, @2);
	$$->params = $4->params;
	$$->type = (struct syn_type){.kind = SYN_TYPE_NONE};
	$$->exchange_order = syn_order_named(parser, $6);
	$$->exchange_order_loc = @6;
	$$->body = $7; }
  ;

/* ----------------------------------------------------------------- buckets */
bucket
  : bucket_head bucket_kinds bucket_cycles bucket_open bucket_close bucket_end {
	$$ = parser_decl(parser); syn_close(parser, @$, $$->head); }
  ;
bucket_head
  : "bucket" name { syn_open(parser, SYN_DECL_BUCKET, $2)->head = gd_loc_join(@1, @2); }
  ;
bucket_kinds
  : %empty
  | sets { parser_decl(parser)->has_kinds = true; parser_decl(parser)->kinds = $1->names; }
  ;
bucket_cycles
  : %empty | bucket_in | bucket_across | bucket_in bucket_across | bucket_across bucket_in
  ;
bucket_in
  : "in" names { parser_decl(parser)->has_cycles = true; parser_decl(parser)->cycles = $2->names; }
  ;
bucket_across : "across" CYCLES { parser_decl(parser)->across_cycles = true; } ;
bucket_open
  : %empty
  | "open" WHEN expr { syn_opening(parser, SYN_OPEN_WHEN, $3); }
  | "open" "whenever" expr { syn_opening(parser, SYN_OPEN_WHENEVER, $3); }
  ;
bucket_close : %empty | CLOSE WHEN expr { parser_decl(parser)->close_when = $3; } ;
bucket_end
  : ';'
  | "fill" fill_stmt { parser_decl(parser)->fill = $2; }
  ;
fill_stmt : stmt ;

/* -------------------------------------------------------------- statements */
block
  : open_list stmts '}' { $$ = block_of(parser, @$, $2); }
  ;
stmts
  : %empty { $$ = GD_NEW(ARENA, struct syn_stmt_list); }
  | stmts stmt { $$ = $1; GD_PUSH(ARENA, $$->stmts, $2); }
  | stmts error { $$ = $1; RECOVER(); }
  ;
stmt
  : block { $$ = finish_stmt(parser, $1, @1); }
  | simple { $$ = finish_stmt(parser, $1, @1); }
  | "if" expr body %prec THEN {
	$$ = syn_stmt_new(parser, SYN_STMT_IF, @$);
	$$->expr = $2;
	$$->body = $3;
	$$ = finish_stmt(parser, $$, gd_loc_join(@1, @2)); }
  | "if" expr body "else" body {
	$$ = syn_stmt_new(parser, SYN_STMT_IF, @$);
	$$->expr = $2;
	$$->body = $3;
	$$->otherwise = $5;
	$$ = finish_stmt(parser, $$, gd_loc_join(@1, @2)); }
  | "for" name "in" expr body {
	$$ = syn_stmt_new(parser, SYN_STMT_FOR_IN, @$);
	$$->name = $2;
	$$->expr = $4;
	$$->body = $5;
	$$ = finish_stmt(parser, $$, gd_loc_join(@1, @4)); }
  | "for" name ':' domain opt_expr body {
	$$ = syn_stmt_new(parser, SYN_STMT_FOR_DOMAIN, @$);
	$$->name = $2;
	$$->name2 = $4;
	$$->expr = $5;
	$$->body = $6;
	$$ = finish_stmt(parser, $$, gd_loc_join(@1, @4)); }
  | "for" name '(' name ')' "in" name body {
	$$ = syn_stmt_new(parser, SYN_STMT_FOR_WAITING, @$);
	$$->name = $4;
	$$->name2 = $2;
	$$->into = $7;
	$$->body = $8;
	$$ = finish_stmt(parser, $$, gd_loc_join(@1, @7)); }
  | "choose" choices {
	$$ = syn_stmt_new(parser, SYN_STMT_CHOOSE, @$);
	$$->stmts.at = $2->stmts.at;
	$$->stmts.count = $2->stmts.count;
	$$->stmts.room = $2->stmts.room;
	$$ = finish_stmt(parser, $$, @1); }
  | "repeat" NUMBER block {
	$$ = syn_stmt_new(parser, SYN_STMT_REPEAT, @$);
	$$->number = $2;
	$$->body = $3;
	$$ = finish_stmt(parser, $$, gd_loc_join(@1, @2)); }
  | "repeat" block "until" expr semi {
	$$ = syn_stmt_new(parser, SYN_STMT_REPEAT, @$);
	$$->body = $2;
	$$->expr = $4;
	$$ = finish_stmt(parser, $$, @1); }
  | CRITICAL block {
	$$ = syn_stmt_new(parser, SYN_STMT_CRITICAL, @$);
	$$->body = $2;
	$$ = finish_stmt(parser, $$, @1); }
  ;
body : stmt ;
opt_expr : %empty { $$ = NULL; } | "in" expr { $$ = $2; } ;
choices
  : block { $$ = GD_NEW(ARENA, struct syn_stmt_list); GD_PUSH(ARENA, $$->stmts, $1); }
  | choices "or" block { $$ = $1; GD_PUSH(ARENA, $$->stmts, $3); }
  ;
simple
  : "let" name '=' expr semi {
	$$ = syn_stmt_new(parser, SYN_STMT_LET, @$); $$->name = $2; $$->expr = $4; }
  | "let" name '=' "await" call "where" expr semi {
	$$ = syn_stmt_new(parser, SYN_STMT_LET, @$);
	$$->name = $2;
	$$->expr = syn_expr_new(parser, SYN_EXPR_AWAIT, gd_loc_join(@4, @7), @4, $5, $7); }
  | "emit" name '(' args ')' semi {
	$$ = syn_stmt_new(parser, SYN_STMT_EMIT, @$);
	$$->name = $2;
	syn_take_args(parser, $$, $4); }
  | "emit" name '(' args ')' "into" name semi {
	$$ = syn_stmt_new(parser, SYN_STMT_EMIT, @$);
	$$->name = $2;
	$$->into = $7;
	syn_take_args(parser, $$, $4); }
  | "stop" MUTATORS semi { $$ = syn_stmt_new(parser, SYN_STMT_STOP, @$); }
  | "stop" MUTATORS order_name semi {
	$$ = syn_stmt_new(parser, SYN_STMT_STOP, @$);
	$$->order = syn_order_named(parser, $3);
	$$->order_loc = @3; }
  | "slide" name '.' name "where" expr semi {
	$$ = syn_stmt_new(parser, SYN_STMT_SLIDE, @$);
	$$->name = $2;
	$$->name2 = $4;
	$$->expr = $6; }
  | "resume" MUTATORS semi { $$ = syn_stmt_new(parser, SYN_STMT_RESUME, @$); }
  | "begin" name semi { $$ = syn_stmt_new(parser, SYN_STMT_BEGIN, @$); $$->name = $2; }
  | "end" name semi { $$ = syn_stmt_new(parser, SYN_STMT_END, @$); $$->name = $2; }
  | "request" cycle_name semi { $$ = syn_stmt_new(parser, SYN_STMT_REQUEST, @$); $$->name = $2; }
  | "again" semi { $$ = syn_stmt_new(parser, SYN_STMT_AGAIN, @$); }
  | "assert" label expr semi {
	$$ = syn_stmt_new(parser, SYN_STMT_ASSERT, @$); $$->name = $2; $$->expr = $3; }
  | "assert" expr semi { $$ = syn_stmt_new(parser, SYN_STMT_ASSERT, @$); $$->expr = $2; }
  | "return" semi { $$ = syn_stmt_new(parser, SYN_STMT_RETURN, @$); }
  | "return" expr semi { $$ = syn_stmt_new(parser, SYN_STMT_RETURN, @$); $$->expr = $2; }
  | call semi { $$ = syn_stmt_new(parser, SYN_STMT_CALL, @$); $$->expr = $1; }
  | "issue" call semi { $$ = syn_stmt_new(parser, SYN_STMT_ISSUE, @$); $$->expr = $2; }
  | "receive" name '=' expr semi {
	$$ = syn_stmt_new(parser, SYN_STMT_RECEIVE, @$); $$->name = $2; $$->expr = $4; }
  | "ghost" name '=' expr semi {
	$$ = syn_stmt_new(parser, SYN_STMT_GHOST, @$); $$->name = $2; $$->expr = $4; }
  | "drop" name semi { $$ = syn_stmt_new(parser, SYN_STMT_DROP, @$); $$->name = $2; }
  | "collect" semi { $$ = syn_stmt_new(parser, SYN_STMT_COLLECT, @$); }
  | "collect" name semi { $$ = syn_stmt_new(parser, SYN_STMT_COLLECT, @$); $$->name = $2; }
  | "yield" semi { $$ = syn_stmt_new(parser, SYN_STMT_YIELD, @$); }
  | JOIN semi { $$ = syn_stmt_new(parser, SYN_STMT_JOIN, @$); }
  | LEAVE semi { $$ = syn_stmt_new(parser, SYN_STMT_LEAVE, @$); }
  ;
label : name ':' ;
cycle_name : name ;

/* ------------------------------------------------------------- expressions */
args : %empty { $$ = add_expr(parser, NULL, NULL); } | arg_list ;
arg_list
  : expr { $$ = add_expr(parser, NULL, $1); }
  | arg_list ',' expr { $$ = add_expr(parser, $1, $3); }
  ;
call
  : name '(' args ')' { $$ = syn_call_expr(parser, @$, $1, $3); }
  | "open" '(' args ')' {
	$$ = syn_call_expr(parser, @$, name_of(gd_intern(parser->context->names, "open"), @1), $3); }
  | "receive" '(' args ')' {
	$$ = syn_call_expr(parser, @$, name_of(gd_intern(parser->context->names, "receive"), @1), $3); }
  ;
primary
  : NUMBER {
	$$ = syn_expr_new(parser, SYN_EXPR_NUMBER, @$, @$, NULL, NULL); $$->number = $1; }
  | "true" {
	$$ = syn_expr_new(parser, SYN_EXPR_BOOL, @$, @$, NULL, NULL); $$->number = 1; }
  | "false" { $$ = syn_expr_new(parser, SYN_EXPR_BOOL, @$, @$, NULL, NULL); }
  | "null" { $$ = syn_expr_new(parser, SYN_EXPR_NULL, @$, @$, NULL, NULL); }
  | name { $$ = syn_name_expr(parser, $1); }
  | call
  | '(' expr ')' { $$ = $2; }
  | primary '.' name {
	$$ = syn_expr_new(parser, SYN_EXPR_MEMBER, @$, @2, $1, NULL); $$->name = $3; }
  | primary '[' expr ']' { $$ = syn_expr_new(parser, SYN_EXPR_INDEX, @$, @2, $1, $3); }
  ;
expr
  : primary
  | "all" MUTATORS STOPPED { $$ = syn_expr_new(parser, SYN_EXPR_ALL_STOPPED, @$, @$, NULL, NULL); }
  | "not" expr { $$ = syn_expr_new(parser, SYN_EXPR_NOT, @$, @1, $2, NULL); }
  | '-' expr %prec NEGATE { $$ = syn_expr_new(parser, SYN_EXPR_NEGATE, @$, @1, $2, NULL); }
  | expr "and" expr { $$ = syn_expr_new(parser, SYN_EXPR_AND, @$, @2, $1, $3); }
  | expr "or" expr { $$ = syn_expr_new(parser, SYN_EXPR_OR, @$, @2, $1, $3); }
  | expr "==" expr { $$ = syn_expr_new(parser, SYN_EXPR_EQ, @$, @2, $1, $3); }
  | expr "!=" expr { $$ = syn_expr_new(parser, SYN_EXPR_NE, @$, @2, $1, $3); }
  | expr '<' expr { $$ = syn_expr_new(parser, SYN_EXPR_LT, @$, @2, $1, $3); }
  | expr "<=" expr { $$ = syn_expr_new(parser, SYN_EXPR_LE, @$, @2, $1, $3); }
  | expr '>' expr { $$ = syn_expr_new(parser, SYN_EXPR_GT, @$, @2, $1, $3); }
  | expr ">=" expr { $$ = syn_expr_new(parser, SYN_EXPR_GE, @$, @2, $1, $3); }
  | expr '+' expr { $$ = syn_expr_new(parser, SYN_EXPR_ADD, @$, @2, $1, $3); }
  | expr '-' expr { $$ = syn_expr_new(parser, SYN_EXPR_SUB, @$, @2, $1, $3); }
  | expr "in" name {
	$$ = syn_expr_new(parser, SYN_EXPR_IN_SPACE, @$, @2, $1, NULL); $$->name = $3; }
  | expr "implies" expr { $$ = syn_expr_new(parser, SYN_EXPR_IMPLIES, @$, @2, $1, $3); }
  | expr "until" expr { $$ = syn_expr_new(parser, SYN_EXPR_UNTIL, @$, @2, $1, $3); }
  | "always" expr %prec PREFIX {
	$$ = syn_expr_new(parser, SYN_EXPR_ALWAYS, @$, @1, $2, NULL); }
  | "eventually" expr %prec PREFIX {
	$$ = syn_expr_new(parser, SYN_EXPR_EVENTUALLY, @$, @1, $2, NULL); }
  | quantifier expr %prec PREFIX {
	$$ = syn_quantified(parser, @$, $2); }
  ;
quantifier
  : quantor names { syn_quantifier(parser, $2, name_of(NULL, @$)); }
  | quantor names ':' domain { syn_quantifier(parser, $2, $4); }
  | quantor names "in" name {
	parser->domain = $4;
	syn_quantifier(parser, $2, $4); }
  | quantor names "in" name '.' name {
	syn_quantifier(parser, $2, name_of(NULL, @4));
	syn_quantify_slots(parser, syn_expr_new(parser, SYN_EXPR_MEMBER, gd_loc_join(@4, @6), @5,
	    syn_name_expr(parser, $4), NULL), $6); }
  ;
quantor
  : "forall" { syn_quantor(parser, SYN_EXPR_FORALL, @1); }
  | "exists" { syn_quantor(parser, SYN_EXPR_EXISTS, @1); }
  ;

/* --------------------------------------------------------------- scenarios */
scenario
  : scenario_head open_list scenario_items '}' {
	$$ = parser_decl(parser); syn_close(parser, @$, $$->head); }
  ;
scenario_head
  : "scenario" name { syn_open(parser, SYN_DECL_SCENARIO, $2)->head = gd_loc_join(@1, @2); }
  ;
scenario_items
  : %empty
  | scenario_items scenario_item
  | scenario_items error { RECOVER(); }
  ;
expr_set : '{' expr_items '}' { $$ = $2; } ;
expr_items
  : %empty { $$ = add_expr(parser, NULL, NULL); }
  | set_item { $$ = add_expr(parser, NULL, $1); }
  | expr_items ',' set_item { $$ = add_expr(parser, $1, $3); }
  ;
set_item
  : NUMBER { $$ = syn_expr_new(parser, SYN_EXPR_NUMBER, @$, @$, NULL, NULL); $$->number = $1; }
  | "null" { $$ = syn_expr_new(parser, SYN_EXPR_NULL, @$, @$, NULL, NULL); }
  | name { $$ = syn_name_expr(parser, $1); }
  ;
scenario_item
  : OBJECTS names semi { syn_objects(parser, $2, 0); }
  | OBJECTS NUMBER semi { syn_objects(parser, NULL, $2); }
  | OBJECTS NUMBER SLOTS NUMBER semi {
	syn_objects(parser, NULL, $2);
	syn_slots(parser, $4, @4); }
  | OBJECTS NUMBER OF object_parts semi { syn_objects(parser, NULL, $2); }
  | OBJECTS OF object_parts semi { syn_objects(parser, NULL, 0); }
  | name '.' name '=' expr_set semi { syn_object_init(parser, $1, $3, @5, $5); }
  | name '.' name '=' expr semi { syn_metadata_init(parser, $1, false, $3, $5); }
  | "object" '.' name '=' expr semi {
	syn_metadata_init(parser, name_of(gd_intern(parser->context->names, "object"), @1), true,
	    $3, $5); }
  | "object" '.' name '=' expr_set semi {
	gd_help(gd_report(parser->context->sink, GD_E_slot_index, gd_loc_join(@1, @3),
	    "slots are given to one object, not to all"), "write `a.%s = { … };` for each object `a`",
	    $3.text); }
  | "mutator" name script_stack script_body
	{ syn_script(parser, @$, $2); }
  | MUTATORS NUMBER roots ANY STEPS extras semi { syn_any_client(parser, @$, $2, $3, -1, $6); }
  | MUTATORS NUMBER roots ANY NUMBER STEPS extras semi {
	syn_any_client(parser, @$, $2, $3, $5, $7); }
  | heap_head layout '}'
  | GLOBALS NUMBER semi { syn_globals(parser, $2, @$); }
  | CYCLES NUMBER semi { syn_cycles(parser, @2, $2, NULL); }
  | CYCLES NUMBER OF names semi { syn_cycles(parser, @2, $2, $4); }
  | EXPECTED sets ';' { syn_expected(parser, $2); }
  | EXPECTED sets { syn_expected(parser, $2); }
  ;
heap_head : HEAP open_list { parser_decl(parser)->layout_loc = @1; } ;
layout
  : %empty
  | layout name { syn_place(parser, SYN_PLACE_OUTER, $2); }
  | layout '[' { syn_place(parser, SYN_PLACE_LINE, name_of(NULL, @2)); } places ']'
  ;
places
  : %empty
  | places name { syn_place(parser, SYN_PLACE_OBJECT, $2); }
  | places '-' { syn_place(parser, SYN_PLACE_FREE, name_of(NULL, @2)); }
  ;
object_parts : object_part | object_parts ',' object_part ;
object_part
  : NUMBER name { syn_fields(parser, $1, $2, @1); }
  | NUMBER "word" { syn_words(parser, $1, gd_loc_join(@1, @2), NULL); }
  | NUMBER "word" expr_set { syn_words(parser, $1, gd_loc_join(@1, @3), $3); }
  ;
extras : %empty { $$ = 0; } | WITH extra_list { $$ = $2; } ;
extra_list
  : extra
  | extra_list ',' extra {
	if ($1 & $3)
		gd_help(gd_report(parser->context->sink, GD_E_duplicate_name, @3,
		    "this is in the list already"), "leave it out");
	$$ = $1 | $3; }
  ;
extra
  : "receive" { $$ = SYN_WITH_RECEIVE; }
  | JOIN { $$ = SYN_WITH_JOIN; }
  | LEAVE { $$ = SYN_WITH_LEAVE; }
  | "collect" { $$ = SYN_WITH_COLLECT; }
  ;
roots : %empty { $$ = 2; } | ROOTS NUMBER { $$ = syn_at_least_one(parser, $2, @2); } ;
script_stack
  : %empty { parser->stack = NULL; }
  | '(' STACK '=' sets ')' { parser->stack = $4; }
  ;
script_body
  : ';' { parser->script = NULL; }
  | block { parser->script = $1; }
  ;

/* ------------------------------------------------------------------ verify */
verify
  : verify_head open_list verify_items '}' {
	$$ = parser_decl(parser); syn_close(parser, @$, $$->head); }
  ;
verify_head
  : "verify" { syn_open(parser, SYN_DECL_VERIFY, name_of(NULL, @1))->head = @1; }
  ;
verify_items
  : %empty
  | verify_items verify_item
  | verify_items error { RECOVER(); }
  ;
verify_item
  : MEMORY names semi { syn_append_names(parser, &parser_decl(parser)->memories, $2); }
  | WORKERS worker_counts semi
  | OPTIONS options semi
  | SCENARIOS names semi { syn_append_names(parser, &parser_decl(parser)->verify_scenarios, $2); }
  | expect_head expect_first expect_parts verdict expect_parts semi { syn_expect(parser, @$, $4); }
  ;
worker_counts
  : worker_count { ITEM(workers, $1); }
  | worker_counts ',' worker_count { ITEM(workers, $3); }
  ;
worker_count
  : ANY { $$ = (struct syn_workers){.loc = @$, .kind = SYN_WORKERS_ANY}; }
  | NUMBER { $$ = (struct syn_workers){.loc = @$, .kind = SYN_WORKERS_EACH,
	.count = syn_at_least_one(parser, $1, @1)}; }
  | NUMBER name { $$ = (struct syn_workers){.loc = @$, .kind = SYN_WORKERS_OF_ONE,
	.count = syn_at_least_one(parser, $1, @1), .of = $2}; }
  | NUMBER "in" TURN { $$ = (struct syn_workers){.loc = @$, .kind = SYN_WORKERS_IN_TURN,
	.count = syn_at_least_one(parser, $1, @1)}; }
  ;
options
  : names { syn_option_names(parser, $1); }
  | name '=' values { syn_option_values(parser, $1, $3); }
  ;
values
  : option_value { $$ = add_expr(parser, NULL, $1); }
  | values ',' option_value { $$ = add_expr(parser, $1, $3); }
  ;
option_value
  : set_item
  | "true" {
	$$ = syn_expr_new(parser, SYN_EXPR_BOOL, @$, @$, NULL, NULL); $$->number = 1; }
  | "false" { $$ = syn_expr_new(parser, SYN_EXPR_BOOL, @$, @$, NULL, NULL); }
  ;
expect_head
  : EXPECT names { syn_expect_begin(parser, $2); }
  ;
/* This `in' was read before the parser knew where it stands; those that follow are IN_EXPECT. */
expect_first
  : %empty
  | "in" names { syn_append_names(parser, &parser->expect.scenarios, $2); }
  ;
expect_parts : %empty | expect_parts expect_part ;
expect_part
  : IN_EXPECT names { syn_append_names(parser, &parser->expect.scenarios, $2); }
  | UNDER names { syn_append_names(parser, &parser->expect.memories, $2); }
  | WHEN expr { parser->expect.when = $2; }
  ;
verdict
  : HOLD { $$ = 1; } | HOLDS { $$ = 1; } | FAIL { $$ = 0; } | FAILS { $$ = 0; }
  ;

/* ----------------------------------------------------------------- mutants */
mutant
  : "mutant" name open_changes changes '}' CAUGHT BY names mutant_in mutant_under semi {
	$$ = syn_decl_new(parser, SYN_DECL_MUTANT, @$, $2);
	$$->head = gd_loc_join(@1, @2);
	$$->changes.at = $4->decls.at;
	$$->changes.count = $4->decls.count;
	$$->caught_by_check = $8->names.count == 1 &&
	    $8->names.at[0].text == gd_intern(parser->context->names, "check");
	if (!$$->caught_by_check)
		$$->caught_by = $8->names;
	$$->caught_in = parser->caught_in;
	$$->caught_under = parser->caught_under; }
  ;
open_changes : '{' { syn_list_opened(parser, SYN_LIST_DECLARATIONS); } ;
changes
  : %empty { $$ = GD_NEW(ARENA, struct syn_decl_list); }
  | changes decl { GD_PUSH(ARENA, $1->decls, $2); $$ = $1; }
  | changes space { $$ = $1; syn_no_spaces(parser, @2); }
  | changes error { RECOVER(); $$ = $1; }
  ;
mutant_in
  : %empty { parser->caught_in = (syn_names){0}; }
  | "in" names { parser->caught_in = $2->names; }
  ;
mutant_under
  : %empty { parser->caught_under = (syn_names){0}; }
  | UNDER names { parser->caught_under = $2->names; }
  ;

/* ------------------------------------------------------------------ litmus */
litmus
  : litmus_head open_list litmus_items '}' {
	$$ = parser_decl(parser); syn_close(parser, @$, $$->head); }
  ;
litmus_head
  : "litmus" name { syn_open(parser, SYN_DECL_LITMUS, $2)->head = gd_loc_join(@1, @2); }
  ;
litmus_items : %empty | litmus_items litmus_item | litmus_items error { RECOVER(); } ;
litmus_item
  : LOCATION litmus_locations semi
  | THREAD block { parser->script = $2; parser->stack = NULL; syn_script(parser, @$, name_of(NULL, @1)); }
  | OBSERVE names semi { syn_append_names(parser, &parser_decl(parser)->observed, $2); }
  | ALLOWED expr outcome_under semi { syn_outcome(parser, @$, true, $2, $3); }
  | FORBIDDEN expr outcome_under semi { syn_outcome(parser, @$, false, $2, $3); }
  ;
outcome_under : %empty { $$ = NULL; } | UNDER names { $$ = $2; } ;
litmus_locations : litmus_location | litmus_locations ',' litmus_location ;
litmus_location
  : name '=' expr {
	struct syn_member member = {.name = $1, .init = $3, .loc = @$};

	ITEM(members, member); }
  ;

%%

/* Bison's hook (parse.error custom). */
static int
yyreport_syntax_error(const yypcontext_t *at, struct syn_parser *parser)
{
	yysymbol_kind_t kinds[YYNTOKENS];
	const char *names[YYNTOKENS];
	int count = yypcontext_expected_tokens(at, kinds, YYNTOKENS);

	for (int i = 0; i < count; i++)
		names[i] = yysymbol_name(kinds[i]);
	syn_complain(parser, *yypcontext_location(at), yysymbol_name(yypcontext_token(at)), names,
	    count > 0 ? (size_t)count : 0);
	return 0;
}
