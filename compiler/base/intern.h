/* intern.h: one copy of each name, so that equal names are equal pointers. */
#ifndef GD_INTERN_H
#define GD_INTERN_H

#include "compiler/base/arena.h"

struct gd_intern;

/* The table and its strings live in ARENA. */
struct gd_intern *gd_intern_new(struct gd_arena *arena);
const char *gd_intern(struct gd_intern *table, const char *text);
const char *gd_intern_n(struct gd_intern *table, const char *text, size_t length);

#endif
