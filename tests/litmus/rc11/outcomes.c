/* outcomes.c: what may come of a program. */
#include <stdlib.h>
#include <string.h>

#include "tests/litmus/rc11/rc11.h"

static char *line_of(const struct program *p, const int *registers, const int *last)
{
	char text[256];
	size_t length = 0;

	for (int i = 0; i < p->registers; i++)
		length += (size_t)sprintf(text + length, " r%d=%d;", i, registers[i]);
	for (int i = 0; i < p->locations; i++)
		length += (size_t)sprintf(text + length, " %c=%d;", "xyz"[i], last[i]);
	return strcpy(malloc(length + 1), text);
}

static void add_outcome(void *context, const int *registers, const int *last)
{
	struct outcomes *outcomes = context;
	char *line = line_of(outcomes->program, registers, last);

	for (int i = 0; i < outcomes->count; i++)
		if (strcmp(outcomes->lines[i], line) == 0) {
			free(line);
			return;
		}
	if (outcomes->count == MOST_OUTCOMES)
		exit(3);
	outcomes->lines[outcomes->count++] = line;
}

void find_outcomes(const struct program *program, enum axioms axioms, struct outcomes *outcomes)
{
	outcomes->program = program;
	outcomes->count = 0;
	enumerate(program, axioms, add_outcome, outcomes);
}

void free_outcomes(struct outcomes *outcomes)
{
	while (outcomes->count)
		free(outcomes->lines[--outcomes->count]);
}
