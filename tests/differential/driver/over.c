/* over.c: is a run over, and does it hang? */
#include "net.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------------------- over */
bool is_over(void)
{
	struct gcrt_scheduler *s = run.heap ? &run.heap->scheduler : NULL;
	bool over;

	if (!s || __atomic_load_n(&net.done, __ATOMIC_SEQ_CST) < program.scripts ||
	    __atomic_load_n(&net.left, __ATOMIC_SEQ_CST) < schedule.joiners ||
	    (!program.collects && !__atomic_load_n(&net.environment_done, __ATOMIC_SEQ_CST)))
		return false;
	gcrt_mutex_lock(&s->lock);
	over = s->cycle < 0 && !s->requested && s->parked == s->worker_count && !s->helping;
	gcrt_mutex_unlock(&s->lock);
	return over;
}

/* -------------------------------------------------------------------- asleep */
/* Adds how often the thread has been switched. false: the thread does not sleep. */
static bool add_switches(const char *task, unsigned long *sum)
{
	char path[300], line[200];
	unsigned long value;
	bool asleep = false;
	FILE *in;

	snprintf(path, sizeof path, "/proc/self/task/%s/status", task);
	in = fopen(path, "r");
	while (in && fgets(line, sizeof line, in)) {
		if (strncmp(line, "State:", 6) == 0)
			asleep = strchr(line, 'S') && strstr(line, "sleeping");
		else if (sscanf(line, "voluntary_ctxt_switches: %lu", &value) == 1 ||
		    sscanf(line, "nonvoluntary_ctxt_switches: %lu", &value) == 1)
			*sum += value;
	}
	if (in)
		fclose(in);
	return asleep;
}

static bool is_watching(long task)
{
	return task == getpid() || task == __atomic_load_n(&net.environment, __ATOMIC_SEQ_CST);
}

static bool may_be_asked(void)
{
	return !program.collects && !__atomic_load_n(&net.environment_done, __ATOMIC_SEQ_CST) &&
	    !(run.heap && run.heap->scheduler.requested);
}

/* Every thread sleeps, and none has run between the two counts.  So each has slept all the time. */
bool is_asleep(void)
{
	static unsigned long before;
	unsigned long sum = 1;
	bool all = true;
	DIR *tasks = opendir("/proc/self/task");
	struct dirent *entry;

	while (tasks && (entry = readdir(tasks)))
		if (entry->d_name[0] != '.' && !is_watching(strtol(entry->d_name, NULL, 10)))
			all &= add_switches(entry->d_name, &sum);
	if (tasks)
		closedir(tasks);
	all &= sum == before;
	before = sum;
	return all && !may_be_asked();
}
