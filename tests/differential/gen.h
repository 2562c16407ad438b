/* gen.h: random small specifications, the same for the same numbers. */
#ifndef DIFFERENTIAL_GEN_H
#define DIFFERENTIAL_GEN_H

#include <stdbool.h>
#include <stdint.h>
#include "compiler/base/out.h"

enum gen_feature {                     /* what a generator may use */
	GEN_BARRIERS = 1, GEN_ON = 2, GEN_WHENEVER = 4, GEN_PHASES = 8, GEN_GHOSTS = 16,
	GEN_CHOOSE = 32, GEN_IDLE = 64, GEN_ALL = 127,
	GEN_CLIENT = 128               /* the scenario is a most general client */
};

/* ---- shared by the parts of the generator */
enum { GEN_KINDS = 6, GEN_BUCKETS = 10, GEN_REFS = 8, GEN_ITEMS = 4 };
/* What a specification has more of than others: what one folding looks at. */
enum gen_focus { GEN_NO_FOCUS, GEN_OPENINGS, GEN_SETS, GEN_CLAIMS, GEN_BUFFERS, GEN_PRIVATE,
	GEN_GATES, GEN_GHOST_STEPS, GEN_FOCUSES };
enum gen_param { GEN_NOTHING, GEN_OBJECT, GEN_MUTATOR };
enum gen_role {                        /* what a kind's kernel is about */
	GEN_RANDOM, GEN_STOPS, GEN_RESUMES, GEN_ENDS, GEN_SCANS_ROOTS, GEN_MARKS, GEN_NEAR_MISS,
	GEN_SCANS, GEN_SWEEPS, GEN_ONE_ACCESS, GEN_COUNTS,
	GEN_TELLS
};
struct gen_kind {
	char name[8];
	enum gen_param param;
	enum gen_role role;
	const char *multiplicity, *limit;
	bool on, generated;
	unsigned bucket;
};
struct gen_bucket { char name[16]; bool whenever; };
struct gen_meta { const char *name, *type; unsigned count; const char *value[3]; };

struct gen {
	uint64_t state;
	struct gd_out *out;
	unsigned features;
	enum gen_focus focus;
	struct gen_kind kinds[GEN_KINDS]; unsigned kind_count;
	struct gen_bucket buckets[GEN_BUCKETS]; unsigned bucket_count;
	struct gen_meta metas[3]; unsigned meta_count;
	bool phase, phase_interval, ghost, stops;
	bool two_cycles;               /* minor and major */
	unsigned shade;                /* the kind that function shade makes; GEN_KINDS: none */
	/* the statement that is being written */
	unsigned owner;                /* kind; GEN_KINDS: a barrier */
	bool consumed;                 /* something was used up: it cannot come here for ever */
	bool in_barrier;
	unsigned buffered;             /* the bucket of what a barrier emits; GEN_BUCKETS: none */
	struct { char name[8]; bool nullable; } refs[GEN_REFS]; unsigned ref_count;
	char mutator[8];               /* a mutator in scope, or "" */
	char slot[8];                  /* a slot in scope, or "" */
	unsigned names, depth;
	unsigned stack;                /* objects on mutators' stacks */
	unsigned objects;
};

/* Writes specification INDEX of SEED.  It has one scenario, `s`.  FOCUS is
 * GEN_FOCUSES for any. */
void gen_spec(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features,
    enum gen_focus focus);

/* The same of collectors that are nearly right: gen-near.c.  With GEN_CLIENT among FEATURES they
 * have properties, too. */
void gen_near(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features);

/* A ghost is set to what it finds; REF: an object in scope, or "". */
void gen_ghost_looks(struct gen *g, const char *ref);

/* Collectors that sweep, for what garbage can show to a most general client: gen-swept.c. */
void gen_swept(struct gd_out *out, uint64_t seed, uint64_t index);

uint64_t gen_next(struct gen *g);
unsigned gen_below(struct gen *g, unsigned limit);
bool gen_chance(struct gen *g, unsigned percent);
void gen_open(struct gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gen_close(struct gen *g);         /* "}" */
/* A condition on the collector's state: buckets below BELOW, or any under `not`. */
void gen_condition(struct gen *g, unsigned below, char *text, size_t room);
/* One kernel's statements. */
void gen_kernel(struct gen *g, unsigned kind);
void gen_barriers(struct gen *g);
void gen_scenario(struct gen *g);
void gen_properties(struct gen *g);

#endif
