/* calls.h: the functions of calls.def, as they are called. */
#ifndef GCX_CALLS_H
#define GCX_CALLS_H

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sched.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* Programs that are loaded find them. */
#pragma GCC visibility push(default)

/* Those of POSIX and C have the types that their headers give them. */
#define DECLARE(name) __typeof__(name) __wrap_##name;
DECLARE(pthread_create)
DECLARE(pthread_join)
DECLARE(pthread_timedjoin_np)
DECLARE(pthread_detach)
DECLARE(pthread_self)
DECLARE(pthread_once)
DECLARE(pthread_key_create)
DECLARE(pthread_key_delete)
DECLARE(pthread_setspecific)
DECLARE(pthread_getspecific)
DECLARE(pthread_atfork)
DECLARE(pthread_cancel)
DECLARE(pthread_setcancelstate)
DECLARE(pthread_setcanceltype)
DECLARE(pthread_testcancel)
DECLARE(pthread_mutex_init)
DECLARE(pthread_mutex_destroy)
DECLARE(pthread_mutex_lock)
DECLARE(pthread_mutex_trylock)
DECLARE(pthread_mutex_timedlock)
DECLARE(pthread_mutex_clocklock)
DECLARE(pthread_mutex_unlock)
DECLARE(pthread_spin_init)
DECLARE(pthread_spin_destroy)
DECLARE(pthread_spin_lock)
DECLARE(pthread_spin_trylock)
DECLARE(pthread_spin_unlock)
DECLARE(pthread_rwlock_init)
DECLARE(pthread_rwlock_destroy)
DECLARE(pthread_rwlock_rdlock)
DECLARE(pthread_rwlock_tryrdlock)
DECLARE(pthread_rwlock_wrlock)
DECLARE(pthread_rwlock_trywrlock)
DECLARE(pthread_rwlock_timedrdlock)
DECLARE(pthread_rwlock_timedwrlock)
DECLARE(pthread_rwlock_unlock)
DECLARE(pthread_cond_init)
DECLARE(pthread_cond_destroy)
DECLARE(pthread_cond_wait)
DECLARE(pthread_cond_timedwait)
DECLARE(pthread_cond_clockwait)
DECLARE(pthread_cond_signal)
DECLARE(pthread_cond_broadcast)
DECLARE(pthread_barrier_init)
DECLARE(pthread_barrier_destroy)
DECLARE(pthread_barrier_wait)
DECLARE(sem_init)
DECLARE(sem_destroy)
DECLARE(sem_wait)
DECLARE(sem_trywait)
DECLARE(sem_timedwait)
DECLARE(sem_clockwait)
DECLARE(sem_post)
DECLARE(sem_getvalue)
DECLARE(syscall)
DECLARE(thrd_create)
DECLARE(thrd_join)
DECLARE(thrd_detach)
DECLARE(thrd_current)
DECLARE(thrd_yield)
DECLARE(thrd_sleep)
DECLARE(call_once)
DECLARE(mtx_init)
DECLARE(mtx_destroy)
DECLARE(mtx_lock)
DECLARE(mtx_trylock)
DECLARE(mtx_timedlock)
DECLARE(mtx_unlock)
DECLARE(cnd_init)
DECLARE(cnd_destroy)
DECLARE(cnd_wait)
DECLARE(cnd_timedwait)
DECLARE(cnd_signal)
DECLARE(cnd_broadcast)
DECLARE(tss_create)
DECLARE(tss_delete)
DECLARE(tss_set)
DECLARE(tss_get)
DECLARE(malloc)
DECLARE(calloc)
DECLARE(realloc)
DECLARE(reallocarray)
DECLARE(aligned_alloc)
DECLARE(posix_memalign)
DECLARE(free)
DECLARE(mmap)
DECLARE(munmap)
DECLARE(mprotect)
DECLARE(madvise)
DECLARE(memcpy)
DECLARE(memmove)
DECLARE(memset)
DECLARE(memcmp)
DECLARE(strlen)
DECLARE(strcmp)
DECLARE(strcpy)
DECLARE(mempcpy)
DECLARE(memchr)
DECLARE(memmem)
DECLARE(bzero)
DECLARE(strnlen)
DECLARE(strncmp)
DECLARE(strncpy)
DECLARE(stpcpy)
DECLARE(strcat)
DECLARE(strncat)
DECLARE(strchr)
DECLARE(strrchr)
DECLARE(strstr)
DECLARE(strdup)
DECLARE(strndup)
DECLARE(strtol)
DECLARE(strtoul)
DECLARE(strtoll)
DECLARE(strtoull)
DECLARE(atoi)
DECLARE(atol)
DECLARE(qsort)
DECLARE(bsearch)
DECLARE(vsnprintf)
DECLARE(vsprintf)
DECLARE(snprintf)
DECLARE(sprintf)
DECLARE(vasprintf)
DECLARE(asprintf)
DECLARE(fgets)
DECLARE(getline)
DECLARE(getchar)
DECLARE(fread)
DECLARE(printf)
DECLARE(fprintf)
DECLARE(vprintf)
DECLARE(vfprintf)
DECLARE(puts)
DECLARE(fputs)
DECLARE(fputc)
DECLARE(putchar)
DECLARE(fflush)
DECLARE(fwrite)
DECLARE(perror)
DECLARE(atexit)
DECLARE(at_quick_exit)
DECLARE(on_exit)
DECLARE(sched_yield)
DECLARE(sleep)
DECLARE(usleep)
DECLARE(nanosleep)
DECLARE(time)
DECLARE(clock)
DECLARE(clock_gettime)
DECLARE(gettimeofday)
DECLARE(rand)
DECLARE(srand)
DECLARE(random)
#undef DECLARE

/* Those that do not return. */
void __wrap_pthread_exit(void *result) __attribute__((noreturn));
void __wrap_thrd_exit(int result) __attribute__((noreturn));
void __wrap_abort(void) __attribute__((noreturn));
void __wrap_exit(int status) __attribute__((noreturn));
void __wrap__exit(int status) __attribute__((noreturn));
void __wrap__Exit(int status) __attribute__((noreturn));
void __wrap_quick_exit(int status) __attribute__((noreturn));
void __wrap___assert_fail(const char *what, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));

/* What the macros of cleanup handlers call. */
void __wrap___pthread_register_cancel(void *buffer);
void __wrap___pthread_unregister_cancel(void *buffer);

/* The names that verifiers of C programs agree on. */
void __wrap___VERIFIER_assume(int holds);
void __wrap___VERIFIER_error(void) __attribute__((noreturn));
void __wrap_reach_error(void) __attribute__((noreturn));
int __wrap___VERIFIER_nondet_int(void);
unsigned __wrap___VERIFIER_nondet_uint(void);
bool __wrap___VERIFIER_nondet_bool(void);

/* Each task's own. */
int *__wrap___errno_location(void);
#undef errno
#define errno (*__wrap___errno_location())

/* What the compiler calls for a thread-local variable of a shared object. */
struct tls_index {
	unsigned long module, offset;
};
void *__wrap___tls_get_addr(const struct tls_index *index);

#pragma GCC visibility pop

#endif
