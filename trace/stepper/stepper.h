/* stepper.h: which step is shown and how, and how keys change that.  It knows no terminal. */
#ifndef TRACE_STEPPER_STEPPER_H
#define TRACE_STEPPER_STEPPER_H

#include "trace/stepper/files.h"
#include "trace/stepper/find.h"
#include "trace/stepper/keys.h"

enum step_pane { STEP_SOURCE, STEP_LANES, STEP_SENTENCE, STEP_STATE, STEP_PANES };
enum step_prompt {
	STEP_ASK_NOTHING,
	STEP_ASK_STEP,
	STEP_ASK_TEXT,
	STEP_ASK_THREADS,
	STEP_ASK_OBJECTS
};
enum { STEP_TYPED = 256 };

struct stepper {
	struct gd_arena *arena;
	const struct step_run *run;
	struct step_files *files;
	struct style filter;    /* which steps are shown; its other members say nothing here */
	struct step_list shown; /* those steps */
	size_t at;              /* the step that is shown */
	char sought[STEP_TYPED];
	enum step_pane pane;
	bool alone; /* this pane fills the screen */
	bool heap, help, over;
	int scroll[STEP_PANES], shift[STEP_PANES], help_scroll;
	int page; /* how many steps are on the screen */
	enum step_prompt prompt;
	char typed[STEP_TYPED];
	const char *message; /* for the last line, until the next key; or NULL */
};

/* FILTER: what is shown at first. */
struct stepper *stepper_new(struct gd_arena *arena, const struct step_run *run,
    const struct style *filter);
/* KEY is a character, or one of keys.h. */
void stepper_key(struct stepper *s, int key);

#endif
