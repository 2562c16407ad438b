/* explore.c: what a specification means, asked by hand.
 *
 *	explore [OPTION…] FILE.json
 *
 *	-s NAME    the scenario (the first)
 *	-w COUNT   workers of each kind (any)
 *	-n COUNT   states (a million)
 *	-u CHECK   is not checked
 *	-i COUNT   idle mutators     -j COUNT   that join and leave
 *	-a         an allocation may collect
 *	-d         who leaves drops its roots before, one by one
 *	-l         loads may be early
 *	-t FILE    is there an execution with these events, one a line?
 *	-o TEXT    how can a run end so?
 *	-c CHECK   how can it break?
 *
 * Exit status: 0; 1: no such execution; 2: it could not be run. */
#include "tests/differential/semantics/semantics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct asked {
	const char *scenario, *trace, *outcome, *check;
	struct sx_options options;
};

static enum sx_check check_named(const char *name)
{
	for (int i = 0; i < SX_CHECKS; i++)
		if (strcmp(sx_check_name[i], name) == 0)
			return (enum sx_check)i;
	fprintf(stderr, "explore: no check is called %s\n", name);
	exit(2);
}

static char *read_file(const char *name, size_t *length)
{
	FILE *in = fopen(name, "rb");
	char *text = NULL;
	size_t room = 0;
	ssize_t got;

	if (!in || (got = getdelim(&text, &room, EOF, in)) < 0) {
		perror(name);
		exit(2);
	}
	fclose(in);
	*length = (size_t)got;
	return text;
}

static struct asked read_options(int argc, char **argv)
{
	struct asked asked = { .options = { .seen = SX_SEEN_ALL } };
	int option;

	while ((option = getopt(argc, argv, "s:w:n:u:i:j:adlt:o:c:")) != -1) {
		switch (option) {
		case 's': asked.scenario = optarg; break;
		case 'w': asked.options.workers = (unsigned)atoi(optarg); break;
		case 'n': asked.options.max_states = strtoul(optarg, NULL, 10); break;
		case 'u': asked.options.unchecked |= 1u << check_named(optarg); break;
		case 'i': asked.options.idle_mutators = (unsigned)atoi(optarg); break;
		case 'j': asked.options.joiners = (unsigned)atoi(optarg); break;
		case 'a': asked.options.collects = 2; break;
		case 'd': asked.options.drops_first = true; break;
		case 'l': asked.options.early_loads = true; break;
		case 't': asked.trace = optarg; break;
		case 'o': asked.outcome = optarg; break;
		case 'c': asked.check = optarg; break;
		default: exit(2);
		}
	}
	return asked;
}

static void put_lines(const char *label, const char **lines, size_t count)
{
	for (size_t i = 0; i < count; i++)
		printf("%s%s\n", label, lines[i]);
}

static int explore(struct gd_arena *arena, const struct sx_spec *spec, const struct asked *asked)
{
	struct sx_exploration found;

	sx_explore(arena, spec, &asked->options, &found);
	for (int i = 0; i < SX_CHECKS; i++)
		if (found.failed[i])
			printf("fails %s\n", sx_check_name[i]);
	if (found.endless)
		printf("endless\n");
	put_lines("fails assert:", found.asserts, found.assert_count);
	put_lines("", found.outcomes, found.outcome_count);
	printf("%lu states, %lu steps%s%s\n", found.states, found.steps, found.why ? ", " : "",
	    found.why ? found.why : "");
	return 0;
}

static int tell(struct gd_arena *arena, const struct sx_spec *spec, const struct asked *asked)
{
	size_t count;
	const char **story = sx_story(arena, spec, &asked->options, asked->outcome,
	    asked->check ? check_named(asked->check) : SX_CHECKS, &count);

	if (!story) {
		printf("never\n");
		return 1;
	}
	put_lines("", story, count);
	return 0;
}

static int accept(struct gd_arena *arena, const struct sx_spec *spec, const struct asked *asked)
{
	size_t length, count = 0;
	char *text = read_file(asked->trace, &length);
	const char **events = GD_NEW_ARRAY(arena, const char *, length + 1);
	struct sx_acceptance answer;

	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		events[count++] = line;
	sx_accept(arena, spec, &asked->options, events, count, &answer);
	printf("%s, %lu states\n",
	    answer.is == SX_ACCEPTED      ? "accepted"
		: answer.is == SX_REFUSED ? "refused"
					  : "undecided",
	    answer.states);
	if (answer.is == SX_REFUSED) {
		put_lines("  ", answer.path, answer.path_count);
		printf("then not: %s\n", answer.event < count ? events[answer.event] : "the end");
		put_lines("but: ", answer.possible, answer.possible_count);
	}
	free(text);
	return answer.is != SX_ACCEPTED;
}

int main(int argc, char **argv)
{
	struct asked asked = read_options(argc, argv);
	struct gd_arena *arena = gd_arena_new();
	struct sx_spec *spec;
	const char *why = "";
	size_t length;
	char *text;
	int status;

	if (!argv[optind]) {
		fprintf(stderr, "explore: no file\n");
		return 2;
	}
	text = read_file(argv[optind], &length);
	spec = sx_read(arena, text, length, asked.scenario, &why);
	free(text);
	if (!spec) {
		fprintf(stderr, "explore: %s\n", why);
		return 2;
	}
	status = asked.trace               ? accept(arena, spec, &asked)
	    : asked.outcome || asked.check ? tell(arena, spec, &asked)
					   : explore(arena, spec, &asked);
	gd_arena_free(arena);
	return status;
}
