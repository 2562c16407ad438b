/* memory.c: the program's memory: blocks, pages, thread-local variables, and functions that access
 * memory.  All of it is at the same addresses in every execution in which a task does the same. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdint.h>

#include "explore/gcexplore.h"
#include "explore/program/calls.h"
#include "explore/program/program.h"

/* -------------------------------------------------------------------------- blocks */
/* No machine has so much.  (Less than this may exceed the explorer's own limit, which is a report.) */
static bool is_too_large(size_t size)
{
	if (size <= PTRDIFF_MAX)
		return false;
	errno = ENOMEM;
	return true;
}

void *__wrap_malloc(size_t size)
{
	void *made;

	if (is_too_large(size))
		return NULL;
	GCX_CALLED();
	made = gcx_allocate(size ? size : 1);
	gcx_is_new(made);
	return made;
}

void *__wrap_calloc(size_t count, size_t size)
{
	size_t all;

	if (__builtin_mul_overflow(count, size, &all))
		all = SIZE_MAX;
	if (is_too_large(all))
		return NULL;
	GCX_CALLED();
	return gcx_allocate(all ? all : 1);
}

void __wrap_free(void *block)
{
	GCX_CALLED();
	if (block)
		gcx_free(block);
}

/* Bytes that have no value have none where they are copied to.  (They are copied all the same: functions of
 * libraries may have written them.) */
static void copy(char *to, const char *from, size_t size, const void *place)
{
	size_t part;
	bool valued;

	if (size > 0)
		memcpy(to, from, size);
	for (; size > 0; to += part, from += part, size -= part) {
		part = gcx_have_values(from, size, &valued);
		if (!valued)
			continue;
		gcx_set_place(place);
		gcx_plain_read(from, part);
		gcx_set_place(place);
		gcx_plain_write(to, part);
	}
}

/* A size of 0 frees the block, as glibc does. */
static void *move(void *old, size_t size, const void *place)
{
	size_t had = old ? gcx_size(old) : 0, kept = had < size ? had : size;
	void *made = NULL;

	if (is_too_large(size))
		return NULL;
	gcx_set_place(place);
	if (size > 0 || !old)
		made = gcx_allocate(size ? size : 1);
	if (made)
		gcx_is_new(made);
	copy(made, old, kept, place);
	gcx_set_place(place);
	if (old)
		gcx_free(old);
	return made;
}

void *__wrap_realloc(void *old, size_t size)
{
	return move(old, size, __builtin_return_address(0));
}

void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
	size_t all;

	if (__builtin_mul_overflow(count, size, &all))
		all = SIZE_MAX;
	return move(old, all, __builtin_return_address(0));
}

/* Blocks are multiples of 16.  Larger alignments are made from more room, and cannot be freed. */
int __wrap_posix_memalign(void **made, size_t alignment, size_t size)
{
	char *room;

	if (alignment < sizeof(void *) || (alignment & (alignment - 1)))
		return EINVAL;
	GCX_CALLED();
	room = gcx_allocate_aligned(size ? size : 1, alignment);
	gcx_is_new(room);
	GCX_CALLED();
	gcx_plain_write(made, sizeof *made);
	*made = room;
	return 0;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
	void *made;

	GCX_CALLED();
	if (alignment == 0 || (alignment & (alignment - 1)))
		gcx_error("aligned_alloc: %zu is no power of two", alignment);
	made = gcx_allocate_aligned(size ? size : 1, alignment);
	gcx_is_new(made);
	return made;
}

/* --------------------------------------------------------------------------- pages */
/* The task has an errno of its own: it gets what the system says of a call that fails. */
static int as_system(int result)
{
	if (result != 0)
		errno = *__errno_location();
	return result;
}

static void *made_by_system(void *made)
{
	as_system(made == MAP_FAILED ? -1 : 0);
	return made;
}

/* Each task has a region, of which no part is used twice in an execution. */
enum { LARGE = 1 << 20 };
static const size_t region = (size_t)1 << 40, page = 4096;
static char *regions;
static size_t used[GCX_TASKS], touched[GCX_TASKS];

static void reset_pages(void)
{
	for (unsigned i = 0; regions && i < GCX_TASKS; i++) {
		if (touched[i] > 0 &&
		    mmap(regions + region * i, touched[i], PROT_NONE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
			0) == MAP_FAILED) {
			perror("gcexplore: the program's pages");
			exit(2);
		}
		used[i] = touched[i] = 0;
	}
}

