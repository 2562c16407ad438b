/* campaign-test.c: reading pan's reports, children and their limits, keys, the
 * store, and the events of a replay.  None of it needs spin. */
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "promela-backend/campaign/digest.h"
#include "promela-backend/campaign/files.h"
#include "promela-backend/campaign/panout.h"
#include "promela-backend/campaign/places.h"
#include "promela-backend/campaign/process.h"
#include "promela-backend/campaign/store.h"
#include "promela-backend/campaign/settle.h"
#include "promela-backend/campaign/verifiers.h"
#include "promela-backend/trail/event.h"

/* ------------------------------------------------------------ pan's reports */
#define HEAD                                                                                       \
	"\n(Spin Version 6.5.2 -- 6 December 2019)\n"                                              \
	"\nFull statespace search for:\n"                                                          \
	"\tnever claim         \t- (not selected)\n"                                               \
	"\tassertion violations\t+\n"                                                              \
	"\tcycle checks       \t- (disabled by -DSAFETY)\n"                                        \
	"\tinvalid end states\t+\n\n"
#define COUNTS                                                                                     \
	"State-vector 28 byte, depth reached 17, errors: 0\n"                                      \
	"       70 states, stored\n       77 states, matched\n"                                    \
	"      147 transitions (= stored+matched)\n        0 atomic steps\n"                       \
	"hash conflicts:         0 (resolved)\n\n"                                                 \
	"    1.153\ttotal actual memory usage\n\n"
#define FOOT "\npan: elapsed time 0 seconds\n"
#define ERROR_COUNTS                                                                               \
	"State-vector 28 byte, depth reached 17, errors: 1\n"                                      \
	"       12 states, stored\n        0 states, matched\n"                                    \
	"       12 transitions (= stored+matched)\n"
static const char holds[] = HEAD COUNTS FOOT;
static const char fails[] =
    "pan:1: assertion violated (failed_property!=3) (at depth 12)\n"
    "pan: wrote model.pml.trail\n"
    "\n(Spin Version 6.5.2 -- 6 December 2019)\nWarning: Search not completed\n" HEAD ERROR_COUNTS
	FOOT;
static const struct camp_looked_for safety = { true, true, false, false, false };
static const struct camp_looked_for smallest = { true, true, false, false, true };

static enum camp_outcome judge(const char *text, const struct camp_looked_for *wanted)
{
	struct camp_pan pan;
	const char *why;

	camp_pan_parse(&pan, text);
	return camp_pan_judge(&pan, wanted, &why);
}

static void pan_good_reports(void **state)
{
	struct camp_pan pan;

	(void)state;
	camp_pan_parse(&pan, holds);
	assert_true(pan.states == 70 && pan.transitions == 147 && pan.depth == 17);
	assert_true(pan.memory > 1.15 && pan.memory < 1.16);
	assert_int_equal(judge(holds, &safety), CAMP_PAN_CLEAN);
	camp_pan_parse(&pan, fails);
	assert_int_equal(pan.error, CAMP_ASSERTION);
	assert_int_equal(pan.error_depth, 12);
	assert_int_equal(judge(fails, &safety), CAMP_PAN_ERROR);
}

static void pan_counts_may_be_large(void **state)
{
	struct camp_pan pan;

	(void)state;
	camp_pan_parse(&pan,
	    HEAD "State-vector 28 byte, depth reached 1234567, errors: 0\n"
		 "1.2345679e+08 states, stored (2.4e+08 visited)\n" FOOT);
	assert_true(pan.states == 1.2345679e+08);
}

/* A missing or partial report is never a verdict. */
static void pan_every_beginning_is_bad(void **state)
{
	size_t length = strlen(holds);
	char *text = strdup(holds);

	(void)state;
	for (size_t i = 0; i + strlen(" 0 seconds\n") + 1 < length; i++) {
		text[i] = 0;
		assert_int_not_equal(judge(text, &safety), CAMP_PAN_CLEAN);
		text[i] = holds[i];
	}
	free(text);
	assert_int_equal(judge("", &safety), CAMP_PAN_BAD);
	assert_int_equal(judge("\xff\xfe\n\n\n  errors: 0 states, stored", &safety), CAMP_PAN_BAD);
	assert_int_equal(judge("errors: 0\npan: elapsed time 1 seconds\n", &safety), CAMP_PAN_BAD);
}

