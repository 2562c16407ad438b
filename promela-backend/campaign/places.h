/* places.h: texts of models and of their runs, with the places in the source numbered.
 *
 * A model names the lines of its specification in comments, in #line directives and in what its runs
 * print.  One more line in the specification moves them all, and nothing that the model does.  So a
 * result is kept for the text without them: comments and directives are left out, and in strings
 * `:LINE:COLUMN' becomes a number, the same for equal places.  What a failing run has printed is kept
 * with these numbers and gets the places of the present model. */
#ifndef CAMP_PLACES_H
#define CAMP_PLACES_H

#include "compiler/base/out.h"

/* The places of one or more texts, each once, in the order in which they first occur. */
struct camp_places;
struct camp_places *camp_places_new(struct gd_arena *arena);

/* Appends MODEL without comments and directives, with its places numbered, which are added to PLACES. */
void camp_places_model(struct camp_places *places, const char *model, struct gd_out *out);
/* TEXT, which a run of the model has printed, with its places numbered.  NULL: the model does not have one
 * of them. */
const char *camp_places_number(const struct camp_places *places, const char *text);
/* The opposite.  NULL: there is no place with one of the numbers. */
const char *camp_places_name(const struct camp_places *places, const char *text);

#endif
