// TICKET => 0 verified: 2 complete
// TAS => 0 verified
// TEST_AND_SET => 0 verified: 2 complete
// LOOKS => 0 verified
// FOR_EVER => 1 waits for ever
// COUNTED => 1 assertion `found' failed
// IN_MEMORY => 1 assertion `found' failed
// NO_ATOMIC => 1 that is not atomic
// LOCK_FREE => 0 verified
// ENDS_NEVER --steps=2000 => 1 waits for ever
// ENDS_NEVER --steps=2000 --memory=tso => 1 waits for ever
// ENDLESS --steps=100 => 3 has more than 100 steps
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

static atomic_int next, serving, flag;
static int number, tries;

#ifdef ENDS_NEVER
static atomic_int wants[2];

/* Sooner or later both want it. */
static void enter_for_ever(int self)
{
	for (;;) {
		wants[self] = 1;
		while (wants[!self])
			;
		wants[self] = 0;
	}
}
#endif

static void *other(void *unused)
{
#if defined ENDS_NEVER
	enter_for_ever(1);
#elif defined TICKET
	int own = atomic_fetch_add(&next, 1);

	while (atomic_load(&serving) != own)
		;
	number++;
	atomic_fetch_add(&serving, 1);
#elif defined TAS
	while (atomic_exchange(&flag, 1))
		while (atomic_load(&flag))
			;
	number++;
	atomic_store(&flag, 0);
#elif defined TEST_AND_SET
	while (atomic_exchange(&flag, 1))
		;
	number++;
	atomic_store(&flag, 0);
#elif defined LOCK_FREE
	int old = atomic_load(&flag);

	while (!atomic_compare_exchange_weak(&flag, &old, old + 1))
		;
#elif defined LOOKS
	/* which value ends the loop is not on the stack */
	while (flag != number)
		;
#elif defined COUNTED || defined IN_MEMORY
	flag = 1;
#endif
	return unused;
}

int main(void)
{
	pthread_t thread;
	int found = 0;

#ifdef LOOKS
	number = __VERIFIER_nondet_bool();
#endif
	pthread_create(&thread, NULL, other, NULL);
#if defined ENDS_NEVER
	enter_for_ever(0);
#elif defined LOOKS
	flag = number;
#elif defined FOR_EVER
	while (!flag)
		;
#elif defined NO_ATOMIC
	while (!number)
		;
#elif defined COUNTED
	/* it does not wait for ever, but gives up */
	for (int i = 0; i < 3 && !found; i++)
		found = flag;
	assert(found);
#elif defined IN_MEMORY
	for (tries = 0; tries < 3 && !found; tries++)
		found = flag;
	assert(found);
#elif defined ENDLESS
	for (;;)
		flag++;
#else
	other(NULL);
#endif
	pthread_join(thread, NULL);
#if defined TICKET || defined TAS || defined TEST_AND_SET
	assert(number == 2);
#elif defined LOCK_FREE
	assert(flag == 2);
#endif
	(void)found;
	return 0;
}
