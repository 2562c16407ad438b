// STORED => 1 where there is no memory for it
// STORED --memory=c11 => 1 where there is no memory for it
// STORED --memory=tso => 1 where there is no memory for it
// LOADED => 1 where there is no memory for it
// ADDED => 1 where there is no memory for it
// SWAPPED => 1 where there is no memory for it
// UNMAPPED => 1 where there is no memory for it
// NOWHERE => 1 accesses 0, where there is no memory for it
// LOCKED => 1 where there is no memory for it
// READ => 0 verified
// CONSTANT => 0 verified
/* Atomic accesses to memory that is not there, or that is read-only. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

enum { PAGE = 4096 };
static const atomic_int constant = 3;

int main(void)
{
	void *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	atomic_int *number = page;
	int expected = 0;

	(void)expected;
	atomic_store(number, 0);
#if defined LOADED
	mprotect(page, PAGE, PROT_NONE);
	return atomic_load(number);
#elif defined UNMAPPED
	munmap(page, PAGE);
	atomic_store(number, 1);
#elif defined NOWHERE
	number = NULL;
	atomic_store(number, 1);
#elif defined CONSTANT
	assert(atomic_load((atomic_int *)&constant) == 3);
#else
	mprotect(page, PAGE, PROT_READ);
#if defined STORED
	atomic_store(number, 1);
#elif defined ADDED
	atomic_fetch_add(number, 1);
#elif defined SWAPPED
	atomic_compare_exchange_strong(number, &expected, 0);
#elif defined LOCKED
	pthread_mutex_lock(page);
#else
	assert(atomic_load(number) == 0);
#endif
#endif
	return 0;
}
