/* said.c: what a program that is explored reports, for who explores it.  No function of the
 * library is called: who explores the program may call these when it has ended. */
#include "driver.h"

/* The last part is kept for the end, of which nothing may be missing. */
enum { MOST_TEXT = 1 << 17, MOST_TRACE = MOST_TEXT - (1 << 14) };
char agree_said[MOST_TEXT]; /* a string */
static size_t length, most;

void driver_write(const char *text, size_t more)
{
	for (size_t i = 0; i < more && length < most; i++)
		agree_said[length++] = text[i];
	agree_said[length] = '\0';
}

/* A line that was cut is left out. */
static void end_trace(void)
{
	bool is_cut = length == most;

	while (is_cut && length > 0 && agree_said[length - 1] != '\n')
		length--;
	agree_said[length] = '\0';
}

void agree_say_trace(void)
{
	length = 0;
	most = MOST_TRACE;
	driver_put_trace();
	driver_flush();
	end_trace();
}

void agree_say_end(void)
{
	agree_say_trace();
	most = MOST_TEXT - 1;
	driver_put_outcome("end");
	driver_flush();
}

/* Threads that have done what the scenario says. */
static unsigned done, threads;

void driver_begins(unsigned count)
{
	threads = count;
}

void driver_is_done(void)
{
	done++;
}

bool agree_is_over(void)
{
	const struct gcrt_scheduler *s = run.heap ? &run.heap->scheduler : NULL;

	return s && threads && done == threads && s->cycle < 0 && !s->requested;
}
