/* queues.h: the names of queues, and of the functions that emit into them. */
#ifndef CGEN_QUEUES_H
#define CGEN_QUEUES_H

#include "c-backend/emit.h"

/* BUCKET, or if it is NULL the bucket of KIND.  NULL: KIND has none. */
const struct ir_bucket *cgen_bucket_of(const struct ir_kind *kind, const struct ir_bucket *bucket);
const char *cgen_queue(struct cgen *c, const struct ir_kind *kind, const struct ir_bucket *bucket);
/* The function that emits into one queue: "emit_mark_obj". */
const char *cgen_emitter(struct cgen *c, const struct ir_kind *kind,
    const struct ir_bucket *bucket);

#endif
