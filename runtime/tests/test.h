/* test.h: what the runtime's tests share; include it first. */
#ifndef TEST_H
#define TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "gcrt-sync.h"

/* Whether all is to be tried, also what takes long (tests/tap.sh: tap_all). */
static inline int test_all(void)
{
	const char *tests = getenv("GCDSL_TESTS");

	return tests && strcmp(tests, "all") == 0;
}

/* Whether TEXT contains one of MESSAGES, which `|' separates. */
static inline int test_has_one(const char *text, const char *messages)
{
	char one[1024];
	for (size_t length; *messages; messages += length + (messages[length] == '|')) {
		length = strcspn(messages, "|");
		snprintf(one, sizeof one, "%.*s", (int)length, messages);
		if (strstr(text, one))
			return 1;
	}
	return 0;
}

#ifdef GCRT_TSAN
/* Children start threads, which the thread sanitizer refuses by default. */
const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
	return "die_after_fork=0";
}
#endif

/* Runs BODY in a child.  TEXT becomes what it prints on stderr.  Returns whether it dies or
 * fails. */
static inline int test_run(void (*body)(void), char *text, size_t size)
{
	size_t length = 0;
	ssize_t got;
	int status, out[2];
	fflush(NULL);
	if (pipe(out))
		return 0;
	pid_t child = fork();
	if (!child) {
		dup2(out[1], STDERR_FILENO);
		close(out[0]);
		close(out[1]);
		alarm(60);
		body();
		_exit(0);
	}
	close(out[1]);
	while (length < size - 1 && (got = read(out[0], text + length, size - 1 - length)) > 0)
		length += (size_t)got;
	text[length] = '\0';
	close(out[0]);
	waitpid(child, &status, 0);
	return WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status));
}

/* Whether BODY, run in a child, is stopped by a message that contains one of MESSAGE. */
static inline int test_dies(void (*body)(void), const char *message)
{
	char text[4096];
	int died = test_run(body, text, sizeof text);
	if (!died || !test_has_one(text, message))
		print_message("# died: %d, and said: %s\n", died, text);
	return died && test_has_one(text, message);
}

/* Starts COUNT threads, each of which runs BODY(argument of its index), and waits for all. */
static inline void test_threads(unsigned count, void *(*body)(void *), void *arguments, size_t size)
{
	struct gcrt_thread threads[64];
	assert_true(count <= 64);
	for (unsigned i = 0; i < count; i++)
		assert_true(gcrt_thread_create(&threads[i], body, (char *)arguments + i * size));
	for (unsigned i = 0; i < count; i++)
		gcrt_thread_join(threads[i]);
}

#endif
