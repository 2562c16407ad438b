/* sema.h: is the specification meaningful?  And what is there to verify?
 *
 * sem_check looks at the whole tree under every option value and reports to
 * the sink; the IR is lowered only from what it accepted. */
#ifndef SEM_SEMA_H
#define SEM_SEMA_H

#include "compiler/syntax/syntax.h"

struct sem_spec; /* declarations by name, with those of imports; in the arena */

/* Checks names, types, constants, scenarios and the producer graph.  Returns NULL if an error was
 * reported, by this function or before.  Otherwise returns a spec that can be lowered. */
struct sem_spec *sem_check(struct syn_context *context, struct syn_spec *tree);

/* ---- options */
struct sem_option {
	const char *name;
	struct gd_loc loc;
	enum { SEM_OPTION_BOOL, SEM_OPTION_INT, SEM_OPTION_TAGS } kind;
	long low, high; /* values are low..high; bool 0..1; tags 0..n-1 */
	const char *const *tags;
	long initial;
};
size_t sem_option_count(const struct sem_spec *spec);
const struct sem_option *sem_option_at(const struct sem_spec *spec, size_t index);
const char *sem_option_value_text(struct gd_arena *arena, const struct sem_option *option,
    long value);
/* VALUES of all options: "again=true shading=none". */
const char *sem_assignment_text(const struct sem_spec *spec, struct gd_arena *arena,
    const long *values);
/* Parses TEXT as a value of OPTION. false: it is not one. */
bool sem_option_parse(const struct sem_option *option, const char *text, long *value);

/* ---- a variant of the spec: values for the options, at most one mutant, and memory orders in
 * place of those that are written */
struct sem_order; /* compiler/sema/orders.h */
struct sem_variant {
	const long *values;            /* by option index */
	const struct syn_decl *mutant; /* NULL: none */
	const struct sem_order *orders;
	size_t order_count;
};
/* The declarations of KIND in a variant, with the mutant applied, in the order of declaration.  For
 * lowering. */
size_t sem_decls(const struct sem_spec *spec, const struct sem_variant *variant,
    enum syn_decl_kind kind, struct gd_arena *arena, struct syn_decl ***found);
struct syn_decl *sem_find(const struct sem_spec *spec, const struct sem_variant *variant,
    enum syn_decl_kind kind, const char *name);
/* The value of a constant expression over options, literals and tags.
 * false: it is not constant. */
bool sem_constant(const struct sem_spec *spec, const struct sem_variant *variant,
    const struct syn_expr *expr, long *value);
/* Checks a mutant's variant by the static checks only: for `caught by check`.  Reports to a sink of
 * its own.  Returns the number of errors and warnings that the specification itself does not have,
 * and in *first the text of the first one, in one line. */
size_t sem_check_mutant(struct syn_context *context, const struct sem_spec *spec,
    const struct syn_decl *mutant, const char **first);

/* ---- the cells of the verify block */
enum sem_expectation { SEM_HOLDS, SEM_FAILS };
struct sem_claim { /* one property in one cell */
	const char *property;
	enum sem_expectation expected;
	struct gd_loc loc; /* of the expectation, or of the mutant */
};
struct sem_cell {
	const struct sem_variant *variant;
	const char *scenario;
	const char *memory;                /* "sc" … */
	const struct syn_workers *workers; /* EACH, OF_ONE or ANY; IN_TURN is expanded */
	const struct sem_claim *claims;
	size_t claim_count;
	bool is_unexpected; /* no `expect' applies to it */
	/* for a mutant: it is caught if one of the claims fails; there are none for `caught by
	 * check`, where scenario is NULL */
	const struct syn_decl *mutant;
	struct gd_loc loc;
};
/* All cells, in order: those of the specification itself (by scenario, options, memory, workers),
 * then those of the mutants.  In ARENA. */
size_t sem_cells(struct syn_context *context, const struct sem_spec *spec, struct sem_cell **cells);

/* ---- data words of objects, as large as SCENARIOS (NULL: all), kernels and properties need them */
struct sem_word_group {
	struct syn_name name;
	bool is_array;
	size_t size;        /* at least 1 */
	struct gd_loc last; /* what needed most */
};
struct sem_words {
	const struct sem_word_group *groups;
	size_t count;
	long low, high; /* of all numbers that are mentioned as values of words, and 0 */
};
struct sem_words sem_words(const struct sem_spec *spec, const struct sem_variant *variant,
    const char *const *scenarios, size_t scenario_count, struct gd_arena *arena);

/* Whether some `expect` or mutant names PROPERTY. */
bool sem_expects(const struct sem_spec *spec, const char *property);

/* Whether VALUE, of metadata in a scenario, is `any`. */
bool sem_is_any(const struct syn_expr *value);

/* ---- built-in names, for messages and for syn_keywords' like */
extern const char *const sem_builtin_properties[]; /* NULL-terminated */

#endif
