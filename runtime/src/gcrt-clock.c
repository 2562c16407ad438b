/* gcrt-clock.c: the time. */
#include "gcrt-clock.h"

#include <time.h>

uint64_t gcrt_now_nsec(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t gcrt_now_usec(void)
{
	return gcrt_now_nsec() / 1000;
}
