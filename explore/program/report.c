/* report.c: the results of an exploration. */
#include "explore/program/report.h"

#include <stdio.h>
#include <string.h>

#include "explore/program/options.h"
#include "explore/program/tool.h"

/* The function, the file and the line; by addr2line, if there is one. */
static void show_place(const struct gcx_program *program, const void *place, const char *what)
{
	uintptr_t offset = gcx_program_offset(program, place);
	char address[32], text[1024], *line;
	char *words[] = { "addr2line", "-s", "-f", "-e", (char *)gcx_program_file(program), address,
		NULL };

	if (!offset)
		return;
	/* the call before the place to which it returns */
	snprintf(address, sizeof address, "%#lx", (unsigned long)offset - 1);
	if (!gcx_run_tool(words, text, sizeof text, true) || !(line = strchr(text, '\n')))
		return;
	*line++ = '\0';
	line[strcspn(line, " \n")] = '\0';
	printf("  %s %s (%s)\n", what, line, text);
}

int gcx_report(const struct gcx_program *program, const struct gcx_result *result, double seconds)
{
	static const char *const verdicts[] = { "verified", "failed", "bounded" };
	static const int statuses[] = { STATUS_VERIFIED, STATUS_FAILED, STATUS_BOUNDED };

	if (result->message[0])
		printf("%s\n", result->message);
	fflush(stdout);
	show_place(program, result->places[0], "at");
	show_place(program, result->places[1], "and");
	/* nothing is known of how the program ends */
	bool none_ends = result->verdict == GCX_VERIFIED && result->complete == 0;
	enum gcx_verdict verdict = none_ends ? GCX_BOUNDED : result->verdict;

	if (result->note[0])
		printf("%s\n", result->note);
	printf("%s: %llu complete, %llu blocked, %llu pruned; %.2f s\n", verdicts[verdict],
	    (unsigned long long)result->complete, (unsigned long long)result->blocked,
	    (unsigned long long)result->pruned, seconds);
	/* without a schedule, nothing was executed */
	return result->failure == GCX_MISUSE && !result->schedule ? STATUS_ERROR
								  : statuses[verdict];
}
