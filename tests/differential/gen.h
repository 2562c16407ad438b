/* gen.h: random small specifications, the same for the same numbers. */
#ifndef DIFFERENTIAL_GEN_H
#define DIFFERENTIAL_GEN_H

#include <stdbool.h>
#include <stdint.h>
#include "compiler/base/out.h"

enum gen_feature { /* the features that a generator may use */
	GEN_BARRIERS = 1,
	GEN_ON = 2,
	GEN_WHENEVER = 4,
	GEN_PHASES = 8,
	GEN_GHOSTS = 16,
	GEN_CHOOSE = 32,
	GEN_IDLE = 64,
	GEN_ALL = 127,
	GEN_CLIENT = 128,  /* the scenario is a most general client */
	GEN_WEAK = 256,    /* it is checked under a weak memory */
	GEN_PLAIN = 512,   /* it has no gen_extra */
	GEN_INTO = 1024,   /* a kind may be in several buckets: there is no model of it */
	GEN_ASKED = 2048,  /* also a collector that is nearly right has properties */
	GEN_WITH = 1 << 16 /* × enum gen_extra: it has these */
};

/* ---- shared by the parts of the generator */
enum { GEN_KINDS = 6, GEN_BUCKETS = 10, GEN_REFS = 8, GEN_ITEMS = 4 };
/* What a specification has more of than others, so that it shows one folding. */
enum gen_focus {
	GEN_NO_FOCUS,
	GEN_OPENINGS,
	GEN_SETS,
	GEN_CLAIMS,
	GEN_BUFFERS,
	GEN_PRIVATE,
	GEN_GATES,
	GEN_GHOST_STEPS,
	GEN_FOCUSES
};
/* What a specification may have in addition: gen-extra.c. */
enum gen_extra {
	GEN_STALE = 1,       /* units about null and what is freed */
	GEN_NUMBERS = 2,     /* numbers at and beyond the ends of their ranges */
	GEN_KIND_GUARDS = 4, /* several kinds in a bucket, and guards about one of them */
	GEN_CYCLES = 8,      /* cycles that request each other */
	GEN_LIMITS = 16,     /* many kinds are serial, or at most n at once, or on m */
	GEN_SWITCHES = 32,   /* options, and a mutant */
	GEN_ORDERS = 64,     /* memory orders */
	GEN_NEW = 128 /* new objects, and what can tell when their cells are taken: gen-new.c */
};
enum { GEN_EXTRAS = 8 }; /* how many */
enum gen_access { GEN_LOADS, GEN_STORES, GEN_CHANGES, GEN_FENCES };
enum gen_cycle { GEN_ANY_CYCLE, GEN_MINOR, GEN_MAJOR };
enum gen_param { GEN_NOTHING, GEN_OBJECT, GEN_MUTATOR };
enum gen_role { /* what a kind's kernel does */
	GEN_RANDOM,
	GEN_STOPS,
	GEN_RESUMES,
	GEN_ENDS,
	GEN_SCANS_ROOTS,
	GEN_MARKS,
	GEN_NEAR_MISS,
	GEN_SCANS,
	GEN_SWEEPS,
	GEN_ONE_ACCESS,
	GEN_COUNTS,
	GEN_TELLS,
	GEN_PASSES
};
struct gen_kind {
	char name[8];
	enum gen_param param;
	enum gen_role role;
	const char *multiplicity, *limit;
	bool on, generated, numbered; /* numbered: o : ref, n : 0 .. 2 */
	unsigned bucket;
};
struct gen_bucket {
	char name[16];
	bool whenever;
};
struct gen_meta {
	const char *name, *type;
	unsigned count;
	const char *value[3];
};

struct gen {
	uint64_t state;
	struct gd_out *out;
	unsigned features, extras;
	unsigned stale; /* how many more statements about null and freed objects */
	enum gen_focus focus;
	struct gen_kind kinds[GEN_KINDS];
	unsigned kind_count;
	struct gen_bucket buckets[GEN_BUCKETS];
	unsigned bucket_count;
	struct gen_meta metas[3];
	unsigned meta_count;
	bool phase, phase_interval, ghost, stops;
	bool two_cycles; /* minor and major */
	bool reopens;    /* a bucket may open again: a second cycle finds what the first has left */
	enum gen_cycle in_cycle[GEN_BUCKETS];
	bool has_barrier;
	unsigned shade; /* the kind that the function shade emits; GEN_KINDS: none */
	/* the statement that is being written */
	unsigned owner; /* kind; GEN_KINDS: a barrier */
	bool consumed;  /* a mark was used up, so the statement cannot repeat forever */
	bool in_barrier;
	unsigned buffered; /* the bucket of units that a barrier emits; GEN_BUCKETS: none */
	struct {
		char name[8];
		bool nullable;
	} refs[GEN_REFS];
	unsigned ref_count;
	char mutator[8]; /* a mutator in scope, or "" */
	char slot[8];    /* a slot in scope, or "" */
	char number[8];  /* the number of a unit in scope, or "" */
	unsigned names, depth;
	unsigned stack; /* objects on mutators' stacks */
	bool collects;  /* a script asks for a cycle */
	unsigned objects;
};