static void pan_limits(void **state)
{
	static const char *const limits[] = {
		"pan: reached -DMEMLIM bound\n\t2.087e+07 bytes used\n",
		"pan: out of memory\n",
		/* it ends within a line, when the table should grow */
		"pan: resizing hashtable to -w24.. pan: reached -DMEMLIM bound\n",
		"Interrupted\n",
		"pan: time limit of -Q1 min exceeded\n",
	};
	char text[2048];

	(void)state;
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		snprintf(text, sizeof text, "%s\nWarning: Search not completed\n%s", limits[i],
		    holds);
		assert_int_equal(judge(text, &safety), CAMP_PAN_LIMIT);
	}
	snprintf(text, sizeof text, "error: max search depth too small\n%s", holds);
	assert_int_equal(judge(text, &safety), CAMP_PAN_DEEPER);
	/* with -b it looks like an error with a trail */
	snprintf(text, sizeof text,
	    "error: max search depth too small\n"
	    "pan:1: depth limit reached (at depth 100)\npan: wrote model.pml.trail\n%s%s%s",
	    HEAD, ERROR_COUNTS, FOOT);
	assert_int_equal(judge(text, &safety), CAMP_PAN_DEEPER);
	/* an error is the smallest only if nothing before it was cut */
	snprintf(text, sizeof text, "error: max search depth too small\n%s", fails);
	assert_int_equal(judge(text, &safety), CAMP_PAN_ERROR);
	assert_int_equal(judge(text, &smallest), CAMP_PAN_DEEPER);
	assert_int_equal(judge(fails, &smallest), CAMP_PAN_ERROR);
	snprintf(text, sizeof text, "Warning: Search not completed\n%s", holds);
	assert_int_equal(judge(text, &safety), CAMP_PAN_BAD);
}

static void pan_wants_what_was_asked(void **state)
{
	static const struct camp_looked_for cycles = { true, false, true, false, false };
	static const char no_assertions[] =
	    "\nFull statespace search for:\n\tassertion violations\t- (disabled by -A flag)\n"
	    "\tinvalid end states\t+\n" COUNTS FOOT;
	static const char no_deadlocks[] =
	    "\nFull statespace search for:\n\tassertion violations\t+\n"
	    "\tinvalid end states\t- (disabled by -E flag)\n" COUNTS FOOT;
	static const char endless[] =
	    "\nFull statespace search for:\n\tnever claim         \t+ (:np_:)\n"
	    "\tassertion violations\t+ (if within scope of claim)\n"
	    "\tnon-progress cycles \t+ (fairness disabled)\n"
	    "\tinvalid end states\t- (disabled by never claim)\n" COUNTS FOOT;
	static const char bits[] = "\nBit statespace search for:\n\tassertion violations\t+\n"
				   "\tinvalid end states\t+\n" COUNTS FOOT;
	static const char nothing[] = HEAD
	    "State-vector 28 byte, depth reached 0, errors: 0\n        0 states, stored\n" FOOT;

	(void)state;
	assert_int_equal(judge(no_assertions, &safety), CAMP_PAN_BAD);
	assert_int_equal(judge(no_deadlocks, &safety), CAMP_PAN_BAD);
	assert_int_equal(judge(endless, &safety), CAMP_PAN_BAD);
	assert_int_equal(judge(endless, &cycles), CAMP_PAN_CLEAN);
	assert_int_equal(judge(holds, &cycles), CAMP_PAN_BAD);
	assert_int_equal(judge(bits, &safety), CAMP_PAN_BAD);
	assert_int_equal(judge(nothing, &safety), CAMP_PAN_BAD);
}

