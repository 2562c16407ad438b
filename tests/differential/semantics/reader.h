/* reader.h: what the files that read JSON share. */
#ifndef SEMANTICS_READER_H
#define SEMANTICS_READER_H

#include <jansson.h>
#include "tests/differential/semantics/internal.h"

/* The variables of one kernel; `part` keeps those of two barriers apart. */
struct scope {
	struct sx_spec *spec;
	struct code *code;
	unsigned first;
};

void sx_cannot(struct sx_spec *spec, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *sx_string(const json_t *object, const char *key);
/* Position of WORD in TABLE; it cannot be explored when it is not there. */
int sx_word(struct sx_spec *spec, const char *const *table, size_t count, const char *word);
/* Position of the declaration that OBJECT names by KEY; -1: there is no such member. */
int sx_named(struct sx_spec *spec, const json_t *object, const char *key);

/* What JSON, a constant of the type of VALUE, is as a number. */
int sx_constant(const struct value *value, const json_t *json);

unsigned sx_variable(struct scope *scope, const char *name, const char *type);
const struct expr *sx_read_expr(struct scope *scope, const json_t *json);
struct place sx_read_place(struct scope *scope, const json_t *json);
const struct expr *const *sx_read_unit(struct scope *scope, const json_t *json, unsigned *count);

/* The statements of JSON, behind what CODE has already. */
void sx_read_code(struct scope *scope, const json_t *json);
struct insn *sx_add_insn(struct scope *scope, enum op op, const char *text);
/* Says of each place what is read from there on; then it can be run. */
void sx_finish_code(struct sx_spec *spec, struct code *code, uint64_t live_at_end);
/* Which kinds' units end in a step of their own; when all kernels are known. */
void sx_find_exact(struct sx_spec *spec);

void sx_read_scenario(struct sx_spec *spec, const json_t *json);
void sx_read_operations(struct sx_spec *spec, const json_t *barriers);

#endif
