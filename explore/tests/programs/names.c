// LISTEN => 0 verified
// BEGIN => 1 assertion `sum == 2' failed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* A program has its own functions, also if the library of C has some of these names. */
void gcx_begin(void);
static atomic_int called, ready, go, sum;

void listen(void *unused);
void listen(void *unused)
{
	(void)unused;
	called++;
}

/* What a loop has read before gcx_begin it reads again. */
static void *poll(void *unused)
{
	int found;

	ready++;
	while (!go)
		;
	found = sum;
	sum = found + 1;
	return unused;
}

int main(void)
{
#ifdef BEGIN
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, poll, NULL);
	while (ready != 2)
		;
	gcx_begin();
	go = 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(sum == 2);
#else
	void (*volatile call)(void *) = listen;

	call(NULL);
	(void)poll;
	assert(called == 1);
#endif
	return 0;
}
