/* guard.h: conditions of buckets, read from the text that a trace has of them. */
#ifndef TRACE_GUARD_H
#define TRACE_GUARD_H

enum guard_answer { GUARD_FALSE, GUARD_TRUE, GUARD_UNKNOWN };

/* What a state says about NAME, or about NAME(ABOUT).  ABOUT is NULL where nothing stands in
 * parentheses. */
typedef enum guard_answer guard_atom(const void *state, const char *name, const char *about);

/* The value of TEXT: `marking and drained(go) and not open(finish)'.  GUARD_UNKNOWN also where it
 * has something that is neither an atom nor `and', `or', `not'. */
enum guard_answer guard_value(const char *text, guard_atom *atom, const void *state);

#endif
