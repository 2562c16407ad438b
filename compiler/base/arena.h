/* arena.h: memory for one compilation, released in one piece.
 *
 * Everything that the compiler builds (tokens, trees, the IR) lives until the
 * compilation ends, so nothing is freed singly.  An arena belongs to one thread.
 * Running out of memory ends the program with exit status 4 and a message. */
#ifndef GD_ARENA_H
#define GD_ARENA_H

#include <stdarg.h>
#include <stddef.h>
#include <stdarg.h>

struct gd_arena;

/* A new, empty arena; the caller owns it and releases it with gd_arena_free. */
struct gd_arena *gd_arena_new(void);
void gd_arena_free(struct gd_arena *arena); /* NULL is allowed */

/* SIZE zeroed bytes, aligned for any type; never NULL. */
void *gd_arena_alloc(struct gd_arena *arena, size_t size);
char *gd_arena_strndup(struct gd_arena *arena, const char *text, size_t length);
char *gd_arena_strdup(struct gd_arena *arena, const char *text);
char *gd_arena_printf(struct gd_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *gd_arena_vprintf(struct gd_arena *arena, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

#define GD_NEW(arena, type)          ((type *)gd_arena_alloc((arena), sizeof(type)))
#define GD_NEW_ARRAY(arena, type, n) ((type *)gd_arena_alloc((arena), sizeof(type) * (n)))

/* A growing array in an arena: declare `GD_VEC(struct x *) xs;`, zero it, push. */
#define GD_VEC(type)                                                                               \
	struct {                                                                                   \
		type *at;                                                                          \
		size_t count, room;                                                                \
	}
#define GD_PUSH(arena, vec, value)                                                                 \
	do {                                                                                       \
		if ((vec).count == (vec).room)                                                     \
			(vec).at = gd_arena_grow((arena), (vec).at, (vec).count, &(vec).room,      \
			    sizeof *(vec).at);                                                     \
		(vec).at[(vec).count++] = (value);                                                 \
	} while (0)
void *gd_arena_grow(struct gd_arena *arena, void *old, size_t count, size_t *room,
    size_t item_size);

#endif
