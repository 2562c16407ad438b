// FORK => 1 calls fork, which cannot be explored
// VFORK => 1 calls vfork, which cannot be explored
// AT_EXIT_FIRST => 1 assertion `order[0] != 1' failed
// AT_EXIT_LAST => 1 assertion `order[0] != 1' failed
// AT_EXIT_MANY => 0 verified
// READ_NOT_LOCKED => 1 unlocks a read-write lock that it has not locked
// READ_LOCKED_BY_OTHER => 1 unlocks a read-write lock that it has not locked
// WRITTEN_BY_OTHER => 1 unlocks a read-write lock that it has not locked
// READ_TWICE => 0 verified
// READ_THEN_WRITE => 1 no task can go on
// READ_DESTROYED => 1 destroys a read-write lock that is locked
// READ_WHEN_DESTROYED => 1 uses a read-write lock that was destroyed
// TRIED_WHEN_DESTROYED => 1 uses a read-write lock that was destroyed
// MADE_WHEN_DESTROYED => 0 verified
// READ_GIVEN_UP => 0 verified
// WEAK_ONCE => 0 verified: 1 complete
// WEAK_ONCE --spurious=1 => 1 assertion `changed' failed
// WEAK_LOOP --spurious=2 => 0 verified
// STRONG --spurious=1 => 0 verified: 1 complete
// TRY_C11 => 0 verified: 1 complete
// TRY_C11 --spurious=1 => 1 assertion `locked' failed
// TOO_LARGE => 0 verified
// GROWN => 0 verified
// GROWN --uninitialised => 1 never written
// KEPT_NEW --uninitialised => 1 never written
// KEPT --uninitialised => 0 verified
// KEPT_CLEARED --uninitialised => 0 verified
// PROTECTED => 1 data race
// PROTECTED_AFTER => 0 verified
// READ_ONLY => 1 data race
// READ_ONLY_READ => 0 verified
// PROTECTS_BLOCK => 1 protects memory that is not of mmap
// DROPPED => 1 data race
// DROPPED_AFTER => 0 verified
// DROPS_BLOCK => 1 gives the system advice about memory that is not of mmap
// HINT => 0 verified
/* Calls that programs make in a way that makes a difference, or that cannot be explored. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096 };
static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
static int *page;
static int order[2];

/* ----------------------------------------------------------------------------- the end */
static void enter(int who)
{
	order[order[0] != 0] = who;
}

static void first(void)
{
	enter(1);
}

static void second(void)
{
	enter(2);
	assert(order[0] != 1);
}

#if defined AT_EXIT_MANY
static void many(void)
{
	for (unsigned i = 0; i < 64; i++)
		assert(atexit(first) == 0);
	assert(atexit(first) != 0);
}
#endif

/* ------------------------------------------------------------------------- the other thread */
static void *other(void *unused)
{
#if defined AT_EXIT_FIRST
	atexit(first);
#elif defined AT_EXIT_LAST
	atexit(second);
#elif defined READ_LOCKED_BY_OTHER || defined WRITTEN_BY_OTHER
	pthread_rwlock_unlock(&both);
#elif defined READ_GIVEN_UP
	assert(pthread_rwlock_timedrdlock(&both, &(struct timespec){ 1, 0 }) == ETIMEDOUT);
#elif defined PROTECTED || defined PROTECTED_AFTER || defined READ_ONLY || defined DROPPED ||      \
    defined DROPPED_AFTER
	*page = 1;
#elif defined READ_ONLY_READ
	assert(*page == 0);
#endif
	return unused;
}

static void begin_other(pthread_t *thread)
{
	pthread_create(thread, NULL, other, NULL);
}

/* -------------------------------------------------------------------------------- the calls */
static void call_locks(void)
{
	pthread_t thread;

	(void)thread;
#if defined READ_NOT_LOCKED
	pthread_rwlock_unlock(&both);
#elif defined READ_LOCKED_BY_OTHER
	pthread_rwlock_rdlock(&both);
	begin_other(&thread);
	pthread_join(thread, NULL);
#elif defined WRITTEN_BY_OTHER || defined READ_GIVEN_UP
	pthread_rwlock_wrlock(&both);
	begin_other(&thread);
	pthread_join(thread, NULL);
	pthread_rwlock_unlock(&both);
#elif defined READ_TWICE
	pthread_rwlock_rdlock(&both);
	assert(pthread_rwlock_tryrdlock(&both) == 0);
	pthread_rwlock_unlock(&both);
	assert(pthread_rwlock_trywrlock(&both) == EBUSY);
	pthread_rwlock_unlock(&both);
	assert(pthread_rwlock_trywrlock(&both) == 0);
	pthread_rwlock_unlock(&both);
	pthread_rwlock_destroy(&both);
#elif defined READ_THEN_WRITE
	pthread_rwlock_rdlock(&both);
	pthread_rwlock_wrlock(&both);
#elif defined READ_DESTROYED
	pthread_rwlock_rdlock(&both);
	pthread_rwlock_destroy(&both);
#elif defined READ_WHEN_DESTROYED
	pthread_rwlock_destroy(&both);
	pthread_rwlock_rdlock(&both);
#elif defined TRIED_WHEN_DESTROYED
	pthread_rwlock_destroy(&both);
	pthread_rwlock_trywrlock(&both);
#elif defined MADE_WHEN_DESTROYED
	pthread_rwlock_destroy(&both);
	pthread_rwlock_init(&both, NULL);
	pthread_rwlock_wrlock(&both);
	pthread_rwlock_unlock(&both);
#endif
}

