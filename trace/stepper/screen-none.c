/* screen-none.c: what a gcdsl that was built without ncurses says. */
#include "trace/stepper/screen.h"

bool step_screen_is_there(struct gd_arena *arena, struct step_lack *lack)
{
	(void)arena;
	lack->why = "this gcdsl was built without ncurses, which the stepper needs";
	lack->help =
	    "install libncurses-dev (./bootstrap --optional does) and build again, or leave "
	    "out --step";
	return false;
}

bool step_screen_run(struct stepper *s, bool colour, struct step_lack *lack)
{
	(void)s, (void)colour;
	return step_screen_is_there(NULL, lack);
}
