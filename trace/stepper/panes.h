/* panes.h: the parts of the screen.  Each is drawn into its box, and returns how many lines it has; 0
 * if it chooses itself which lines fit.  It may correct how far it is moved. */
#ifndef TRACE_STEPPER_PANES_H
#define TRACE_STEPPER_PANES_H

#include "trace/stepper/canvas.h"
#include "trace/stepper/stepper.h"

/* One picture of the screen. */
struct step_view {
	struct gd_arena *arena; /* for this picture */
	struct step_canvas *canvas;
	const struct stepper *stepper;
	const struct step_run *run;
	size_t at;
	json_t *now, *before; /* the step, and the one before; the start has no other before it */
	int scroll, shift;    /* how far the pane that is drawn is moved */
};
/* The letter that stands for a lane: 1, 2, …, 9, a, …. */
char step_lane_letter(size_t lane);

/* source-pane.c: the specification, with the line of each thread. */
int step_draw_source(struct step_view *view, const struct step_box *box);
/* The file that is shown: *LINE is the line of the step. */
const char *step_source_shown(const struct step_view *view, long *line);
/* lanes-pane.c: the steps, downwards in time, with a column for each thread. */
int step_draw_lanes(struct step_view *view, const struct step_box *box);
/* sentence-pane.c: what the step does, its marks, and how the run ends. */
int step_draw_sentence(struct step_view *view, const struct step_box *box);
/* state-pane.c: the state after the step. */
int step_draw_state(struct step_view *view, const struct step_box *box);
/* heap-pane.c: the heap as a tree, from line ROW of the state on.  Returns the line after it. */
int step_draw_heap(const struct step_view *view, const struct step_box *box, int row);
/* values-pane.c: what memory has, and what each thread observes.  ALL: also where that is the same. */
int step_draw_values(const struct step_view *view, const struct step_box *box, int row, bool all);

#endif
