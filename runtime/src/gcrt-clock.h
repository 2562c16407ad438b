/* gcrt-clock.h: the time. */
#ifndef GCRT_CLOCK_H
#define GCRT_CLOCK_H

#include <stdint.h>

/* Microseconds, and nanoseconds, of a monotonic clock, which cannot be set. */
uint64_t gcrt_now_usec(void);
uint64_t gcrt_now_nsec(void);

#endif
