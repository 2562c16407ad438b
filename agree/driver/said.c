/* said.c: what a program that is explored reports, for who explores it.  No function of the
 * library is called: who explores the program may call these when it has ended. */
#include "driver.h"

enum { MOST_TEXT = 1 << 14 };
char agree_said[MOST_TEXT]; /* a string */
static size_t length;

void driver_write(const char *text, size_t more)
{
	for (size_t i = 0; i < more && length < MOST_TEXT - 1; i++)
		agree_said[length++] = text[i];
	agree_said[length] = '\0';
}

void driver_say_end(void)
{
	driver_put_trace();
	driver_put_outcome("end");
	driver_flush();
}

void agree_say_trace(void)
{
	length = 0;
	driver_put_trace();
	driver_flush();
}
