/* queues.c: the names of queues, and of the functions that emit into them. */
#include "c-backend/queues.h"
#include "c-backend/refuse.h"

#include <string.h>

const struct ir_bucket *cgen_bucket_of(const struct ir_kind *kind, const struct ir_bucket *bucket)
{
	return bucket ? bucket : kind->bucket_count ? kind->buckets[0] : NULL;
}

/* Two queues may both get the name "bucket_kind": buckets a_b and a, with kinds c and b_c. */
static bool is_ambiguous(struct cgen *c, const char *name, const struct ir_kind *kind,
    const struct ir_bucket *bucket)
{
	for (size_t i = 0; i < c->spec->bucket_count; i++) {
		const struct ir_bucket *b = c->spec->buckets[i];
		for (size_t k = 0; k < b->kind_count; k++) {
			const char *other =
			    gd_arena_printf(c->arena, "%s_%s", b->name, b->kinds[k]->name);
			if ((b != bucket || b->kinds[k] != kind) && strcmp(other, name) == 0)
				return true;
		}
	}
	return false;
}

/* A name of two numbers clashes with no other: no name of a bucket begins with a digit. */
static const char *queue_name(struct cgen *c, const struct ir_kind *kind,
    const struct ir_bucket *bucket)
{
	const char *name = gd_arena_printf(c->arena, "%s_%s", bucket->name, kind->name);

	if (is_ambiguous(c, name, kind, bucket))
		return gd_arena_printf(c->arena, "%zu_%zu", bucket->index, kind->index);
	return name;
}

const char *cgen_queue(struct cgen *c, const struct ir_kind *kind, const struct ir_bucket *bucket)
{
	bucket = cgen_bucket_of(kind, bucket);
	if (!bucket)
		return "0";
	return gd_arena_printf(c->arena, "%s_QUEUE_%s", c->upper, queue_name(c, kind, bucket));
}

const char *cgen_emitter(struct cgen *c, const struct ir_kind *kind, const struct ir_bucket *bucket)
{
	bucket = cgen_bucket_of(kind, bucket);
	if (!bucket) {
		cgen_refuse(c, kind->loc, "a kind that is in no bucket");
		return "emit_nothing";
	}
	if (kind->bucket_count > 1)
		return gd_arena_printf(c->arena, "emitinto_%s", queue_name(c, kind, bucket));
	return gd_arena_printf(c->arena, "emit_%s", kind->name);
}