static void call_atomics(void)
{
#if defined WEAK_ONCE || defined STRONG || defined WEAK_LOOP
	static atomic_int number;
	int expected = 0;
#if defined WEAK_ONCE
	int changed = atomic_compare_exchange_weak(&number, &expected, 1);

	assert(expected == 0 || changed);
	assert(changed);
#elif defined STRONG
	assert(atomic_compare_exchange_strong(&number, &expected, 1));
#else
	while (!atomic_compare_exchange_weak(&number, &expected, 1))
		assert(expected == 0);
	assert(number == 1);
#endif
#elif defined TRY_C11
	mtx_t mutex;
	int locked;

	mtx_init(&mutex, mtx_plain);
	locked = mtx_trylock(&mutex) == thrd_success;
	assert(locked);
#endif
}

static void call_memory(void)
{
#if defined TOO_LARGE
	static volatile size_t large = SIZE_MAX / 2 + 1; /* compilers warn of a constant */
	int *block = malloc(sizeof *block);

	*block = 7;
	assert(!realloc(block, large) && errno == ENOMEM);
	errno = 0;
	assert(!malloc(large) && errno == ENOMEM);
	errno = 0;
	assert(!calloc(large, 1) && errno == ENOMEM);
	errno = 0;
	assert(!reallocarray(block, large, 2) && errno == ENOMEM);
	assert(*block == 7);
	free(block);
#elif defined GROWN || defined KEPT_NEW || defined KEPT || defined KEPT_CLEARED
#ifdef KEPT_CLEARED
	int *block = calloc(4, sizeof *block);
#else
	int *block = malloc(4 * sizeof *block);
#endif
#if defined GROWN
	block[1] = block[2] = block[3] = 7;
#endif
#if !defined KEPT_CLEARED
	block[0] = 7;
#endif
	block = realloc(block, 8 * sizeof *block);
#if defined GROWN
	assert(block[3] == 7);
	assert(block[4] != 7);
#elif defined KEPT
	assert(block[0] == 7);
#elif defined KEPT_NEW
	assert(block[1] != 7);
#elif defined KEPT_CLEARED
	assert(block[0] == 0 && block[3] == 0);
#endif
	free(block);
#endif
}

static void call_pages(void)
{
	pthread_t thread;

	(void)thread;
	page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#if defined PROTECTED || defined READ_ONLY || defined READ_ONLY_READ || defined DROPPED
	begin_other(&thread);
#elif defined PROTECTED_AFTER || defined DROPPED_AFTER
	begin_other(&thread);
	pthread_join(thread, NULL);
	assert(*page == 1);
#endif
#if defined PROTECTED || defined PROTECTED_AFTER
	mprotect(page, PAGE, PROT_NONE);
#elif defined READ_ONLY || defined READ_ONLY_READ
	mprotect(page, PAGE, PROT_READ);
#elif defined PROTECTS_BLOCK
	mprotect(aligned_alloc(PAGE, PAGE), PAGE, PROT_NONE);
#elif defined DROPPED || defined DROPPED_AFTER
	madvise(page, PAGE, MADV_DONTNEED);
#ifdef DROPPED_AFTER
	assert(*page == 0);
#endif
#elif defined DROPS_BLOCK
	madvise(aligned_alloc(PAGE, PAGE), PAGE, MADV_DONTNEED);
#elif defined HINT
	madvise(aligned_alloc(PAGE, PAGE), PAGE, MADV_WILLNEED);
	*page = 1;
	mprotect(page, PAGE, PROT_NONE);
	mprotect(page, PAGE, PROT_READ | PROT_WRITE);
	assert(*page == 1);
#endif
}

int main(void)
{
#if defined FORK
	return fork() == 0;
#elif defined VFORK
	if (vfork() == 0)
		_exit(0);
#elif defined AT_EXIT_FIRST || defined AT_EXIT_LAST
	pthread_t thread;

	begin_other(&thread);
#ifdef AT_EXIT_FIRST
	atexit(second);
#else
	atexit(first);
#endif
	pthread_join(thread, NULL);
#elif defined AT_EXIT_MANY
	many();
#endif
	call_locks();
	call_atomics();
	call_memory();
	call_pages();
	return 0;
}
