#include "gcrt-memory.h"
#include "gcrt-sanitize.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

size_t gcrt_memory_page(void)
{
	long page = sysconf(_SC_PAGESIZE);
	return page > 0 ? (size_t)page : 4096;
}

static uintptr_t up(uintptr_t address, size_t page)
{
	return (address + page - 1) / page * page;
}

static uintptr_t down(uintptr_t address, size_t page)
{
	return address / page * page;
}

static uintptr_t reserve(uintptr_t hint, size_t bytes)
{
	void *got = mmap((void *)hint, bytes, PROT_NONE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return got == MAP_FAILED ? 0 : (uintptr_t)got;
}

/* Reserves more than SIZE, and gives back what is before and after a part of SIZE bytes at a
 * multiple of ALIGNMENT. */
static uintptr_t cut_out(size_t size, size_t alignment)
{
	uintptr_t start = reserve(0, size + alignment);
	if (!start)
		return 0;
	uintptr_t place = up(start, alignment);
	if (place != start)
		munmap((void *)start, place - start);
	if (start + alignment != place)
		munmap((void *)(place + size), start + alignment - place);
	return place;
}

/* First asks for some aligned addresses.  If these are taken, reserves twice as much and gives back
 * the rest. */
uintptr_t gcrt_memory_reserve(size_t size, size_t alignment)
{
	for (uintptr_t hint = 1; hint <= 4; hint++) {
		uintptr_t got = reserve(hint * alignment, size);
		if (got && got % alignment == 0)
			return got;
		if (got)
			munmap((void *)got, size);
	}
	return cut_out(size, alignment);
}

uintptr_t gcrt_memory_spread(size_t size)
{
	size_t page = gcrt_memory_page();
	return cut_out(up(size, page), page);
}

void gcrt_memory_release(uintptr_t address, size_t size)
{
	munmap((void *)address, size);
}

bool gcrt_memory_use(uintptr_t address, size_t bytes)
{
	size_t page = gcrt_memory_page();
	uintptr_t start = down(address, page), end = up(address + bytes, page);
	return !mprotect((void *)start, end - start, PROT_READ | PROT_WRITE);
}

/* The bytes hold nothing: Note [Sanitizers]. */
static void clear(uintptr_t address, size_t bytes)
{
	gcrt_open_memory(address, bytes);
	memset((void *)address, 0, bytes);
	gcrt_close_memory(address, bytes);
}

void gcrt_memory_clean(uintptr_t address, size_t bytes)
{
	size_t page = gcrt_memory_page();
	uintptr_t end = address + bytes, first = up(address, page), last = down(end, page);
	if (first >= last || madvise((void *)first, last - first, MADV_DONTNEED) != 0)
		first = last = end; /* there is no whole page, or the memory is locked */
	clear(address, first - address);
	clear(last, end - last);
}
