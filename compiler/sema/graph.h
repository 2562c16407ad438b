/* graph.h: who generates what, when it may run, and what is over by then.
 *
 * One graph is of one list of declarations under one assignment of the options.
 * Two questions are answered about it.
 *
 * `possible` over-approximates: what is not possible in it never happens.
 *
 * `finished` under-approximates: of a kind that is finished at an instant no
 * unit is pending or running, and none will be generated in this cycle.  It is
 * the largest set of kinds that are drained at the instant and whose producers
 * are in the set, or were finished before; what is finished when a bucket opens
 * is finished ever after, and a guard that says `drained(b)` or `open(b)` says
 * that b has opened.  A phase that has ended stands for what was finished where
 * a kernel ended it, and silences the barriers that only act in that phase. */
#ifndef SEM_GRAPH_H
#define SEM_GRAPH_H

#include "compiler/sema/internal.h"

#define SEM_NONE   ((size_t)-1)
#define SEM_AT_END ((size_t)-2) /* the instant at which the cycle ends */

struct sem_cond {                    /* a condition that holds around a site, innermost first */
	const struct syn_expr *expr; /* NULL: the site is in a loop, which may have no round */
	bool is_negated;
	const struct sem_cond *outer;
};

enum sem_owner { SEM_BY_KIND, SEM_BY_FILL, SEM_BY_BARRIER };
enum sem_effect {
	SEM_EMITS, /* target: a kind */
	SEM_BEGINS,
	SEM_ENDS, /* target: a phase */
	SEM_STOPS,
	SEM_RESUMES,
	SEM_FREES,
	SEM_TOUCHES,   /* reads or writes an object */
	SEM_SETS_SLOT, /* a reference slot of an object */
	SEM_ACTS       /* any other act that others can notice */
};
struct sem_site {
	enum sem_owner owner;
	size_t index; /* of the kind, bucket or barrier */
	enum sem_effect effect;
	size_t target, into; /* into: a bucket, or SEM_NONE */
	struct gd_loc loc;
	const struct sem_cond *conds;
	bool is_stopped;     /* after a `stop mutators` in its kernel */
	bool is_for_objects; /* in a loop over all objects */
	bool is_live;        /* filled in by sem_graph_build */
};

struct sem_possible {
	bool *opened, *generated, *begun;
};

typedef GD_VEC(const struct syn_decl *) sem_decl_refs;
struct sem_graph {
	struct sem_checker *c;
	struct gd_arena *arena;
	const long *values;
	sem_decl_refs kinds, buckets, phases, cycles, barriers;
	GD_VEC(struct sem_site) sites;
	struct sem_possible possible;
	bool is_unstable;         /* a guard that may become false again was reported */
	bool **finished, **ended; /* memo, by bucket; NULL: not computed */
	struct sem_facts **facts; /* the same: what follows from guards */
	unsigned depth, phase_depth;
};

struct sem_facts {                       /* what follows from a guard */
	const struct syn_expr **drained; /* by kind: the part of the guard from which it follows */
	bool *opened, *in_phase, *not_phase;
	bool all_stopped;
};

size_t sem_graph_index(const sem_decl_refs *decls, const char *name);
bool sem_bucket_holds(const struct sem_graph *g, size_t bucket, size_t kind);
struct sem_graph *sem_graph_build(struct sem_checker *c, const long *values);

/* graph-facts.c */
/* What can happen if the bucket WITHOUT never opens.  SEM_NONE: no bucket is left out. */
struct sem_possible sem_graph_possible(struct sem_graph *g, size_t without);
bool sem_may_hold(const struct sem_graph *g, const struct sem_possible *possible,
    const struct syn_expr *expr, bool negated);
struct sem_facts sem_facts_of(struct sem_graph *g, const struct syn_expr *guard);
const struct sem_facts *sem_facts_at(struct sem_graph *g, size_t bucket); /* from its guard */
/* What holds at the instant at which CYCLE ends, with whether mutators stay stopped. */
struct sem_facts sem_facts_at_end(struct sem_graph *g, const struct syn_decl *cycle);
/* By kind: whether it is finished at an instant at which FACTS hold.  BUCKET opens at that instant.
 * SEM_NONE: no bucket opens.  SEM_AT_END: no bucket opens any more. */
bool *sem_finished(struct sem_graph *g, const struct sem_facts *facts, size_t bucket);
bool *sem_finished_at(struct sem_graph *g, size_t bucket); /* when it opens */
/* A site that may still emit KIND, although all kinds that FACTS call drained are drained; or NULL.
 * If kinds that FACTS call drained are not finished, at least one of them has such a site: kinds
 * that only emit each other stay drained together. */
const struct sem_site *sem_producer_left(struct sem_graph *g, const struct sem_facts *facts,
    size_t bucket, size_t kind);
/* A bucket of KIND that takes part in CYCLE; the cycle cannot end while it has units.  Or NULL. */
const struct syn_decl *sem_home_in(const struct sem_graph *g, size_t kind,
    const struct syn_decl *cycle);
/* The site of a barrier that may emit units when CYCLE ends, at an instant at which FACTS hold, and
 * FACTS do not wait for it.  Or NULL. */
const struct sem_site *sem_barrier_left(struct sem_graph *g, const struct sem_facts *facts,
    const struct syn_decl *cycle);

/* graph-mend.c: adds a help: what the guard of BUCKET, GUARD, should wait for. */
/* SITE may still emit units that the guard calls drained. */
void sem_help_producer(struct sem_graph *g, struct gd_diag *diag, const struct sem_site *site,
    size_t bucket, const struct syn_expr *guard);
/* A unit of KIND may be left. */
void sem_help_kind(struct sem_graph *g, struct gd_diag *diag, size_t kind, size_t bucket,
    const struct sem_facts *facts);

#endif
