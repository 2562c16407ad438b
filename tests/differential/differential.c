/* differential.c: are models with foldings and without the same?
 *
 *	differential [OPTION…]              random specifications
 *	differential [OPTION…] FILE…        these
 *
 *	-s SEED   -n COUNT   which, and how many (1, 100)
 *	-j JOBS              at once (1)
 *	-d DIRECTORY         journal, models of differences (differential.d); a second
 *	                     run goes on where the first stopped
 *	-u NAME,…            put these unsound foldings back: a difference must be found
 *	-x NAME,…            without these foldings
 *	-m MEMORY            under this memory model (sc)
 *	-e                   the plain model beside the explorer of the documented
 *	                     semantics instead; with -m relaxed: with early loads, and stores
 *	                     as under sc
 *	-1                   stop at the first difference
 *	-q SECONDS           shrink differences so long (60)
 *	-k                   scenarios that are most general clients: the folded model is in
 *	                     canonical form, too
 *	-o                   the same, of collectors whose kernels ask whether there are units: for
 *	                     early doubts (facts/fold-doubts.c)
 *	-f                   collectors with references as metadata only (gen-references.c)
 *	-l                   heaps of blocks and lines (gen-regions.c)
 *	-y                   heaps of several spaces (gen-spaces.c)
 *	-z                   collectors whose kernels ask policies (gen-asking.c)
 *	-t                   collectors whose objects slide (gen-slid.c)
 *	-a                   collectors whose kernels wait for values (gen-await.c)
 *	-b                   collectors that allocate and copy objects, with each of the others
 *	-g                   specifications of gen-words.c: objects have data words
 *	-i                   specifications of gen-redirect.c: barriers answer with the object to access
 *	-c RUNS              their C instead: so many runs, each of which must be one that
 *	                     the specification has
 *	-v NUMBER            which properties, workers, cut: see compare.c
 *	-w NAME,…            specifications with these of gen-extra.c's, and no others (none)
 *	-p INDEX             print the specification
 *	-A                   print those of COUNT that `gcdsl check' accepts
 *	-r COMMAND           make the FILEs smaller, as long as `COMMAND FILE' has the
 *	                     exit status 1
 *
 * Exit status: 0, nothing differs; 1, something does; 2, it could not be run. */
#include "tests/differential/differential.h"
#include "tests/differential/gen.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ATTEMPTS = 20, MAX_JOBS = 64 };

struct settings {
	uint64_t seed;
	long count, jobs, shrink_seconds, print;
	const char *directory;
	struct variant variant;
	unsigned extras; /* enum gen_extra */
	bool variant_given, first_only, clients, doubted, references, moved, spaces, regions, words,
	    asking, slid, redirects, no_extras, awaits, prints_accepted;
};
struct total {
	unsigned long of[DIFFERENT + 1], models, runs, unsure, in_doubt, sure, states, first;
};

/* ------------------------------------------------------------------------- options */
static unsigned fold_bits(const char *names)
{
	unsigned bits = 0;

	for (unsigned i = 0; i < PML_FOLDS; i++)
		if (strstr(names, pml_fold_name[i]))
			bits |= 1u << i;
	if (strstr(names, "gates"))
		bits |= 1u << PML_UNSOUND_GATES;
	if (strstr(names, "ghosts"))
		bits |= 1u << PML_UNSOUND_GHOSTS;
	if (!bits) {
		fprintf(stderr, "differential: no folding is called %s\n", names);
		exit(2);
	}
	return bits;
}

static unsigned extra_bits(const char *names)
{
	unsigned bits = 0;

	for (unsigned i = 0; i < GEN_EXTRAS; i++)
		if (strstr(names, gen_extra_name[i]))
			bits |= 1u << i;
	if (!bits) {
		fprintf(stderr, "differential: nothing is called %s\n", names);
		exit(2);
	}
	return bits;
}

static enum ir_memory memory_named(const char *name)
{
	for (int i = 0; i < IR_MEMORY_COUNT; i++)
		if (strcmp(name, ir_memory_name[i]) == 0)
			return (enum ir_memory)i;
	fprintf(stderr, "differential: no memory model is called %s\n", name);
	exit(2);
}

static const struct settings without_options = { .seed = 1,
	.count = 100,
	.jobs = 1,
	.print = -1,
	.directory = "differential.d",
	.shrink_seconds = 60 };

