// REFUSED => 0 verified
// KEPT => 0 verified
// Calls about pages fail as those of the system do, and say why in errno.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stddef.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

static char *map(size_t size)
{
	char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert(at != MAP_FAILED);
	return at;
}

#define FAILS(call, with, number)                                                                  \
	do {                                                                                       \
		errno = 0;                                                                         \
		assert((call) == (with) && errno == (number));                                     \
	} while (0)

static void *refused(void *unused)
{
	char *at = map(2 * PAGE);

	FAILS(mprotect(at + 1, PAGE, PROT_READ), -1, EINVAL);
	FAILS(madvise(at + 1, PAGE, MADV_DONTNEED), -1, EINVAL);
	FAILS(madvise(at, PAGE, 12345), -1, EINVAL);
	FAILS(munmap(at + 1, PAGE), -1, EINVAL);
	FAILS(munmap(at, 0), -1, EINVAL);
	FAILS(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), MAP_FAILED, EINVAL);
	FAILS(mmap(NULL, PAGE, PROT_READ, MAP_ANONYMOUS, -1, 0), MAP_FAILED, EINVAL);
	FAILS(mmap(NULL, SIZE_MAX / 2, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), MAP_FAILED,
	    ENOMEM);
	return unused;
}

/* A call that succeeds, and what another task does, leave errno as it is. */
static void *kept(void *unused)
{
	char *at = map(2 * PAGE);

	errno = ERANGE;
	assert(mprotect(at, PAGE, PROT_READ) == 0 && madvise(at, PAGE, MADV_WILLNEED) == 0);
	assert(madvise(at, PAGE, MADV_DONTNEED) == 0 && munmap(at, 2 * PAGE) == 0);
	assert(errno == ERANGE);
	return unused;
}

int main(void)
{
	pthread_t thread;

#ifdef REFUSED
	pthread_create(&thread, NULL, refused, NULL);
#else
	pthread_create(&thread, NULL, kept, NULL);
	assert(mprotect(map(PAGE) + 1, PAGE, PROT_READ) == -1 && errno == EINVAL);
#endif
	pthread_join(thread, NULL);
	(void)refused;
	(void)kept;
	return 0;
}
