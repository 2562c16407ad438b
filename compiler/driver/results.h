/* results.h: the parts of `gcdsl results'. */
#ifndef DRIVER_RESULTS_H
#define DRIVER_RESULTS_H

#include "compiler/driver/driver.h"
#include "promela-backend/campaign/past.h"

struct results_past { /* one run, with its rows */
	const struct camp_past_run *run;
	camp_past_rows rows;
};

/* ---- results-compare.c: what is different between two runs */
enum results_way { RESULTS_WORSE, RESULTS_OTHER, RESULTS_BETTER };
struct results_verdict { /* that is not the same in both runs */
	const struct camp_past_row *before, *after;
	const char
	    *property; /* the verdict is about this one alone; NULL: about all of the search */
	const char *was, *is; /* "holds", "none_lost fails" */
	enum results_way way;
};
struct results_pair { /* a search of both runs */
	const struct camp_past_row *before, *after;
};
struct results_lone { /* what has no counterpart in the other run, or none with a verdict */
	const struct camp_past_row *row;
	const char *property; /* only this one; NULL: the whole cell */
	bool not_run;         /* it is there in the other run, which was interrupted before */
};
struct results_limits {
	double factor; /* a search is slower if it takes this many times as long … */
	double least;  /* … and at least so many seconds longer */
};
struct results_changes {
	struct results_past before, after;
	struct results_limits limits;
	GD_VEC(struct results_verdict) verdicts; /* worse ones first */
	GD_VEC(struct results_lone) gone, added; /* only in `before', only in `after' */
	GD_VEC(struct results_pair) states, slower, faster;
	GD_VEC(const char *) notes;           /* how the runs themselves differ */
	size_t compared, worse, better;       /* searches, and verdicts */
	size_t timed;                         /* searches that both runs have made */
	double seconds_before, seconds_after; /* of those */
};
/* Fills in CHANGES from its first three members.  All is in ARENA. */
void results_compare(struct gd_arena *arena, struct results_changes *changes);
/* 0: no verdict is worse; 1: one is; 3: none is, but something has no counterpart in `after'. */
int results_status(const struct results_changes *changes);

/* ---- results-text.c */
void results_list_text(const camp_past_runs *runs, size_t first, FILE *out);
void results_rows_text(const struct results_past *past, FILE *out);
/* How RUN ended: "exit status 0", "interrupted (Terminated)", "not finished".  In ARENA. */
const char *results_end(struct gd_arena *arena, const struct camp_past_run *run);

/* ---- results-changes.c */
void results_changes_text(struct gd_arena *arena, const struct results_changes *changes, FILE *out);

/* ---- results-json.c: the objects of doc/results.md */
struct json_t;
struct json_t *results_list_json(const camp_past_runs *runs);
struct json_t *results_rows_json(const struct results_past *past);
struct json_t *results_changes_json(const struct results_changes *changes);

#endif
