#include "gcrt-debug.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "gcrt-sync.h"

static void (*when_stopped)(const char *message); /* atomic */

void gcrt_when_stopped(void (*call)(const char *message))
{
	gcrt_store(&when_stopped, call, release);
}

void gcrt_stops(const char *message)
{
	void (*call)(const char *) = gcrt_load(&when_stopped, acquire);
	if (call)
		call(message);
}

void gcrt_fatal(const char *format, ...)
{
	va_list args;
	char message[500];
	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	gcrt_stops(message);
	va_start(args, format);
	flockfile(stderr);
	fputs("gcdsl runtime: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	funlockfile(stderr);
	va_end(args);
	abort();
}
