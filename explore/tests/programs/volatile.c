// PETERSON => 1 data race
// PETERSON --volatile => 0 verified
// NO_TURN --volatile => 1 waits for ever
// NO_FLAG --volatile => 1 assertion `inside == 1' failed
// READ --volatile => 0 verified: 3 complete
// PETERSON --volatile --memory=tso => 2 it is for --memory=sc only
#include <assert.h>
#include <pthread.h>

static volatile int wants[2], turn, inside, number;

/* Peterson's lock. */
static void enter(int self)
{
	wants[self] = 1;
#ifndef NO_TURN
	turn = !self;
#endif
#ifdef NO_FLAG
	while (turn != self)
		break;
#elif defined NO_TURN
	while (wants[!self])
		;
#else
	while (wants[!self] && turn == !self)
		;
#endif
}

static void *other(void *self)
{
	int me = *(int *)self;

#ifdef READ
	if (me == 0)
		number = 1;
	else
		(void)(number + number);
#else
	enter(me);
	inside++;
	assert(inside == 1);
	inside--;
	wants[me] = 0;
#endif
	return NULL;
}

int main(void)
{
	static int names[2] = { 0, 1 };
	pthread_t thread;

	pthread_create(&thread, NULL, other, &names[1]);
	other(&names[0]);
	pthread_join(thread, NULL);
	return 0;
}
