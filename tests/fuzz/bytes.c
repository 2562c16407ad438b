/* bytes.c: what libFuzzer calls, with bytes that it makes up.
 *
 * FUZZ_WHAT chooses the subcommand that gets them as its file: `check', `compile' (for every
 * target) or `import' (`litmus --import').  A subcommand must return: whatever it reports is
 * right, but for a crash, a sanitizer's report, a leak, or a wait that libFuzzer ends.
 *
 * FUZZ_FOLDER is a folder for the file and for what is made of it, best in memory. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/driver/driver.h"

static char input[4096], output[4096];

static void put(const uint8_t *bytes, size_t count)
{
	int fd = open(input, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || write(fd, bytes, count) != (ssize_t)count || close(fd) != 0) {
		perror(input);
		abort();
	}
}

static void check(void)
{
	char name[] = "gcdsl check";
	char *argv[] = { name, input, NULL };

	driver_check(2, argv);
}

static void compile(void)
{
	static const char *const targets[] = { "promela", "c", "ir", "dot", "json" };
	char name[] = "gcdsl compile", into[] = "-o", target[32];
	char *argv[] = { name, input, target, into, output, NULL };

	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
		snprintf(target, sizeof target, "--target=%s", targets[i]);
		driver_compile(5, argv);
	}
}

static void import(void)
{
	char name[] = "gcdsl litmus", option[] = "--import", into[] = "-o";
	char *argv[] = { name, option, input, into, output, NULL };

	driver_litmus(5, argv);
}

static const struct what {
	const char *name, *file, *made;
	void (*run)(void);
} goals[] = {
	{ "check", "in.gc", "made", check },
	{ "compile", "in.gc", "made", compile },
	{ "import", "in.litmus", "made.gc", import },
};
static const struct what *what;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *name = getenv("FUZZ_WHAT"), *folder = getenv("FUZZ_FOLDER");

	(void)argc;
	(void)argv;
	for (size_t i = 0; i < sizeof goals / sizeof *goals; i++)
		if (name && !strcmp(name, goals[i].name))
			what = &goals[i];
	if (!what || !folder) {
		fputs("FUZZ_WHAT is check, compile or import; FUZZ_FOLDER is a folder\n", stderr);
		exit(2);
	}
	snprintf(input, sizeof input, "%s/%s", folder, what->file);
	snprintf(output, sizeof output, "%s/%s", folder, what->made);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	put(bytes, count);
	what->run();
	return 0;
}
