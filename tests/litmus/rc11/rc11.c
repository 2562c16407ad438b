/* rc11.c: `rc11 programs FIRST COUNT' prints random litmus tests, `rc11 outcomes FIRST
 * COUNT' what RC11 lets come of them, a line `pINDEX OUTCOME' each, and `rc11 printed FIRST
 * COUNT' the same with the release sequences of the paper.  `sequence' instead of FIRST COUNT is
 * a program that tells these apart. */
#include <stdlib.h>
#include <string.h>

#include "tests/litmus/rc11/rc11.h"

static void print_outcomes(const struct program *program, const char *name, enum axioms axioms)
{
	static struct outcomes outcomes;

	find_outcomes(program, axioms, &outcomes);
	for (int i = 0; i < outcomes.count; i++)
		printf("%s%s\n", name, outcomes.lines[i]);
	free_outcomes(&outcomes);
}

/* x = 1, y = 1 (release), y = 2 (relaxed); another thread loads y (acquire) and x. */
static const struct program sequence = { .threads = 2,
	.locations = 2,
	.registers = 2,
	.count = { 3, 2 },
	.ops = { { { .kind = STORE, .value = 1 },
		     { .kind = STORE, .order = RELEASE, .at = 1, .value = 1 },
		     { .kind = STORE, .at = 1, .value = 2 } },
	    { { .kind = LOAD, .order = ACQUIRE, .at = 1 }, { .kind = LOAD, .result = 1 } } } };

int main(int argc, char **argv)
{
	enum axioms axioms = argc > 1 && strcmp(argv[1], "printed") == 0 ? RC11_AS_PRINTED : RC11;
	struct program program;
	unsigned first, count;
	char name[20];

	if (argc == 3)
		print_outcomes(&sequence, argv[2], axioms);
	if (argc != 4)
		return argc != 3;
	first = (unsigned)strtoul(argv[2], NULL, 10);
	count = (unsigned)strtoul(argv[3], NULL, 10);
	for (unsigned i = first; i < first + count; i++) {
		random_program(i, &program);
		if (strcmp(argv[1], "programs") == 0)
			print_program(&program, i, stdout);
		else
			print_outcomes(&program, (sprintf(name, "p%u", i), name), axioms);
	}
	return 0;
}
