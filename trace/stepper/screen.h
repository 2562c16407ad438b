/* screen.h: the stepper on a terminal. */
#ifndef TRACE_STEPPER_SCREEN_H
#define TRACE_STEPPER_SCREEN_H

#include <stdbool.h>
#include "compiler/base/arena.h"

struct stepper;

/* What is missing, and what can be done about it. */
struct step_lack {
	const char *why, *help;
};
/* Whether there is a terminal that a screen can be drawn on.  To be asked before a long search. */
bool step_screen_is_there(struct gd_arena *arena, struct step_lack *lack);
/* Shows S until the user quits.  COLOUR: if the terminal has colours.  false: the terminal is not
 * there any more.  A signal that ends the program restores the terminal first. */
bool step_screen_run(struct stepper *s, bool colour, struct step_lack *lack);

#endif