static void pan_errors_are_shown_and_counted(void **state)
{
	static const char uncounted[] = "pan:1: invalid end state (at depth 3)\n"
					"pan: wrote m.trail\n" HEAD COUNTS FOOT;
	static const char unshown[] = HEAD ERROR_COUNTS FOOT;
	static const char unwritten[] =
	    "pan:1: invalid end state (at depth 3)\n" HEAD ERROR_COUNTS FOOT;
	static const struct {
		const char *line;
		enum camp_error error;
	} kinds[] = {
		{ "pan:1: invalid end state (at depth 3)", CAMP_END_STATE },
		{ "pan:1: non-progress cycle (at depth 3)", CAMP_CYCLE },
		{ "pan:1: acceptance cycle (at depth 3)", CAMP_CYCLE },
		{ "pan:1: end state in claim reached (at depth 3)", CAMP_CLAIM },
		{ "pan:1: event_trace error (at depth 3)", CAMP_OTHER_ERROR },
		{ "pan: rate 12 states/second", CAMP_NO_ERROR },
	};
	struct camp_pan pan;

	(void)state;
	assert_int_equal(judge(uncounted, &safety), CAMP_PAN_BAD);
	assert_int_equal(judge(unshown, &safety), CAMP_PAN_BAD);
	assert_int_equal(judge(unwritten, &safety), CAMP_PAN_BAD);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		camp_pan_parse(&pan, kinds[i].line);
		assert_int_equal(pan.error, kinds[i].error);
	}
}

static void pan_progress(void **state)
{
	double states, memory;

	(void)state;
	camp_pan_progress("Depth= 6000 States=    1e+06 Transitions= 2e+06 Memory=   31.915\tt=\n"
			  "Depth= 6000 States=    2e+06 Transitions= 4e+06 Memory=   64.384\tt=",
	    &states, &memory);
	assert_true(states == 2e6 && memory > 64.3 && memory < 64.4);
	camp_pan_progress("", &states, &memory);
	assert_true(states == 0 && memory == 0);
}

/* ----------------------------------------------------------------- children */
static void run(struct camp_process *process, const char *script, struct camp_limits limits)
{
	const char *argv[] = { "/bin/sh", "-c", script, NULL };

	camp_process_run(process, NULL, argv, &limits);
}

static void children_end_in_many_ways(void **state)
{
	struct camp_limits none = { 0, 0, 0, 0 };
	struct camp_process process;
	char text[200];

	(void)state;
	run(&process, "echo out; echo err >&2; exit 3", none);
	assert_int_equal(process.end, CAMP_EXITED);
	assert_int_equal(process.code, 3);
	assert_string_equal(process.output, "out\nerr\n");
	camp_process_free(&process);
	run(&process, "kill -SEGV $$", none);
	assert_int_equal(process.end, CAMP_SIGNALLED);
	camp_process_describe(&process, text, sizeof text);
	assert_non_null(strstr(text, "signal 11"));
	camp_process_free(&process);
}

static void children_have_limits(void **state)
{
	struct camp_limits time = { 0.05, 0, 0, 0 }, output = { 0, 0, 1000, 0 },
			   busy = { 0, 0, 0, 1 };
	struct camp_process process;

	(void)state;
	/* its children have its output, too, and are killed with it */
	run(&process, "trap '' TERM; sleep 1000 & sleep 1000", time);
	assert_int_equal(process.end, CAMP_OUT_OF_TIME);
	camp_process_free(&process);
	run(&process, "while :; do echo again; done", output);
	assert_int_equal(process.end, CAMP_TOO_MUCH_OUTPUT);
	camp_process_free(&process);
	run(&process, "while :; do :; done", busy);
	assert_int_equal(process.end, CAMP_OUT_OF_TIME);
	assert_int_equal(process.code, SIGXCPU);
	camp_process_free(&process);
	/* a grandchild that keeps the output open does not delay the end */
	run(&process, "sleep 1000 & echo done", (struct camp_limits){ 0, 0, 0, 0 });
	assert_int_equal(process.end, CAMP_EXITED);
	assert_string_equal(process.output, "done\n");
	camp_process_free(&process);
}

static void children_that_are_not_there(void **state)
{
	const char *argv[] = { "no-such-program-anywhere", NULL };
	struct camp_limits none = { 0, 0, 0, 0 };
	struct camp_process process;

	(void)state;
	camp_process_run(&process, NULL, argv, &none);
	assert_int_equal(process.end, CAMP_NOT_STARTED);
	camp_process_free(&process);
	argv[0] = "/bin/true";
	camp_process_run(&process, "/no/such/directory", argv, &none);
	assert_int_equal(process.end, CAMP_NOT_STARTED);
	camp_process_free(&process);
}

