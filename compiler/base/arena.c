#include "compiler/base/arena.h"

#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *chunk_alloc(size_t size)
{
	void *chunk = malloc(size);

	if (chunk == NULL) {
		fputs("gcdsl: error: out of memory\n", stderr);
		exit(4);
	}
	return chunk;
}

#define obstack_chunk_alloc chunk_alloc
#define obstack_chunk_free  free

/* glibc's obstack macros compute addresses from a null base.  Clang's UBSan reports that as an
 * overflow. */
#define NULL_BASE __attribute__((no_sanitize("pointer-overflow")))

struct gd_arena {
	struct obstack stack;
};

struct gd_arena *gd_arena_new(void)
{
	struct gd_arena *arena = chunk_alloc(sizeof *arena);

	obstack_init(&arena->stack);
	obstack_alignment_mask(&arena->stack) = _Alignof(max_align_t) - 1;
	return arena;
}

void gd_arena_free(struct gd_arena *arena)
{
	if (arena == NULL)
		return;
	obstack_free(&arena->stack, NULL);
	free(arena);
}

NULL_BASE void *gd_arena_alloc(struct gd_arena *arena, size_t size)
{
	void *memory = obstack_alloc(&arena->stack, size);

	return memset(memory, 0, size);
}

NULL_BASE char *gd_arena_strndup(struct gd_arena *arena, const char *text, size_t length)
{
	return obstack_copy0(&arena->stack, text, length);
}

char *gd_arena_strdup(struct gd_arena *arena, const char *text)
{
	return gd_arena_strndup(arena, text, strlen(text));
}

char *gd_arena_vprintf(struct gd_arena *arena, const char *format, va_list args)
{
	char small[256]; /* most texts are formatted once */
	va_list again;
	int length;
	char *text;

	va_copy(again, args);
	length = vsnprintf(small, sizeof small, format, again);
	va_end(again);
	if (length < 0)
		return gd_arena_strdup(arena, "");
	if ((size_t)length < sizeof small)
		return gd_arena_strndup(arena, small, (size_t)length);
	text = gd_arena_alloc(arena, (size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, args);
	return text;
}

char *gd_arena_printf(struct gd_arena *arena, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = gd_arena_vprintf(arena, format, args);
	va_end(args);
	return text;
}

void *gd_arena_grow(struct gd_arena *arena, void *old, size_t count, size_t *room, size_t item_size)
{
	void *grown;

	*room = *room ? *room * 2 : 8;
	grown = gd_arena_alloc(arena, *room * item_size);
	if (count > 0)
		memcpy(grown, old, count * item_size);
	return grown;
}