static struct settings read_options(int argc, char **argv)
{
	struct settings settings = without_options;
	int option;

	while ((option = getopt(argc, argv, "s:n:j:d:u:x:1q:v:p:m:c:abekfgilotyzw:r:A")) != -1) {
		switch (option) {
		case 's': settings.seed = strtoull(optarg, NULL, 10); break;
		case 'n': settings.count = atol(optarg); break;
		case 'j': settings.jobs = atol(optarg); break;
		case 'd': settings.directory = optarg; break;
		case 'u': settings.variant.unsound = fold_bits(optarg); break;
		case 'm': settings.variant.memory = memory_named(optarg); break;
		case 'c':
			settings.variant.c = true;
			settings.variant.runs = (unsigned)strtoul(optarg, NULL, 10);
			break;
		case 'w':
			settings.no_extras = strcmp(optarg, "none") == 0;
			settings.extras = settings.no_extras ? 0 : extra_bits(optarg);
			break;
		case 'x': settings.variant.no_fold = fold_bits(optarg); break;
		case 'e': settings.variant.explored = true; break;
		case 'k': settings.clients = true; break;
		case 'f': settings.references = true; break;
		case 'g': settings.words = true; break;
		case 'i': settings.redirects = true; break;
		case 't': settings.slid = true; break;
		case 'o': settings.clients = settings.doubted = true; break;
		case 'a': settings.awaits = true; break;
		case 'b': settings.moved = true; break;
		case 'l': settings.regions = true; break;
		case 'y': settings.spaces = true; break;
		case 'z': settings.asking = true; break;
		case '1': settings.first_only = true; break;
		case 'q': settings.shrink_seconds = atol(optarg); break;
		case 'v':
			settings.variant.number = (unsigned)strtoul(optarg, NULL, 10);
			settings.variant_given = true;
			break;
		case 'r': settings.variant.command = optarg; break;
		case 'p': settings.print = atol(optarg); break;
		case 'A': settings.prints_accepted = true; break;
		default: exit(2);
		}
	}
	if (settings.jobs < 1 || settings.jobs > MAX_JOBS)
		settings.jobs = 1;
	return settings;
}

/* -------------------------------------------------------------------- specifications */
static unsigned variant_of(const struct settings *settings, uint64_t index)
{
	unsigned number = (unsigned)((index * 2654435761u) >> 7 & 0xffff);

	/* if units about garbage are asked for, less is forgotten, so often no built-in property is
	 * requested */
	if (settings->clients && index % 4 == 3)
		number = number / 8 * 8 + 2;
	return settings->variant_given ? settings->variant.number : number;
}

/* An unsound folding is searched for with specifications that can show it. */
static enum gen_focus focus_of(const struct settings *settings)
{
	static const enum gen_focus focuses[] = { [PML_FOLD_CLAIMS] = GEN_CLAIMS,
		[PML_FOLD_SETS] = GEN_SETS,
		[PML_FOLD_OPENINGS] = GEN_OPENINGS,
		[PML_FOLD_PRIVATE] = GEN_PRIVATE,
		[PML_FOLD_BUFFERS] = GEN_BUFFERS,
		[PML_FOLD_CELLS] = GEN_FOCUSES,
		[PML_UNSOUND_GATES] = GEN_GATES,
		[PML_UNSOUND_GHOSTS] = GEN_GHOST_STEPS };

	for (unsigned i = 0; i < sizeof focuses / sizeof *focuses; i++)
		if (settings->variant.unsound == 1u << i)
			return focuses[i];
	return GEN_FOCUSES;
}

