/* The kernel of a machine with larger pages: what takes whole pages only, or takes more
 * than it was asked for, does so here with BIG_PAGE.  The linker puts these functions in
 * the place of the C library's (--wrap). */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

long __real_sysconf(int name);
int __real_mprotect(void *memory, size_t bytes, int protection);
int __real_madvise(void *memory, size_t bytes, int advice);
long __wrap_sysconf(int name);
int __wrap_mprotect(void *memory, size_t bytes, int protection);
int __wrap_madvise(void *memory, size_t bytes, int advice);

long __wrap_sysconf(int name)
{
	return name == _SC_PAGESIZE ? BIG_PAGE : __real_sysconf(name);
}

static int is_aligned(const void *memory)
{
	if ((uintptr_t)memory % BIG_PAGE == 0)
		return 1;
	errno = EINVAL;
	return 0;
}

static size_t rounded(size_t bytes)
{
	return (bytes + BIG_PAGE - 1) / BIG_PAGE * BIG_PAGE;
}

int __wrap_mprotect(void *memory, size_t bytes, int protection)
{
	return is_aligned(memory) ? __real_mprotect(memory, rounded(bytes), protection) : -1;
}

int __wrap_madvise(void *memory, size_t bytes, int advice)
{
	return is_aligned(memory) ? __real_madvise(memory, rounded(bytes), advice) : -1;
}
