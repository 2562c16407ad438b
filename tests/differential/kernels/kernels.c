/* kernels.c: random kernels in C against an interpreter of their own.
 *
 *	kernels [OPTION…]
 *
 *	-s SEED  -n COUNT   which specifications, and how many (1, 10), 18 kernels each
 *	-d DIRECTORY        what differs is left there (kernels.d)
 *	-g GCDSL            the compiler
 *	-c COMMAND          compiles stage.c to stage, in the folder of the specification
 *	-q SECONDS          shrink a difference so long (30)
 *	-1                  stop at the first difference
 *	-p                  print the specification of SEED
 *
 * Exit status: 0, nothing differs; 1, something does; 2, it could not be run. */
#include "tests/differential/kernels/tree.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct settings {
	uint64_t seed;
	unsigned long count;
	const char *directory, *compiler, *command;
	long shrink_seconds;
	bool first_only, print;
};

enum outcome { SAME, INVALID, REFUSED, REJECTED, CRASHED, DIFFERENT };
static const char *const outcome_name[] = { "same", "invalid", "refused",
	"rejected by the C compiler", "crashed", "different" };

struct verdict {
	enum outcome is;
	unsigned body, world;
	char expected[4000], got[4000];
};

static struct settings read_options(int argc, char **argv)
{
	struct settings s = { .seed = 1,
		.count = 10,
		.directory = "kernels.d",
		.compiler = "gcdsl",
		.command = "cc -o stage stage.c",
		.shrink_seconds = 30 };
	int option;

	while ((option = getopt(argc, argv, "s:n:d:g:c:q:1p")) != -1) {
		switch (option) {
		case 's': s.seed = strtoull(optarg, NULL, 10); break;
		case 'n': s.count = strtoul(optarg, NULL, 10); break;
		case 'd': s.directory = optarg; break;
		case 'g': s.compiler = optarg; break;
		case 'c': s.command = optarg; break;
		case 'q': s.shrink_seconds = atol(optarg); break;
		case '1': s.first_only = true; break;
		case 'p': s.print = true; break;
		default: exit(2);
		}
	}
	return s;
}

/* ------------------------------------------------------------------------ one of them */
static void write_text(const char *directory, const char *name, struct gd_out *out)
{
	char path[1000];

	snprintf(path, sizeof path, "%s/%s", directory, name);
	if (!gd_write_file(path, out->text, out->length)) {
		perror(path);
		exit(2);
	}
	gd_out_free(out);
}