/* Specifications for comparing C, and for the explorer, show more if nothing breaks. */
static void make_spec(struct gd_out *out, const struct settings *settings, uint64_t number)
{
	unsigned new_ones = settings->variant.unsound == 1u << PML_FOLD_CELLS ? GEN_NEW : 0;
	unsigned features = GEN_ALL | GEN_WITH * (settings->extras | new_ones) |
	    (settings->no_extras ? GEN_PLAIN : 0) | (settings->clients ? GEN_CLIENT : 0) |
	    (settings->variant.memory != IR_MEM_SC ? GEN_WEAK : 0) |
	    (settings->variant.c ? GEN_INTO : 0);

	if (settings->redirects)
		gen_redirect(out, settings->seed, number, features);
	else if (settings->slid)
		gen_slid(out, settings->seed, number, features);
	else if (settings->words)
		gen_words(out, settings->seed, number, features);
	else if (settings->regions)
		gen_regions(out, settings->seed, number, features);
	else if (settings->spaces)
		gen_spaces(out, settings->seed, number, features);
	else if (settings->asking)
		gen_asking(out, settings->seed, number, features);
	else if (settings->moved)
		gen_moved(out, settings->seed, number, features);
	else if (settings->awaits)
		gen_await(out, settings->seed, number, features);
	else if (settings->references || (!settings->variant.unsound && number / ATTEMPTS % 6 == 5))
		gen_references(out, settings->seed, number, features);
	else if (settings->doubted)
		gen_doubted(out, settings->seed, number, features);
	else if (settings->variant.explored && settings->variant.memory != IR_MEM_SC &&
	    number / ATTEMPTS % 4 != 0)
		gen_early(out, settings->seed, number, features);
	else if (settings->clients && number / ATTEMPTS % 4 > 1)
		gen_swept(out, settings->seed, number, features);
	else if ((settings->variant.c || settings->clients) && number / ATTEMPTS % 4 != 0)
		gen_near(out, settings->seed, number, features);
	else if (settings->variant.explored && number / ATTEMPTS % 2 != 0)
		gen_near(out, settings->seed, number, features | GEN_ASKED);
	else
		gen_spec(out, settings->seed, number, features, focus_of(settings));
}

static void write_spec(const struct settings *settings, uint64_t index, uint64_t attempt,
    const char *file)
{
	struct gd_out out;

	gd_out_init(&out, 0);
	make_spec(&out, settings, index * ATTEMPTS + attempt);
	if (!gd_write_file(file, out.text, out.length)) {
		perror(file);
		exit(2);
	}
	gd_out_free(&out);
}

/* Takes the first attempt that is a valid specification.  Mistakes in the others do not matter
 * here. */
static void compare_random(const struct settings *settings, uint64_t index, const char *directory,
    struct report *report)
{
	char file[600];
	struct variant variant = settings->variant;

	variant.number = variant_of(settings, index);
	snprintf(file, sizeof file, "%s/spec.gc", directory);
	for (uint64_t attempt = 0; attempt < ATTEMPTS; attempt++) {
		write_spec(settings, index, attempt, file);
		compare_file(file, &variant, directory, report);
		if (report->is != INVALID)
			return;
	}
}

/* --------------------------------------------------------------------- differences */
static void keep_report(const struct settings *settings, uint64_t index, const char *file,
    const char *directory, const struct report *report)
{
	struct gd_out out;
	char name[600];

	gd_out_init(&out, 0);
	gd_out_printf(&out, "%s\n\nagain: differential%s -v %u%s -d %s.again %s\n", report->text,
	    settings->variant.explored ? " -e" : "", variant_of(settings, index),
	    settings->variant.unsound ? " -u …" : "", directory, file);
	gd_out_printf(&out,
	    "models: %s/*-plain and *-folded: spin -a model.pml, "
	    "cc -o pan pan.c with the flags in its first lines, ./pan -c0 -E\n",
	    directory);
	snprintf(name, sizeof name, "%s/report", directory);
	if (!gd_write_file(name, out.text, out.length))
		perror(name);
	gd_out_free(&out);
}

static void look_closer(const struct settings *settings, uint64_t index, const char *directory,
    struct report *report)
{
	struct variant variant = settings->variant;
	char small[600], command[1300];

	variant.number = variant_of(settings, index);
	snprintf(small, sizeof small, "%s/small.gc", directory);
	snprintf(command, sizeof command, "cp '%s/spec.gc' '%s'", directory, small);
	if (settings->shrink_seconds > 0 && system(command) == 0)
		shrink(small, &variant, directory, (unsigned)settings->shrink_seconds, report);
	keep_report(settings, index, small, directory, report);
}

static bool make_smaller(const struct settings *settings, char **files)
{
	struct report report = { .is = SAME };

	for (; *files; files++)
		shrink(*files, &settings->variant, settings->directory,
		    (unsigned)settings->shrink_seconds, &report);
	return report.is == DIFFERENT;
}

