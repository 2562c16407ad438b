#include "gcrt-debug.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void gcrt_fatal(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	flockfile(stderr);
	fputs("gcdsl runtime: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	funlockfile(stderr);
	va_end(args);
	abort();
}
