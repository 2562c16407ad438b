/* gcrt-clock.h: the time. */
#ifndef GCRT_CLOCK_H
#define GCRT_CLOCK_H

#include <stdint.h>

/* Microseconds of a monotonic clock, which cannot be set. */
uint64_t gcrt_now_usec(void);

#endif
