/* driver.h: what the subcommands share.  Each is one file with one function
 * that gets its own argv (argv[0] is "gcdsl check" and the like) and returns
 * the program's exit status. */
#ifndef DRIVER_DRIVER_H
#define DRIVER_DRIVER_H

#include <argp.h>
#include "compiler/ir/lower.h"
#include "promela-backend/pml.h"

enum driver_status {
	DRIVER_OK = 0,           /* all as expected */
	DRIVER_DIFFERS = 1,      /* a verdict differs from the expected one */
	DRIVER_WRONG = 2,        /* the specification or the command line is wrong */
	DRIVER_INCONCLUSIVE = 3, /* a bound, memory or time ran out */
	DRIVER_FAILED = 4        /* a tool or the machine failed */
};

int driver_check(int argc, char **argv);
int driver_compile(int argc, char **argv);
int driver_explain(int argc, char **argv);
int driver_verify(int argc, char **argv);
int driver_run_job(int argc, char **argv);
int driver_litmus(int argc, char **argv);
int driver_weaken(int argc, char **argv);
int driver_agree(int argc, char **argv);
int driver_explore(int argc, char **argv);
int driver_trace(int argc, char **argv);
int driver_events(int argc, char **argv);
int driver_view(int argc, char **argv);
int driver_results(int argc, char **argv);

/* -------------------------------------------------------------- command line */
enum driver_color { DRIVER_COLOR_AUTO, DRIVER_COLOR_ALWAYS, DRIVER_COLOR_NEVER };

/* Options of every subcommand.  A subcommand's argp has driver_common_argp as a child, and passes
 * it a struct driver_common through state->child_inputs, in ARGP_KEY_INIT. */
struct driver_noted { /* who is told of each diagnostic that is written; `note' may be NULL */
	void (*note)(void *data, const struct gd_diag_said *said);
	void *data;
};
struct driver_common {
	enum gd_diag_format format;
	enum driver_color color;
	long jobs;             /* -j; 0: not given */
	const char *file_name; /* name of the file in diagnostics; NULL: its path */
	bool has_warned;       /* of the file before: its warnings are not written again */
	struct driver_noted noted;
};
extern const struct argp driver_common_argp;

/* argp_parse without reordering.  Unknown long options are reported before, with a similar name if
 * there is one.  Returns a driver_status: OK, or WRONG after a message. */
int driver_parse(const struct argp *argp, int argc, char **argv, void *input);

/* What messages are about, "paper.campaign:3: "; or NULL.  They begin with it. */
extern const char *driver_error_place;
/* `gcdsl: error: …` on stderr, and a line of help unless HELP is NULL. */
void driver_error(const char *help, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Help for a NAME that is not one of NAMES: "did you mean `x`?", or else a list of them; of a long
 * list only the nearest.  In ARENA. */
const char *driver_suggest(struct gd_arena *arena, const char *name, const char *const *names,
    size_t count);
/* Writes to standard output.  A failure is reported at the end of the program, with exit status
 * 4. */
void driver_print(const char *text, size_t length);
/* The same with OBJECT, on one line. */
struct json_t;
void driver_print_json(const struct json_t *object);
extern int driver_write_errno;
/* Whether output to STREAM should be coloured. */
bool driver_wants_color(const struct driver_common *common, FILE *stream);
/* Parses a whole number from LOW to HIGH. false: TEXT is not one. */
bool driver_number(const char *text, long low, long high, long *value);

/* ------------------------------------------------------------ specifications */
struct driver_spec {
	struct gd_arena *arena;
	struct syn_context context;
	const char *path;
	struct sem_spec *sem; /* NULL: there were errors, which have been written */
};

/* Reads and checks PATH, and writes its diagnostics to stderr.  Release with driver_close, also
 * after errors. */
struct driver_spec *driver_open(const struct driver_common *common, const char *path);
void driver_close(struct driver_spec *spec);
/* Writes what was reported since driver_open (during lowering). */
void driver_write_diagnostics(struct driver_spec *spec, const struct driver_common *common);
/* PATH without its folder and without .gc.  In ARENA. */
const char *driver_base_name(struct gd_arena *arena, const char *path);

/* The variant that `--set option=value …` and `--mutant NAME` (or NULL) choose.
 * NULL after a message. */
const struct sem_variant *driver_variant(struct driver_spec *spec, const char *const *settings,
    size_t count, const char *mutant);
/* Parses "any", "2" or "2 mark_obj". false after a message.  If SPEC is NULL, the kind is not
 * checked. */
bool driver_workers(const struct ir_spec *spec, struct gd_arena *arena, const char *text,
    struct syn_workers *workers);
/* How models are made: the options --canonical, --fold and --no-fold.  For argp's children; their
 * input is a struct driver_model. */
enum driver_canonical { DRIVER_AUTO, DRIVER_YES, DRIVER_NO };
struct driver_model {
	enum driver_canonical canonical;
	unsigned no_fold;
	bool always_fold;   /* use only reduced models */
	long window;        /* how many stores a mutator can hold back; 0: the default */
	const char *atomic; /* metadata whose stores are never held back, "mark,age"; or NULL */
	const char *given;  /* one of the options that were given; NULL: none was */
};
extern const struct argp driver_model_argp;
/* These settings as options, " --no-fold=sets …"; "" for the defaults. */
const char *driver_model_text(struct gd_arena *arena, const struct driver_model *model);
/* Reports that no model of WHAT can be made. */
void driver_no_model(struct gd_diag_sink *sink, const char *what, const struct pml_refusal *refusal,
    const char *why);
void driver_no_litmus_model(struct gd_diag_sink *sink, const struct ir_litmus *test,
    enum ir_memory memory, const struct pml_refusal *refusal, const char *why);
/* Sets where the runs of REQUEST are cut: NAME is a bucket or a phase. false after a message. */
bool driver_until(struct gd_arena *arena, const char *path, const struct ir_spec *ir,
    const char *name, struct pml_request *request);
/* Sets which metadata of REQUEST's specification is atomic: LIST names it, or is NULL. false after a message. */
bool driver_atomic(struct gd_arena *arena, const char *path, const char *list,
    struct pml_request *request);
/* Parses "sc", …. false after a message, also if this release does not model it. */
bool driver_memory(struct gd_arena *arena, const char *text, enum ir_memory *memory);

#endif