/* Writes specification INDEX of SEED.  It has one scenario, `s`.  FOCUS may be GEN_FOCUSES, for
 * any. */
void gen_spec(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features,
    enum gen_focus focus);

/* The same of collectors that are nearly right: gen-near.c.  With GEN_CLIENT or GEN_ASKED among
 * FEATURES they have properties, too. */
void gen_near(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features);

/* Sets a ghost to what an expression reads.  REF: an object in scope, or "". */
void gen_ghost_looks(struct gen *g, const char *ref);

/* Clients of collectors whose kernels ask whether there are units: gen-doubted.c. */
void gen_doubted(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features);
/* Collectors whose loads may be early: gen-early.c. */
void gen_early(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features);
/* Collectors whose kernels wait for values: gen-await.c. */
void gen_await(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features);
/* Collectors that allocate and copy objects: gen-moved.c. */
void gen_moved(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features);
/* Collectors with a heap of blocks and lines: gen-regions.c. */
void gen_regions(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features);
/* Collectors with a heap of several spaces: gen-spaces.c. */
void gen_spaces(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features);
/* Collectors whose objects slide: gen-slid.c. */
void gen_slid(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features);
/* Collectors that ask policies: gen-asking.c. */
void gen_asking(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features);
/* Collectors with barriers that answer with the object to access: gen-redirect.c. */
void gen_redirect(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features);
/* Collectors of objects with data words: gen-words.c. */
void gen_words(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features);
/* Collectors that sweep, for what garbage can show in a most general client: gen-swept.c. */
void gen_swept(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features);

/* Collectors with references as metadata: gen-references.c. */
void gen_references(struct gd_out *out, uint64_t seed, uint64_t index, unsigned features);

uint64_t gen_next(struct gen *g);
unsigned gen_below(struct gen *g, unsigned limit);
bool gen_chance(struct gen *g, unsigned percent);
const char *gen_one_of(struct gen *g, const char *const *texts, size_t count);
#define ONE_OF(...)                                                                                \
	gen_one_of(g, (const char *const[]){ __VA_ARGS__ },                                        \
	    sizeof(const char *const[]){ __VA_ARGS__ } / sizeof(const char *))
void gen_open(struct gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gen_close(struct gen *g); /* "}" */
/* A question about one bucket below BELOW, or one kind or cycle. */
void gen_atom(struct gen *g, unsigned below, char *text, size_t room);
/* A condition on the collector's state: buckets below BELOW, or any under `not`. */
void gen_condition(struct gen *g, unsigned below, char *text, size_t room);
/* Whether a unit of kind TO may be emitted here. */
bool gen_may_emit(const struct gen *g, unsigned to);
/* One kernel's statements. */
void gen_kernel(struct gen *g, unsigned kind);
void gen_barriers(struct gen *g);
void gen_scenario(struct gen *g);
void gen_properties(struct gen *g);

/* ---- gen-extra.c */
extern const char *const gen_extra_name[GEN_EXTRAS];
bool gen_has(const struct gen *g, enum gen_extra extra);
void gen_plan_extras(struct gen *g);
/* "k1(v3, n + 1)"; REF: an object in scope, or "null". */
void gen_unit(struct gen *g, unsigned kind, const char *ref, char *text, size_t room);
/* The same as a question, under the NAME `pending' or similar. */
void gen_asked_unit(struct gen *g, const char *name, const char *ref, char *text, size_t room);
/* Emits what SLOT holds, even null. false: it does not. */
bool gen_stale_slot(struct gen *g, const char *slot);
bool gen_doubts(struct gen *g);
/* An access that changes nothing in an object that is not marked, such as null or a swept
 * object. */
bool gen_changes_nothing(struct gen *g);
bool gen_kind_atom(struct gen *g, unsigned below, char *text, size_t room);
const char *gen_cycle_name(struct gen *g);
void gen_cycles_kernel(struct gen *g);
const char *gen_in_cycle(struct gen *g, unsigned bucket);
const char *gen_limit(struct gen *g, const char *otherwise);
void gen_put_switches(struct gen *g);
const char *gen_switch(struct gen *g);
/* ", acquire", or "", as the last argument of an access; for a fence its only argument. */
const char *gen_order(struct gen *g, enum gen_access access);
const char *gen_order_on(struct gen *g);
/* false: no statement was written. */
bool gen_extra_statement(struct gen *g, const char *ref);
bool gen_extra_property(struct gen *g, const char *kind, const char *condition);

/* ---- gen-new.c: the body of `allocated', and a property; OTHERWISE is a condition for it */
void gen_new_barrier(struct gen *g);
void gen_new_property(struct gen *g, const char *otherwise);

#endif