static bool reserve_regions(void)
{
	if (!regions) {
		void *made = mmap(NULL, region * GCX_TASKS, PROT_NONE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

		regions = made == MAP_FAILED ? NULL : made;
	}
	return regions != NULL;
}

void *__wrap_mmap(void *hint, size_t size, int protection, int flags, int file, off_t offset)
{
	unsigned task = gcx_self();
	size_t room = (size + page - 1) & ~(page - 1);
	char *at;

	(void)hint;
	GCX_CALLED();
	if (file != -1 || offset != 0 || !(flags & MAP_ANONYMOUS))
		gcx_error("task %u maps a file, which cannot be explored", task);
	if (flags & MAP_FIXED)
		return made_by_system(mmap(hint, size, protection, flags, -1, 0));
	if (!reserve_regions() || room > region - used[task]) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	at = regions + region * task + used[task];
	used[task] += room;
	touched[task] = used[task];
	gcx_wrote();
	return made_by_system(mmap(at, size, protection, flags | MAP_FIXED | MAP_NORESERVE, -1, 0));
}

/* Whether a call about them accesses all of them: it fails if they begin within a page. */
static bool are_pages(const void *at, size_t size)
{
	return size > 0 && size <= LARGE && (uintptr_t)at % page == 0;
}

/* The addresses stay reserved.  Of what is large, accesses that are not ordered with this are not
 * noticed. */
int __wrap_munmap(void *at, size_t size)
{
	GCX_CALLED();
	if (are_pages(at, size))
		gcx_plain_write(at, size);
	return made_by_system(mmap(at, size, PROT_NONE,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0)) == MAP_FAILED
	    ? -1
	    : 0;
}

/* Whether all of it is in the regions, which are as they were when the next execution begins. */
static bool is_mapped(const void *at, size_t size)
{
	const size_t all = region * GCX_TASKS;
	size_t offset = (uintptr_t)at - (uintptr_t)regions;

	return regions && offset < all && size <= all - offset;
}

/* Accesses that the pages do not allow any more must happen before this.  Of what is large, those that
 * are not ordered with this are not noticed. */
int __wrap_mprotect(void *at, size_t size, int protection)
{
	GCX_CALLED();
	if (!is_mapped(at, size))
		gcx_error("task %u protects memory that is not of mmap, which cannot be explored",
		    gcx_self());
	if (are_pages(at, size) && !(protection & PROT_READ))
		gcx_plain_write(at, size);
	else if (are_pages(at, size) && !(protection & PROT_WRITE))
		gcx_plain_read(at, size);
	gcx_wrote();
	return as_system(mprotect(at, size, protection));
}

static bool drops(int advice)
{
	return advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE;
}

/* What is dropped is 0 from now on: that is a write.  (With MADV_FREE it could also still be there.) */
int __wrap_madvise(void *at, size_t size, int advice)
{
	if (!drops(advice)) /* the system only says whether it knows such advice */
		return as_system(madvise(at, 0, advice));
	GCX_CALLED();
	if (!is_mapped(at, size))
		gcx_error(
		    "task %u gives the system advice about memory that is not of mmap, which cannot "
		    "be explored",
		    gcx_self());
	if (are_pages(at, size))
		gcx_plain_write(at, size);
	gcx_wrote();
	return as_system(madvise(at, size, advice == MADV_FREE ? MADV_DONTNEED : advice));
}

/* ---------------------------------------------------------- thread-local variables */
static struct {
	const void *start;
	size_t size, room;
} image;
static char *copies[GCX_TASKS];

void gcx_reset_memory(const struct gcx_program *program)
{
	gcx_tls_image(program, &image.start, &image.size, &image.room);
	memset(copies, 0, sizeof copies);
	reset_pages();
}

/* There is only one module: the program. */
void *__wrap___tls_get_addr(const struct tls_index *index)
{
	unsigned task = gcx_self();

	if (!copies[task]) {
		copies[task] = gcx_allocate_aligned(image.room, 64);
		memcpy(copies[task], image.start, image.size);
	}
	return copies[task] + index->offset;
}

/* -------------------------------------------------------- functions on memory */
void *__wrap_memcpy(void *restrict to, const void *restrict from, size_t size)
{
	if (size == 0)
		return to;
	GCX_CALLED();
	gcx_plain_read(from, size);
	GCX_CALLED();
	gcx_plain_write(to, size);
	return memcpy(to, from, size);
}

void *__wrap_memmove(void *to, const void *from, size_t size)
{
	if (size == 0)
		return to;
	GCX_CALLED();
	gcx_plain_read(from, size);
	GCX_CALLED();
	gcx_plain_write(to, size);
	return memmove(to, from, size);
}

void *__wrap_memset(void *to, int byte, size_t size)
{
	if (size == 0)
		return to;
	GCX_CALLED();
	gcx_plain_write(to, size);
	return memset(to, byte, size);
}

int __wrap_memcmp(const void *a, const void *b, size_t size)
{
	if (size == 0)
		return 0;
	GCX_CALLED();
	gcx_plain_read(a, size);
	GCX_CALLED();
	gcx_plain_read(b, size);
	return memcmp(a, b, size);
}

size_t __wrap_strlen(const char *text)
{
	size_t length = strlen(text);

	GCX_CALLED();
	gcx_plain_read(text, length + 1);
	return length;
}

int __wrap_strcmp(const char *a, const char *b)
{
	size_t size = 0;

	while (a[size] && a[size] == b[size])
		size++;
	GCX_CALLED();
	gcx_plain_read(a, size + 1);
	GCX_CALLED();
	gcx_plain_read(b, size + 1);
	return strcmp(a, b);
}

char *__wrap_strcpy(char *restrict to, const char *restrict from)
{
	size_t size = strlen(from) + 1;

	GCX_CALLED();
	gcx_plain_read(from, size);
	GCX_CALLED();
	gcx_plain_write(to, size);
	return memcpy(to, from, size);
}
