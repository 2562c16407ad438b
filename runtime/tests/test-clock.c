/* Waits with a limit, while the system's clock is set back by a minute: right after each look
 * at it. */
#include "test.h"

#include <time.h>

int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
	int result = __real_clock_gettime(clock, time);
	if (clock == CLOCK_REALTIME)
		time->tv_sec += 60;
	return result;
}

static void a_wait_ends_whatever_the_clock_says(void **state)
{
	struct gcrt_mutex mutex;
	struct gcrt_cond cond;
	(void)state;
	gcrt_mutex_init(&mutex);
	gcrt_cond_init(&cond);
	gcrt_mutex_lock(&mutex);
	while (gcrt_cond_wait_for(&cond, &mutex, 20))
		continue; /* a wake-up without a reason */
	gcrt_mutex_unlock(&mutex);
	gcrt_cond_destroy(&cond);
	gcrt_mutex_destroy(&mutex);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_wait_ends_whatever_the_clock_says),
	};
	alarm(10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
