/* program.h: programs that are explored as they are.  They are compiled with -fsanitize=thread
 * (hooks.c), linked to the functions of calls.def, and loaded. */
#ifndef GCX_PROGRAM_H
#define GCX_PROGRAM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* ---- loading */
struct gcx_program;

/* Loads the shared object; NULL: *WHY says why not (until the next call). */
struct gcx_program *gcx_program_load(const char *file, const char **why);
void gcx_program_unload(struct gcx_program *program);
/* The names of functions that it calls and whose accesses are not seen; may be empty. */
const char *gcx_program_imports(const struct gcx_program *program);
/* What addr2line can read. */
const char *gcx_program_file(const struct gcx_program *program);
/* main(ARGC, ARGV) of the program, between its constructors and its destructors, as one execution of
 * gcx_explore: its variables have their first values again.  Its other tasks go on when main
 * returns.  The argument is a struct gcx_program_run. */
struct gcx_program_run {
	const struct gcx_program *program;
	int argc;
	char **argv;
};
void gcx_program_main(void *run);
/* Whether main has returned in this execution: the process ends, and with it threads that wait for work.
 * It is for the option `is_over'. */
bool gcx_program_is_over(void *unused);
/* What `exit' does first: functions of atexit, then destructors. */
void gcx_program_end(void);
/* The function whose name ends there; NULL: it has none of that name. */
void *gcx_program_symbol(const struct gcx_program *program, const char *name);
/* Where in the program's file this code is; 0: it is not of the program. */
uintptr_t gcx_program_offset(const struct gcx_program *program, const void *place);

/* ---- what the functions of calls.def share */
/* The function is called by the program: from where in its code, and where its stack ends. */
#ifdef __x86_64__
#define GCX_CALLED()                                                                               \
	do {                                                                                       \
		gcx_set_place(__builtin_return_address(0));                                        \
		gcx_set_stack((const char *)__builtin_frame_address(0) + 16);                      \
	} while (0)
#else
#define GCX_CALLED() gcx_set_place(__builtin_return_address(0))
#endif

/* Each is called when an execution begins. */
void gcx_reset_threads(void);
/* No thread has a mistake that the end of the process hides: none waits for a lock, and none
 * spins that was not detached. */
bool gcx_threads_may_be_left(void);
void gcx_reset_memory(const struct gcx_program *program);
void gcx_reset_rest(void);
void gcx_reset_waiting(void);
void gcx_call_at_exit(void);
/* The program's accesses by a function as printf: the format, and the texts among the arguments. */
void gcx_read_format(const char *format, va_list args, const void *place);
/* Whether the task's waiting with a timeout gives up at once; each answer is tried. */
bool gcx_times_out(void);
/* RESULT, of waiting until then: after ETIMEDOUT the task's clock is not before that. */
int gcx_waited_until(const struct timespec *until, int result);
/* Whether the task that waits is woken by nobody; at most so often as the options say. */
bool gcx_program_wakes_spuriously(void);
/* The image of the program's thread-local variables, of which each task has a copy. */
void gcx_tls_image(const struct gcx_program *program, const void **start, size_t *size,
    size_t *room);

/* Programs that crash or hang are reported from now on. */
void gcx_watch(void);

/* ---- options, which the program of gcexplore sets */
extern struct gcx_program_options {
	unsigned timeouts; /* how often each task's waiting may time out while others can go on */
	unsigned spurious; /* how often each task may be woken by nobody */
	unsigned integers; /* how many numbers __VERIFIER_nondet_int gives; 0: none */
	bool prints;       /* what the program prints is shown */
	bool volatiles;    /* accesses to what is volatile are operations */
} gcx_program_options;

#endif
