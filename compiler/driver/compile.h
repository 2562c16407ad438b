/* compile.h: what the parts of `gcdsl compile` share. */
#ifndef DRIVER_COMPILE_H
#define DRIVER_COMPILE_H

#include "compiler/base/out.h"
#include "compiler/driver/driver.h"

enum target { TARGET_NONE, TARGET_PROMELA, TARGET_C, TARGET_IR, TARGET_DOT, TARGET_JSON };

/* A file that will be written once everything has been made. */
struct product {
	const char *path; /* NULL: standard output */
	const char *from; /* the specification */
	char *text;       /* owned */
	size_t length;
	bool is_shared; /* the same file for every specification */
};
typedef GD_VEC(struct product) product_list;

struct compile {
	struct driver_common common;
	struct driver_model model;
	struct gd_arena *arena;
	GD_VEC(const char *) files;
	enum target target;
	const char *directory; /* -o */
	GD_VEC(const char *) settings, properties;
	unsigned without_passes; /* passes of the C backend that are off: bit n for pass n */
	const char *scenario, *memory, *workers, *mutant, *strategy, *until;
	product_list products;
};

/* Adds the file DIRECTORY/NAME with the text of OUT, which is moved. */
void compile_add(struct compile *c, const char *from, const char *name, struct gd_out *out);
void compile_add_shared(struct compile *c, const char *name, const char *text, size_t length);
/* Writes all of them.  Returns a driver_status, after messages. */
int compile_write(struct compile *c);
/* Makes the models of IR, which is that of VARIANT: one for each scenario, or for each litmus test and memory model.  Returns
 * a driver_status, after messages. */
int compile_promela(struct compile *c, struct driver_spec *spec, const struct sem_variant *variant,
    const struct ir_spec *ir);
int compile_litmus_models(struct compile *c, struct driver_spec *spec, const struct ir_spec *ir);
int compile_c(struct compile *c, struct driver_spec *spec, const struct ir_spec *ir);

#endif