static void remove_tree(const char *directory)
{
	char command[600];

	snprintf(command, sizeof command, "rm -rf '%s'", directory);
	if (system(command) != 0)
		fprintf(stderr, "differential: cannot remove %s\n", directory);
}

/* ------------------------------------------------------------------------- the jobs */
struct job {
	pid_t child;
	uint64_t index;
	int pipe;
};

static _Noreturn void be_job(const struct settings *settings, uint64_t index, int out)
{
	struct report report;
	char directory[500];

	snprintf(directory, sizeof directory, "%s/%llu", settings->directory,
	    (unsigned long long)index);
	gd_make_directories(directory);
	compare_random(settings, index, directory, &report);
	if (report.is == DIFFERENT)
		look_closer(settings, index, directory, &report);
	else
		remove_tree(directory);
	if (write(out, &report, sizeof report) != sizeof report)
		_exit(2);
	_exit(0);
}

static struct job start_job(const struct settings *settings, uint64_t index)
{
	struct job job = { .index = index };
	int ends[2];

	if (pipe(ends) != 0 || (job.child = fork()) < 0) {
		perror("differential");
		exit(2);
	}
	if (job.child == 0)
		be_job(settings, index, ends[1]);
	close(ends[1]);
	job.pipe = ends[0];
	return job;
}

/* If a job has crashed, that counts as a difference, because the emitter must not crash. */
static struct report end_job(const struct job *job, int status)
{
	struct report report = { .is = DIFFERENT };

	if (read(job->pipe, &report, sizeof report) != sizeof report || status != 0)
		snprintf(report.text, sizeof report.text, "it crashed, status %d", status);
	close(job->pipe);
	return report;
}

/* -------------------------------------------------------------------- the journal */
static void add(struct total *total, uint64_t index, const struct report *report)
{
	total->of[report->is]++;
	total->models += report->models;
	total->runs += report->runs;
	total->unsure += report->unsure;
	total->in_doubt += report->in_doubt;
	total->sure += report->sure;
	total->states += report->states;
	if (report->is == DIFFERENT && (!total->first || index + 1 < total->first))
		total->first = index + 1;
}

static void read_journal(const struct settings *settings, const char *name, bool *done,
    struct total *total)
{
	FILE *in = fopen(name, "r");
	char line[4000], word[20];
	unsigned long long index;
	struct report report;

	while (in && fgets(line, sizeof line, in)) {
		memset(&report, 0, sizeof report);
		if (sscanf(line, "%llu %19s %u %u %lu", &index, word, &report.models, &report.runs,
			&report.states) != 5 ||
		    index >= (unsigned long long)settings->count || done[index])
			continue;
		while (report.is < DIFFERENT && strcmp(comparison_name[report.is], word) != 0)
			report.is++;
		done[index] = true;
		add(total, index, &report);
	}
	if (in)
		fclose(in);
}

static void write_journal(const char *name, uint64_t index, const struct report *report)
{
	FILE *out = fopen(name, "a");

	if (!out) {
		perror(name);
		exit(2);
	}
	fprintf(out, "%llu %s %u %u %lu %.*s\n", (unsigned long long)index,
	    comparison_name[report->is], report->models, report->runs, report->states,
	    (int)strcspn(report->text, "\n"), report->text);
	fclose(out);
}

static void show_progress(const struct settings *settings, const struct total *total, time_t start)
{
	unsigned long done = 0;

	for (size_t i = 0; i <= DIFFERENT; i++)
		done += total->of[i];
	if (!isatty(2) && done % 50 != 0)
		return;
	fprintf(stderr, "%s%lu of %ld, %lu different, %lu undecided, %lu s%s",
	    isatty(2) ? "\r" : "", done, settings->count, total->of[DIFFERENT],
	    total->of[UNDECIDED], (unsigned long)(time(NULL) - start), isatty(2) ? "" : "\n");
}

/* ----------------------------------------------------------------------- both modes */
static void finish_one(const char *journal, struct job *jobs, long *running, struct total *total)
{
	int status;
	pid_t child = wait(&status);

	for (long i = 0; i < *running; i++) {
		struct report report;

		if (jobs[i].child != child)
			continue;
		report = end_job(&jobs[i], status);
		write_journal(journal, jobs[i].index, &report);
		add(total, jobs[i].index, &report);
		if (report.is == DIFFERENT)
			printf("%s%llu differs: %s\n", isatty(2) ? "\n" : "",
			    (unsigned long long)jobs[i].index, report.text);
		fflush(stdout);
		jobs[i] = jobs[--*running];
		return;
	}
}

