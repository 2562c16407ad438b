// FORMAT => 1 data race
// FORMAT_ALL => 0 verified
// PRECISION => 0 verified
// PRINT => 1 data race
// PRINTED => 1 data race
// COPY => 1 data race
// COMPARE => 1 data race
// NEW => 1 data race
// NEW_FORMAT => 1 data race
// SORT => 1 data race
// SORTED => 0 verified
// FIND => 0 verified
// NUMBER => 1 data race
// MOVE => 1 data race
// MOVED => 0 verified
// CANCEL => 1 which cannot be explored
// CLEANUP => 0 verified
// CLEANUP_EXIT => 1 exits with cleanup handlers
// UNSEEN => 0 is not seen: wcslen
// UNSEEN => 0 verified
/* Functions of C that access the program's memory. */
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static char text[32] = "12";
static int numbers[100];
static char *block;

static void *other(void *unused)
{
#if defined SORT
	numbers[7] = 1;
#elif defined PRECISION
	text[4] = 'x';
#elif defined MOVE
	block[0] = 1;
#elif !defined FORMAT_ALL && !defined SORTED && !defined FIND && !defined MOVED &&                 \
    !defined CLEANUP && !defined CLEANUP_EXIT && !defined UNSEEN
	text[1] = 'x';
#endif
	return unused;
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void clean(void *done)
{
	*(int *)done = 1;
}

/* What is not compared with the other thread's accesses. */
static void alone(pthread_t thread)
{
	char room[80];

#if defined FORMAT_ALL
	int end;

	sprintf(room, "%-5s|%*d|%.*f|%ld%n|%c|%Lg|%zu|%%", "ab", 3, 7, 1, 2.5, 1234567890123, &end,
	    'x', (long double)1, (size_t)9);
	assert(strcmp(room, "ab   |  7|2.5|1234567890123|x|1|9|%") == 0 && end == 27);
#elif defined SORTED
	for (int i = 0; i < 100; i++)
		numbers[i] = i * 37 % 100;
	qsort(numbers, 100, sizeof *numbers, compare);
	for (int i = 0; i < 100; i++)
		assert(numbers[i] == i);
	qsort(numbers, 0, sizeof *numbers, compare);
	qsort(numbers, 1, sizeof *numbers, compare);
#elif defined FIND
	numbers[99] = 5;
	assert(bsearch(&numbers[99], numbers, 100, sizeof *numbers, compare) == &numbers[99]);
	assert(memmem("abcd", 4, "cd", 2) && strchr("abc", 'c') && !strchr("abc", 'd'));
	assert(strstr("abc", "bc") && strrchr("aba", 'a') && memchr("abc", 'b', 3));
	assert(strtol("12", NULL, 10) == 12 && atoi("7") == 7 && strnlen("abc", 2) == 2);
	assert(strcmp(strcat(strcpy(room, "a"), "b"), "ab") == 0);
	assert(strcmp(strncat(room, "cde", 1), "abc") == 0 && strncmp("abc", "abd", 2) == 0);
#elif defined MOVED
	block = realloc(block, 100);
	assert(block[15] == 0);
	assert(!realloc(block, 0) && !reallocarray(NULL, SIZE_MAX, 2));
	block = realloc(NULL, 0);
	assert(block);
#elif defined CANCEL
	pthread_cancel(thread);
#elif defined CLEANUP || defined CLEANUP_EXIT
	int done = 0;

	pthread_cleanup_push(clean, &done);
#ifdef CLEANUP_EXIT
	pthread_exit(NULL);
#endif
	pthread_cleanup_pop(1);
	assert(done == 1);
#elif defined UNSEEN
	assert(wcslen(L"abc") == 3 && sqrt(strlen(text) + 2) == 2);
#endif
	(void)thread;
	(void)room;
}

int main(void)
{
	char room[80];
	pthread_t thread;

	block = calloc(1, 16);
	pthread_create(&thread, NULL, other, NULL);
#if defined FORMAT
	snprintf(room, sizeof room, "%d %s", 1, text);
#elif defined PRECISION
	snprintf(room, sizeof room, "%.2s", text);
#elif defined PRINT
	snprintf(text, sizeof text, "%d", 123);
#elif defined PRINTED
	printf("%s", text);
#elif defined COPY
	strncpy(room, text, 5);
#elif defined COMPARE
	numbers[50] = strncmp(text, "12", 5);
#elif defined NEW
	strndup(text, 2);
#elif defined NEW_FORMAT
	asprintf(&block, "%s", text);
#elif defined SORT
	qsort(numbers, 100, sizeof *numbers, compare);
#elif defined NUMBER
	strtol(text, NULL, 10);
#elif defined MOVE
	block = realloc(block, 100);
#else
	alone(thread);
#endif
	(void)room;
	pthread_join(thread, NULL);
	return 0;
}
