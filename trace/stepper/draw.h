/* draw.h: the whole screen. */
#ifndef TRACE_STEPPER_DRAW_H
#define TRACE_STEPPER_DRAW_H

#include "trace/stepper/canvas.h"
#include "trace/stepper/stepper.h"

enum { STEP_LEAST_WIDTH = 40, STEP_LEAST_HEIGHT = 10 };

/* A picture of S, in ARENA, for a screen of this size.  ASCII: it shows no other characters.  What S
 * says of how far panes are moved is corrected to what they have. */
struct step_canvas *step_draw(struct gd_arena *arena, struct stepper *s, int height, int width,
    bool ascii);

#endif