/* --------------------------------------------------------------------- keys */
static void digest_of(const char *text, char hex[65])
{
	struct camp_digest digest;

	camp_digest_init(&digest);
	camp_digest_add(&digest, text, strlen(text));
	camp_digest_end(&digest, hex);
}

static void digest_vectors(void **state)
{
	static const char *const vectors[][2] = {
		{ "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
		{ "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
	};
	char hex[65];

	(void)state;
	for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
		digest_of(vectors[i][0], hex);
		assert_string_equal(hex, vectors[i][1]);
	}
}

/* -------------------------------------------------------------------- store */
struct store_fixture {
	struct gd_arena *arena;
	char directory[64];
	const char *path;
};

static int set_up(void **state)
{
	struct store_fixture *f = calloc(1, sizeof *f);

	f->arena = gd_arena_new();
	strcpy(f->directory, "store.XXXXXX");
	assert_non_null(mkdtemp(f->directory));
	f->path = gd_arena_printf(f->arena, "%s/deep/er/results.sqlite", f->directory);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct store_fixture *f = *state;

	camp_remove_tree(f->directory);
	gd_arena_free(f->arena);
	free(f);
	return 0;
}

static struct camp_result some_failure(void)
{
	return (struct camp_result){ .verdict = CAMP_FAILS,
		.property = "p",
		.events = "@ step\n",
		.states = 12,
		.transitions = 13,
		.depth = 14,
		.seconds = 0.5,
		.memory = 1.5 };
}

/* ---------------------------------------------------------------- verifiers */
static const char *in_folder(struct store_fixture *f, const char *name)
{
	return gd_arena_printf(f->arena, "%s/%s", f->directory, name);
}

static void put_file(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	assert_true(fputs(text, out) >= 0);
	assert_int_equal(fclose(out), 0);
}

static unsigned files_in(const char *path)
{
	DIR *directory = opendir(path);
	unsigned count = 0;

	if (!directory)
		return 0;
	while (readdir(directory))
		count++;
	closedir(directory);
	return count - 2;
}

static const char KEY[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

static void verifiers_keep(void **state)
{
	struct store_fixture *f = *state;
	const char *folder = in_folder(f, "deep/verifiers"), *from = in_folder(f, "from"),
		   *to = in_folder(f, "to");
	char text[20] = "";
	FILE *in;

	put_file(from, "a program");
	assert_false(camp_verifier_take(f->arena, folder, KEY, to));
	camp_verifier_keep(f->arena, folder, KEY, from);
	assert_true(camp_verifier_take(f->arena, folder, KEY, to));
	assert_int_equal(access(to, X_OK), 0);
	in = fopen(to, "r");
	assert_non_null(in);
	assert_int_equal(fread(text, 1, sizeof text, in), strlen("a program"));
	fclose(in);
	assert_string_equal(text, "a program");
	assert_int_equal(files_in(folder), 1);
}

/* Each byte that is another one, and each length that is too short. */
static void verifiers_damaged(void **state)
{
	struct store_fixture *f = *state;
	const char *folder = in_folder(f, "verifiers"), *from = in_folder(f, "from"),
		   *to = in_folder(f, "to");
	const char *kept = gd_arena_printf(f->arena, "%s/%s", folder, KEY);
	const long length = (long)strlen("a program") + 64;

	put_file(from, "a program");
	for (long i = 0; i < 2 * length; i++) {
		camp_verifier_keep(f->arena, folder, KEY, from);
		if (i < length) {
			FILE *file = fopen(kept, "r+");

			assert_int_equal(fseek(file, i, SEEK_SET), 0);
			fputc('#', file);
			fclose(file);
		} else {
			assert_int_equal(truncate(kept, i - length), 0);
		}
		assert_false(camp_verifier_take(f->arena, folder, KEY, to));
		assert_int_equal(access(to, F_OK), -1);
	}
	camp_verifier_keep(f->arena, folder, KEY, from);
	assert_true(camp_verifier_take(f->arena, folder, KEY, to));
}

static void verifiers_without_room(void **state)
{
	struct store_fixture *f = *state;
	const char *folder = in_folder(f, "verifiers"), *from = in_folder(f, "from");
	struct rlimit before, small;

	put_file(from, "a program");
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small = before;
	small.rlim_cur = 20;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	camp_verifier_keep(f->arena, folder, KEY, from);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_int_equal(files_in(folder), 0);
	camp_verifier_keep(f->arena, folder, KEY, in_folder(f, "none"));
	camp_verifier_keep(f->arena, in_folder(f, "from/none"), KEY, from);
	assert_int_equal(files_in(folder), 0);
}

/* The oldest are removed until half is left; and what a process has left a day ago. */
static void verifiers_grow_old(void **state)
{
	struct store_fixture *f = *state;
	const char *folder = in_folder(f, "verifiers"), *from = in_folder(f, "from"),
		   *to = in_folder(f, "to");
	const struct timespec old[2] = { { time(NULL) - 86400, 0 }, { time(NULL) - 86400, 0 } };
	char key[] = "a";

	put_file(from, "a program"); /* 73 bytes, with the digest */
	for (key[0] = 'a'; key[0] <= 'e'; key[0]++) {
		struct timespec used[2] = { { 1000 + key[0], 0 }, { 1000 + key[0], 0 } };

		camp_verifier_keep(f->arena, folder, key, from);
		utimensat(AT_FDCWD, gd_arena_printf(f->arena, "%s/%s", folder, key), used, 0);
	}
	assert_true(camp_verifier_take(f->arena, folder, "a", to));
	put_file(gd_arena_printf(f->arena, "%s/f.1.tmp", folder), "");
	put_file(gd_arena_printf(f->arena, "%s/g.1.tmp", folder), "");
	utimensat(AT_FDCWD, gd_arena_printf(f->arena, "%s/g.1.tmp", folder), old, 0);
	camp_verifiers_trim(f->arena, folder, 365);
	assert_int_equal(files_in(folder), 6);
	camp_verifiers_trim(f->arena, folder, 364);
	assert_int_equal(files_in(folder), 3);
	assert_true(camp_verifier_take(f->arena, folder, "a", to));
	assert_true(camp_verifier_take(f->arena, folder, "e", to));
	assert_false(camp_verifier_take(f->arena, folder, "d", to));
}

/* -------------------------------------------------------------------- store */
static void store_keeps(void **state)
{
	struct store_fixture *f = *state;
	struct camp_result in = some_failure(), out;
	const char *why;
	struct camp_store *store = camp_store_open(f->arena, f->path, &why);

	assert_non_null(store);
	assert_false(camp_store_get(store, f->arena, "k", &out));
	assert_true(camp_store_put(store, "k", "a job", &in, &why));
	assert_true(camp_store_get(store, f->arena, "k", &out));
	assert_true(out.kept && out.verdict == CAMP_FAILS && out.states == 12 && out.depth == 14);
	assert_string_equal(out.property, "p");
	assert_string_equal(out.events, "@ step\n");
	camp_store_close(store);
	store = camp_store_open(f->arena, f->path, &why);
	assert_true(camp_store_get(store, f->arena, "k", &out));
	camp_store_close(store);
}

static void store_keeps_verdicts_only(void **state)
{
	struct store_fixture *f = *state;
	struct camp_result in = some_failure(), out;
	const char *why;
	struct camp_store *store = camp_store_open(f->arena, f->path, &why);

	assert_non_null(store);
	in.verdict = CAMP_INCONCLUSIVE;
	assert_true(camp_store_put(store, "k", "a job", &in, &why));
	in.verdict = CAMP_TOOL_FAILED;
	assert_true(camp_store_put(store, "l", "a job", &in, &why));
	assert_false(camp_store_get(store, f->arena, "k", &out));
	assert_false(camp_store_get(store, f->arena, "l", &out));
	camp_store_close(store);
}

static void store_used_by_two(void **state)
{
	struct store_fixture *f = *state;
	struct camp_result in = some_failure(), out;
	const char *why;
	struct camp_store *one = camp_store_open(f->arena, f->path, &why);
	struct camp_store *two = camp_store_open(f->arena, f->path, &why);

	assert_non_null(one);
	assert_non_null(two);
	assert_true(camp_store_put(one, "k", "a job", &in, &why));
	assert_true(camp_store_put(two, "l", "a job", &in, &why));
	assert_true(camp_store_get(two, f->arena, "k", &out));
	assert_true(camp_store_get(one, f->arena, "l", &out));
	camp_store_close(one);
	camp_store_close(two);
}

static void store_damaged(void **state)
{
	struct store_fixture *f = *state;
	const char *path = gd_arena_printf(f->arena, "%s/bad", f->directory), *why = NULL;
	FILE *file = fopen(path, "w");

	fputs("this is no database, and long enough for anybody to see it at once", file);
	fclose(file);
	assert_null(camp_store_open(f->arena, path, &why));
	assert_non_null(why);
	assert_null(camp_store_open(f->arena, f->directory, &why));
	assert_non_null(why);
}

/* ------------------------------------------------------------------- events */
static void events(void **state)
{
	struct store_fixture *f = *state;
	const char *text = "  @ step do=run thread=worker unit=2,? where=a dir:1/x y.gc:31:7\n"
			   "spin: trail ends after 3 steps\n@ done\n@\n@ x";
	struct trail_event event;
	const char **parts;

	assert_true(trail_read_line(f->arena, &text, &event));
	assert_string_equal(event.name, "step");
	assert_string_equal(trail_value(&event, TRAIL_KEY_do), "run");
	assert_string_equal(event.where.path, "a dir:1/x y.gc");
	assert_int_equal(event.where.line, 31);
	assert_int_equal(event.where.column, 7);
	assert_int_equal(trail_split(f->arena, trail_value(&event, TRAIL_KEY_unit), &parts), 2);
	assert_string_equal(parts[1], "?");
	assert_int_equal(trail_number(&event, TRAIL_KEY_unit, 9), 9);
	assert_false(trail_read_line(f->arena, &text, &event));
	assert_true(trail_read_line(f->arena, &text, &event));
	assert_int_equal(event.is, TRAIL_EVENT_done);
	assert_null(event.unknown);
	assert_null(event.where.path);
	assert_false(trail_read_line(f->arena, &text, &event));
	assert_true(trail_read_line(f->arena, &text, &event));
	assert_string_equal(event.unknown, "x");
	assert_string_equal(text, "");
	text = "@ step do=run bucket=b\n@ step do=walk\n@ done other=1\n";
	assert_true(trail_read_line(f->arena, &text, &event));
	assert_string_equal(event.unknown, "bucket=b");
	assert_true(trail_read_line(f->arena, &text, &event));
	assert_string_equal(event.unknown, "do=walk");
	assert_true(trail_read_line(f->arena, &text, &event));
	assert_string_equal(event.unknown, "other=1");
	assert_int_equal(trail_split(f->arena, "-", &parts), 0);
}

/* -------------------------------------------------------------------- places */
static const char *without_places(struct gd_arena *arena, struct camp_places *places,
    const char *model)
{
	struct gd_out out;
	const char *text;

	gd_out_init(&out, 0);
	camp_places_model(places, model, &out);
	text = gd_arena_strndup(arena, out.text ? out.text : "", out.length);
	gd_out_free(&out);
	return text;
}

static bool are_alike(struct gd_arena *arena, const char *a, const char *b)
{
	return strcmp(without_places(arena, camp_places_new(arena), a),
		   without_places(arena, camp_places_new(arena), b)) == 0;
}

static void places_do_not_count(void **state)
{
	struct gd_arena *arena = ((struct store_fixture *)*state)->arena;

	assert_true(are_alike(arena, "byte a; // 3:1\n#line 7 \"x.gc\"\nb",
	    "byte a; // x's \"\n#line 8 \"x.gc\"\nb"));
	assert_true(are_alike(arena, "/* 1 */a", "/* 2\n*/a"));
	assert_true(are_alike(arena, "printf(\"@ x where=x.gc:3:14\\n\")",
	    "printf(\"@ x where=x.gc:4:1\\n\")"));
	assert_true(are_alike(arena, "\"a:1:2 b:1:3 c:1:2\"", "\"a:2:2 b:1:2 c:2:2\""));
	assert_true(are_alike(arena, "'\\'' // 1", "'\\'' // 2"));
}

static void all_else_counts(void **state)
{
	struct gd_arena *arena = ((struct store_fixture *)*state)->arena;

	/* two places that were one */
	assert_false(are_alike(arena, "\"a:1:2 b:1:3 c:1:2\"", "\"a:1:2 b:1:3 c:1:3\""));
	assert_false(are_alike(arena, "x = 1:2", "x = 1:3"));
	assert_false(are_alike(arena, "\"x=1:2\"", "\"x=1:3\""));
	assert_false(are_alike(arena, "\"a:1:2 %d\"", "\"a:1:2 %u\""));
	assert_false(are_alike(arena, "\"x // 1\"", "\"x // 2\""));
	assert_false(are_alike(arena, "\"\\\" // 1\"", "\"\\\" // 2\""));
	assert_false(are_alike(arena, "#define A 1", "#define A 2"));
	assert_false(are_alike(arena, "a #line 1", "a #line 2"));
	assert_false(are_alike(arena, "a / 1", "a / 2"));
	assert_false(are_alike(arena, "\"a:1:2\"", "\"a:1:\""));
	assert_false(are_alike(arena, "\"a:1:1234567890\"", "\"a:1:1234567891\""));
}

static void places_of_runs_are_those_of_the_model(void **state)
{
	struct gd_arena *arena = ((struct store_fixture *)*state)->arena;
	struct camp_places *before = camp_places_new(arena), *after = camp_places_new(arena);
	const char *kept;

	without_places(arena, before, "\"where=x.gc:3:14\\n\" \"assert:5:1 where=x.gc:5:1\"");
	without_places(arena, after, "\"where=x.gc:13:4\\n\" \"assert:15:2 where=x.gc:15:2\"");
	kept = camp_places_number(before,
	    "@ fail property=assert:5:1 n=3:14 where=x.gc:5:1\n@ x where=x.gc:3:14");
	assert_non_null(kept);
	assert_string_equal(camp_places_name(after, kept),
	    "@ fail property=assert:15:2 n=3:14 where=x.gc:15:2\n@ x where=x.gc:13:4");
	assert_string_equal(camp_places_name(after, camp_places_number(after, "")), "");
	assert_null(camp_places_number(before, "where=x.gc:3:15"));
	assert_null(camp_places_name(camp_places_new(arena), kept));
	assert_null(camp_places_name(after, "\001"));
	assert_null(camp_places_name(after, "\0011"));
	assert_null(camp_places_name(after, "\00199999999999999999999\001"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pan_good_reports),
		cmocka_unit_test(pan_counts_may_be_large),
		cmocka_unit_test(pan_every_beginning_is_bad),
		cmocka_unit_test(pan_limits),
		cmocka_unit_test(pan_wants_what_was_asked),
		cmocka_unit_test(pan_errors_are_shown_and_counted),
		cmocka_unit_test(pan_progress),
		cmocka_unit_test(children_end_in_many_ways),
		cmocka_unit_test(children_have_limits),
		cmocka_unit_test(children_that_are_not_there),
		cmocka_unit_test(digest_vectors),
		cmocka_unit_test_setup_teardown(verifiers_keep, set_up, tear_down),
		cmocka_unit_test_setup_teardown(verifiers_damaged, set_up, tear_down),
		cmocka_unit_test_setup_teardown(verifiers_without_room, set_up, tear_down),
		cmocka_unit_test_setup_teardown(verifiers_grow_old, set_up, tear_down),
		cmocka_unit_test_setup_teardown(store_keeps, set_up, tear_down),
		cmocka_unit_test_setup_teardown(store_keeps_verdicts_only, set_up, tear_down),
		cmocka_unit_test_setup_teardown(store_used_by_two, set_up, tear_down),
		cmocka_unit_test_setup_teardown(store_damaged, set_up, tear_down),
		cmocka_unit_test_setup_teardown(events, set_up, tear_down),
		cmocka_unit_test_setup_teardown(places_do_not_count, set_up, tear_down),
		cmocka_unit_test_setup_teardown(all_else_counts, set_up, tear_down),
		cmocka_unit_test_setup_teardown(places_of_runs_are_those_of_the_model, set_up,
		    tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