/* What is compared, in the name of a journal. */
static const char *sort_of(const struct settings *settings)
{
	return settings->variant.c       ? "-c"
	    : settings->variant.explored ? (settings->awaits ? "-explored-awaits" : "-explored")
	    : settings->awaits           ? "-awaits"
	    : settings->moved            ? "-moved"
	    : settings->regions          ? "-regions"
	    : settings->spaces           ? "-spaces"
	    : settings->asking           ? "-asking"
	    : settings->slid             ? "-slid"
	    : settings->doubted          ? "-doubted"
	    : settings->clients          ? "-clients"
					 : "";
}

static bool random_specs(const struct settings *settings)
{
	struct job jobs[MAX_JOBS];
	struct total total = { .models = 0 };
	bool *done = calloc((size_t)settings->count + 1, sizeof *done);
	char journal[600];
	time_t start = time(NULL);
	long running = 0, next = 0;

	gd_make_directories(settings->directory);
	snprintf(journal, sizeof journal, "%s/journal%s-%llu-%x-%x-%s", settings->directory,
	    sort_of(settings), (unsigned long long)settings->seed, settings->variant.unsound,
	    settings->variant.no_fold, ir_memory_name[settings->variant.memory]);
	read_journal(settings, journal, done, &total);
	while (next < settings->count || running) {
		bool enough =
		    next >= settings->count || (settings->first_only && total.of[DIFFERENT]);

		if (!enough && done[next]) {
			next++;
		} else if (!enough && running < settings->jobs) {
			jobs[running++] = start_job(settings, (uint64_t)next++);
		} else if (running) {
			finish_one(journal, jobs, &running, &total);
			show_progress(settings, &total, start);
		} else {
			break;
		}
	}
	free(done);
	printf(
	    "seed %llu: %lu different, %lu same, %lu without foldings, %lu break, %lu refused as C, "
	    "%lu undecided, %lu invalid; %lu models, %lu runs (%lu unsure), %lu states, %lu s\n",
	    (unsigned long long)settings->seed, total.of[DIFFERENT], total.of[SAME],
	    total.of[ALIKE], total.of[BREAKS], total.of[NO_C], total.of[UNDECIDED],
	    total.of[INVALID], total.models, total.runs, total.unsure, total.states,
	    (unsigned long)(time(NULL) - start));
	if (total.in_doubt)
		printf("%lu models with early doubts, %lu of them hold\n", total.in_doubt,
		    total.sure);
	if (total.first)
		printf("first difference: %lu of %ld\n", total.first, settings->count);
	return total.of[DIFFERENT] == 0;
}

static bool these_files(const struct settings *settings, char **files)
{
	bool same = true;

	for (; *files; files++) {
		struct report report;

		compare_file(*files, &settings->variant, settings->directory, &report);
		printf("%s: %s%s%s\n", *files, comparison_name[report.is], *report.text ? ": " : "",
		    report.text);
		same &= report.is != DIFFERENT;
	}
	return same;
}

static void print_spec(const struct settings *settings)
{
	struct gd_out out;

	gd_out_init(&out, 0);
	make_spec(&out, settings, (uint64_t)settings->print);
	fwrite(out.text, 1, out.length, stdout);
	gd_out_free(&out);
}

/* Only the first attempt of each. */
static void print_accepted(const struct settings *settings)
{
	for (long i = 0; i < settings->count; i++) {
		struct gd_out out;

		gd_out_init(&out, 0);
		make_spec(&out, settings, (uint64_t)i * ATTEMPTS);
		if (is_accepted(out.text, out.length))
			fwrite(out.text, 1, out.length, stdout);
		gd_out_free(&out);
	}
}

int main(int argc, char **argv)
{
	struct settings settings = read_options(argc, argv);

	if (settings.print >= 0) {
		print_spec(&settings);
		return 0;
	}
	if (settings.prints_accepted) {
		print_accepted(&settings);
		return 0;
	}
	if (settings.variant.command)
		return !make_smaller(&settings, argv + optind);
	if (argv[optind])
		return !these_files(&settings, argv + optind);
	return !random_specs(&settings);
}
