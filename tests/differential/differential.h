/* differential.h: one specification, modelled with and without foldings. */
#ifndef DIFFERENTIAL_H
#define DIFFERENTIAL_H

#include <stdbool.h>
#include <stdint.h>
#include "compiler/base/arena.h"
#include "compiler/ir/ir.h"
#include "promela-backend/pml.h"

/* How a specification is looked at. */
struct variant {
	unsigned number;               /* 0: every property, any number of workers */
	unsigned unsound;              /* of the folded model */
	unsigned no_fold;              /* of the folded model */
	enum ir_memory memory;         /* of both */
};

enum status { RAN, REFUSED, BROKEN, TOO_BIG };
struct result {                        /* what one model does */
	enum status status;
	const char *why;
	const char *text;              /* the model */
	bool failed[256];              /* by the number of the property in the request */
	bool any_failed;
	const char **outcomes; size_t outcome_count; /* sorted, each once */
	unsigned long states;
};

/* Emits, compiles and searches; everything is in DIRECTORY.  With REUSED, a
 * text that is that one's is not searched again. */
void run_model(struct gd_arena *arena, const struct pml_request *request, const char *directory,
    const struct result *other, struct result *result);

enum comparison {
	SAME,                          /* … as far as they can be compared */
	ALIKE,                         /* nothing folds here */
	INVALID,                       /* no specification at all */
	UNDECIDED,                     /* refused, too big, a counter is full */
	DIFFERENT
};
extern const char *const comparison_name[];
struct report { enum comparison is; char text[2000]; unsigned models; unsigned long states; };

/* Both models of the specification in FILE; DIRECTORY is for them. */
void compare_file(const char *file, const struct variant *variant, const char *directory,
    struct report *report);

/* Makes FILE smaller while its models stay different; for SECONDS at most. */
void shrink(const char *file, const struct variant *variant, const char *directory,
    unsigned seconds, struct report *report);

#endif
