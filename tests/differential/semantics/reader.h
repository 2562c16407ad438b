/* reader.h: what the files that read JSON share. */
#ifndef SEMANTICS_READER_H
#define SEMANTICS_READER_H

#include <jansson.h>
#include "tests/differential/semantics/internal.h"

/* In a round of a loop that is written out, the slot called NAME is that of OBJECT with this group and index. */
struct written_round {
	const struct written_round *around; /* NULL: there is no other */
	const char *name;
	const struct expr *object, *index;
	unsigned group;
};
/* The variables of one kernel.  `part` distinguishes those of two barriers. */
struct scope {
	struct sx_spec *spec;
	struct code *code;
	unsigned first;
	bool writes_rounds; /* loops over slots are written out */
	const struct written_round *round;
};

void sx_cannot(struct sx_spec *spec, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *sx_string(const json_t *object, const char *key);
/* The position of WORD in TABLE.  If it is not there, the specification cannot be explored. */
int sx_word(struct sx_spec *spec, const char *const *table, size_t count, const char *word);
/* The position of the declaration that member KEY of OBJECT names. -1: there is no such member. */
int sx_named(struct sx_spec *spec, const json_t *object, const char *key);

/* The number of the constant JSON, which has the type of VALUE. */
int sx_constant(struct sx_spec *spec, const struct value *value, const json_t *json);
/* The reference that is the tag called NAME. */
int sx_ref_tag(struct sx_spec *spec, const char *name);

unsigned sx_variable(struct scope *scope, const char *name, const char *type);
const struct expr *sx_read_expr(struct scope *scope, const json_t *json);
struct place sx_read_place(struct scope *scope, const json_t *json);
const struct expr *const *sx_read_unit(struct scope *scope, const json_t *json, unsigned *count);

/* Adds the statements of JSON to CODE. */
void sx_read_code(struct scope *scope, const json_t *json);
struct insn *sx_add_insn(struct scope *scope, enum op op, const char *text);
/* Computes for each place which variables are live.  Then the code can be run. */
void sx_finish_code(struct sx_spec *spec, struct code *code, uint64_t live_at_end);
/* Finds the kinds whose units end in a step of their own.  All kernels must have been read. */
void sx_find_exact(struct sx_spec *spec);

void sx_read_regions(struct sx_spec *spec, const json_t *root);
void sx_read_region_metas(struct sx_spec *spec, const json_t *metas);
void sx_read_extents(struct sx_spec *spec, const json_t *extents);
/* The mutators of the scenario have been read. */
void sx_read_client(struct sx_spec *spec, const json_t *scenario);
void sx_read_scenario(struct sx_spec *spec, const json_t *json);
void sx_read_operations(struct sx_spec *spec, const json_t *barriers);

#endif