static int in_directory(const char *directory, const char *command)
{
	char line[4000];
	int status;

	snprintf(line, sizeof line, "cd '%s' && %s", directory, command);
	status = system(line);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Compares what the stage has printed with what it should print. */
static void compare(const struct program *program, uint64_t seed, const char *directory,
    struct verdict *verdict)
{
	char path[1000];
	FILE *in;

	snprintf(path, sizeof path, "%s/out", directory);
	in = fopen(path, "r");
	verdict->is = in ? SAME : CRASHED;
	for (unsigned i = 0; in && i < BODIES * WORLDS && verdict->is == SAME; i++) {
		struct world world;
		struct gd_out out;

		verdict->body = i / WORLDS;
		verdict->world = i % WORLDS;
		random_world(&world, program, i / WORLDS, world_seed(seed, i / WORLDS, i % WORLDS));
		gd_out_init(&out, 0);
		interpret(&out, program, i / WORLDS, &world);
		snprintf(verdict->expected, sizeof verdict->expected, "%s", out.text);
		gd_out_free(&out);
		if (!fgets(verdict->got, sizeof verdict->got, in))
			verdict->is = CRASHED;
		else if (strcmp(verdict->got, verdict->expected) != 0)
			verdict->is = DIFFERENT;
	}
	if (in)
		fclose(in);
}

static void try(const struct settings *s, const struct program *program, uint64_t seed,
    const char *directory, struct verdict *verdict)
{
	struct gd_out spec, stage;
	char command[2000];
	int status;

	gd_out_init(&spec, 0);
	gd_out_init(&stage, 0);
	print_program(&spec, program);
	print_stage(&stage, program, seed);
	write_text(directory, "k.gc", &spec);
	write_text(directory, "stage.c", &stage);
	snprintf(command, sizeof command, "'%s' compile k.gc --target c%s -o . > said 2>&1",
	    s->compiler, program->with_refill ? "" : " --no-pass=refill");
	status = in_directory(directory, command);
	if (status != 0) {
		verdict->is = status != 2                                ? CRASHED
		    : in_directory(directory, "grep -q E0923 said") == 0 ? REFUSED
									 : INVALID;
		return;
	}
	snprintf(command, sizeof command, "{ %s; } >> said 2>&1", s->command);
	if (in_directory(directory, command) != 0) {
		verdict->is = REJECTED;
		return;
	}
	if (in_directory(directory, "timeout 10 ./stage > out 2>> said") != 0)
		verdict->is = CRASHED;
	compare(program, seed, directory, verdict);
}

/* -------------------------------------------------------------------------- shrinking */
struct shrinking {
	const struct settings *settings;
	struct program *program;
	uint64_t seed;
	const char *directory;
	enum outcome wanted;
	time_t end;
	bool changed;
};

static bool still(struct shrinking *sh)
{
	struct verdict verdict;

	if (time(NULL) > sh->end)
		return false;
	try(sh->settings, sh->program, sh->seed, sh->directory, &verdict);
	sh->changed |= verdict.is == sh->wanted;
	return verdict.is == sh->wanted;
}

/* Removes statements, or replaces them by their bodies. */
static void shrink_list(struct shrinking *sh, struct stmt **list)
{
	while (*list) {
		struct stmt *s = *list, *body = s->body, *otherwise = s->otherwise;

		*list = s->next;
		if (still(sh))
			continue;
		*list = s;
		for (int i = 0; i < 2 && s->kind == IF; i++) {
			struct stmt *inner = i ? otherwise : body, *last = inner;

			while (last && last->next)
				last = last->next;
			if (!last)
				continue;
			last->next = s->next;
			*list = inner;
			if (still(sh))
				break;
			last->next = NULL;
			*list = s;
		}
		if (*list != s)
			continue;
		s->otherwise = NULL;
		if (otherwise && !still(sh))
			s->otherwise = otherwise;
		shrink_list(sh, &s->body);
		shrink_list(sh, &s->otherwise);
		list = &s->next;
	}
}

static void shrink_expr(struct shrinking *sh, struct expr **at)
{
	struct expr *e = *at;

	if (!e || time(NULL) > sh->end)
		return;
	for (int i = 0; i < PARAMS && e->args[i]; i++) {
		if (e->args[i]->type != e->type)
			continue;
		*at = e->args[i];
		if (still(sh)) {
			shrink_expr(sh, at);
			return;
		}
		*at = e;
	}
	for (int i = 0; i < PARAMS; i++)
		shrink_expr(sh, &e->args[i]);
}

static void shrink_exprs(struct shrinking *sh, struct stmt *s)
{
	for (; s; s = s->next) {
		shrink_expr(sh, &s->expr);
		shrink_exprs(sh, s->body);
		shrink_exprs(sh, s->otherwise);
	}
}

/* First keeps only one body. */
static void shrink_bodies(struct shrinking *sh)
{
	struct stmt **bodies[KINDS + BARRIERS + FUNCTIONS];
	unsigned count = 0;

	for (int i = 0; i < KINDS; i++)
		bodies[count++] = &sh->program->kinds[i].body;
	for (int i = 0; i < BARRIERS; i++)
		bodies[count++] = &sh->program->barriers[i].body;
	for (int i = 0; i < FUNCTIONS; i++)
		bodies[count++] = &sh->program->functions[i].body;
	for (unsigned i = 0; i < count; i++) {
		struct stmt *body = *bodies[i];

		*bodies[i] = NULL;
		if (!still(sh))
			*bodies[i] = body;
	}
	do {
		sh->changed = false;
		for (unsigned i = count; i-- > 0;)
			shrink_list(sh, bodies[i]);
		for (unsigned i = 0; i < count; i++)
			shrink_exprs(sh, *bodies[i]);
	} while (sh->changed && time(NULL) < sh->end);
}

static void report(const struct settings *s, struct program *program, uint64_t seed,
    const char *directory, struct verdict *verdict)
{
	struct shrinking sh = { s, program, seed, directory, verdict->is,
		time(NULL) + s->shrink_seconds, false };
	struct gd_out out;

	printf("specification %llu: %s\n", (unsigned long long)seed, outcome_name[verdict->is]);
	shrink_bodies(&sh);
	sh.end = time(NULL) + 1;
	try(s, program, seed, directory, verdict);
	gd_out_init(&out, 0);
	print_program(&out, program);
	printf("%s", out.text);
	if (verdict->is == DIFFERENT || verdict->is == CRASHED)
		printf("body %u, world %u\nexpected:%sfound:   %s", verdict->body, verdict->world,
		    verdict->expected, verdict->is == DIFFERENT ? verdict->got : " a crash\n");
	gd_out_free(&out);
	fflush(stdout);
	in_directory(directory, "head -n 20 said");
}

/* ---------------------------------------------------------------------------- all of it */
static enum outcome run_one(const struct settings *s, uint64_t seed)
{
	struct program program = { .arena = gd_arena_new() };
	struct verdict verdict = { .is = SAME };
	char directory[1000], command[1100];

	snprintf(directory, sizeof directory, "%s/%llu", s->directory, (unsigned long long)seed);
	gd_make_directories(directory);
	grow(&program, seed);
	try(s, &program, seed, directory, &verdict);
	if (verdict.is > REFUSED)
		report(s, &program, seed, directory, &verdict);
	snprintf(command, sizeof command, "rm -rf '%s'", directory);
	if (verdict.is == SAME && system(command) != 0)
		fprintf(stderr, "kernels: cannot remove %s\n", directory);
	gd_arena_free(program.arena);
	return verdict.is;
}

static void print_one(uint64_t seed)
{
	struct program program = { .arena = gd_arena_new() };
	struct gd_out out;

	grow(&program, seed);
	gd_out_init(&out, 0);
	print_program(&out, &program);
	fwrite(out.text, 1, out.length, stdout);
	gd_out_free(&out);
	gd_arena_free(program.arena);
}

int main(int argc, char **argv)
{
	struct settings s = read_options(argc, argv);
	unsigned long of[DIFFERENT + 1] = { 0 }, done = 0;

	if (s.print) {
		print_one(s.seed);
		return 0;
	}
	for (; done < s.count; done++) {
		enum outcome outcome = run_one(&s, s.seed + done);

		of[outcome]++;
		if (s.first_only && outcome > REFUSED)
			break;
	}
	printf("seed %llu: %lu kernels in %lu worlds:", (unsigned long long)s.seed,
	    of[SAME] * BODIES, of[SAME] * BODIES * WORLDS);
	for (int i = 0; i <= DIFFERENT; i++)
		printf("%s %lu %s", i ? "," : "", of[i], outcome_name[i]);
	printf("\n");
	return of[REJECTED] + of[CRASHED] + of[DIFFERENT] != 0;
}
