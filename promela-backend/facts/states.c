/* states.c: what the states of runtime/src/gcrt-machine.def read.
 *
 * A state reads what the facts read that its row names.  So a check is made after each step that
 * can change its answer, and nobody keeps a list. */
#include "promela-backend/facts/states.h"

#include <string.h>

#include "promela-backend/facts/sets.h"

enum {
	OPEN = 1 << 0,
	UNITS = 1 << 1, /* with those in buffers */
	BUSY = 1 << 2,
	RUNNING = 1 << 3,
	OTHER = 1 << 4 /* no state depends on it */
};

enum {
	READ_BY_is_open = OPEN,
	READ_BY_opened = OPEN,
	READ_BY_takes_part = RUNNING,
	READ_BY_open_when = OTHER,
	READ_BY_close_when = OTHER,
	READ_BY_none_unfinished = UNITS,
	READ_BY_none_pending = UNITS | BUSY,
	READ_BY_none_buffered = UNITS,
	READ_BY_kind_has_opened = OPEN | RUNNING,
	READ_BY_kind_none_unfinished = UNITS,
	READ_BY_kind_none_buffered = UNITS,
	READ_BY_runs = RUNNING,
	READ_BY_none_runs = RUNNING,
	READ_BY_cycle_from = OTHER,
	READ_BY_cycle_to = OTHER,
	READ_BY_some_runs = RUNNING,
	READ_BY_is_on = OTHER,
	READ_BY_has_begun = OTHER,
	READ_BY_phase_from = OTHER,
	READ_BY_phase_to = OTHER,
};

const struct pml_state_info pml_states[PML_STATES] = {
#define GCRT_ROWS                GCRT_ROWS_OF_COLLECTOR
#define STATE(name, of, meaning) { #name, PML_OF_##of, #meaning },
#include "runtime/src/gcrt-machine.def"
};

static const struct {
	const char *name;
	unsigned reads;
} primitives[] = {
#define GCRT_ROWS                 GCRT_ROWS_OF_COLLECTOR
#define PRIMITIVE(name, of, what) { #name, READ_BY_##name },
#include "runtime/src/gcrt-machine.def"
};

static unsigned read_by(enum pml_state state);

static bool is_called(const char *name, const char *text, size_t length)
{
	return strlen(name) == length && strncmp(name, text, length) == 0;
}

/* The name must be that of a row.  The runtime, which expands the same rows, would not compile
 * otherwise. */
static unsigned read_by_name(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++)
		if (is_called(primitives[i].name, name, length))
			return primitives[i].reads;
	for (size_t i = 0; i < PML_STATES; i++)
		if (is_called(pml_states[i].name, name, length))
			return read_by((enum pml_state)i);
	return 0;
}

static unsigned read_by(enum pml_state state)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";
	unsigned reads = 0;

	for (const char *at = pml_states[state].meaning; *at;) {
		size_t length = strspn(at, letters);

		reads |= length ? read_by_name(at, length) : 0;
		at += length ? length + strlen("(it)") : 1;
	}
	return reads;
}

static void add_bucket(struct pml_model *model, const struct ir_bucket *bucket, unsigned parts,
    struct pml_set *reads)
{
	if (parts & OPEN)
		pml_set_add(model, reads, PML_CELL_OPEN, bucket->index);
}

static void add_kind(struct pml_model *model, const struct ir_kind *kind, unsigned parts,
    struct pml_set *reads)
{
	if (parts & UNITS)
		pml_set_add(model, reads, PML_CELL_UNITS, kind->index);
	if (parts & BUSY)
		pml_set_add(model, reads, PML_CELL_BUSY, kind->index);
}

enum pml_state pml_state_asked(const struct ir_expr *expr)
{
	return expr->kind == IR_IDLE ? PML_STATE_idle
	    : expr->kind == IR_EMPTY ? PML_STATE_empty
	    : expr->bucket           ? PML_STATE_drained
				     : PML_STATE_kind_drained;
}

void pml_state_reads(struct pml_model *model, const struct ir_expr *expr, struct pml_set *reads)
{
	unsigned parts = read_by(pml_state_asked(expr));
	const struct ir_bucket *bucket = expr->bucket;
	const struct ir_kind *kind = expr->kind_of_work;

	if (bucket) {
		add_bucket(model, bucket, parts, reads);
		for (size_t i = 0; i < bucket->kind_count; i++)
			add_kind(model, bucket->kinds[i], parts, reads);
	} else {
		add_kind(model, kind, parts, reads);
		for (size_t i = 0; i < kind->bucket_count; i++)
			add_bucket(model, kind->buckets[i], parts, reads);
	}
	for (size_t i = 0; parts & RUNNING && i < model->spec->cycle_count; i++)
		pml_set_add(model, reads, PML_CELL_RUNNING, i);
}
