/* rc11.c: `rc11 programs FIRST COUNT' prints random litmus tests, `rc11 outcomes FIRST
 * COUNT' what RC11 lets come of them, a line `pINDEX OUTCOME' each, and `rc11 printed FIRST
 * COUNT' the same with the release sequences of the paper. */
#include <stdlib.h>
#include <string.h>

#include "tests/litmus/rc11/rc11.h"

static void print_outcomes(const struct program *program, unsigned index, enum axioms axioms)
{
	static struct outcomes outcomes;

	find_outcomes(program, axioms, &outcomes);
	for (int i = 0; i < outcomes.count; i++)
		printf("p%u%s\n", index, outcomes.lines[i]);
	free_outcomes(&outcomes);
}

int main(int argc, char **argv)
{
	struct program program;
	unsigned first, count;

	if (argc != 4)
		return 2;
	first = (unsigned)strtoul(argv[2], NULL, 10);
	count = (unsigned)strtoul(argv[3], NULL, 10);
	for (unsigned i = first; i < first + count; i++) {
		random_program(i, &program);
		if (strcmp(argv[1], "programs") == 0)
			print_program(&program, i, stdout);
		else
			print_outcomes(&program, i,
			    strcmp(argv[1], "printed") == 0 ? RC11_AS_PRINTED : RC11);
	}
	return 0;
}
