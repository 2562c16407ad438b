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
	DRIVER_DIFFERS = 1,      /* a verdict is not the expected one */
	DRIVER_WRONG = 2,        /* the specification or the command line is wrong */
	DRIVER_INCONCLUSIVE = 3, /* a bound, memory or time ran out */
	DRIVER_FAILED = 4        /* a tool or the machine failed */
};

int driver_check(int argc, char **argv);
int driver_compile(int argc, char **argv);
int driver_explain(int argc, char **argv);
int driver_verify(int argc, char **argv);
int driver_litmus(int argc, char **argv);
int driver_weaken(int argc, char **argv);
int driver_trace(int argc, char **argv);

/* -------------------------------------------------------------- command line */
enum driver_color { DRIVER_COLOR_AUTO, DRIVER_COLOR_ALWAYS, DRIVER_COLOR_NEVER };

/* Options that every subcommand has.  A subcommand's argp names
 * driver_common_argp as a child and hands it a struct driver_common through
 * state->child_inputs, in ARGP_KEY_INIT. */
struct driver_common {
	enum gd_diag_format format;
	enum driver_color color;
	long jobs;             /* -j; 0: not given */
	const char *file_name; /* what diagnostics call the file; NULL: by its path */
};
extern const struct argp driver_common_argp;

/* argp_parse in order, after a look at every long option for which a name close
 * to it can be offered.  Returns a driver_status: OK, or WRONG, after a message. */
int driver_parse(const struct argp *argp, int argc, char **argv, void *input);

/* `gcdsl: error: …` on stderr, and a line of help unless HELP is NULL. */
void driver_error(const char *help, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "did you mean `x`?" for a name that is none of NAMES, or else a list of them;
 * in ARENA. */
const char *driver_suggest(struct gd_arena *arena, const char *name, const char *const *names,
    size_t count);
/* To standard output.  A failure is told at the end, with exit status 4. */
void driver_print(const char *text, size_t length);
extern int driver_write_errno;
/* Shall output to STREAM be coloured? */
bool driver_wants_color(const struct driver_common *common, FILE *stream);
/* A whole number from LOW to HIGH. */
bool driver_number(const char *text, long low, long high, long *value);

/* ------------------------------------------------------------ specifications */
struct driver_spec {
	struct gd_arena *arena;
	struct syn_context context;
	const char *path;
	struct sem_spec *sem; /* NULL: there were errors, already written */
};

/* Reads and checks PATH; writes what there is to say to stderr.  Release with
 * driver_close, also after errors. */
struct driver_spec *driver_open(const struct driver_common *common, const char *path);
void driver_close(struct driver_spec *spec);
/* Writes what was reported since driver_open (by lowering). */
void driver_write_diagnostics(struct driver_spec *spec, const struct driver_common *common);
/* PATH without its folder and without .gc; in ARENA. */
const char *driver_base_name(struct gd_arena *arena, const char *path);

/* The variant that `--set option=value …` and `--mutant NAME` (or NULL) choose.
 * NULL after a message. */
const struct sem_variant *driver_variant(struct driver_spec *spec, const char *const *settings,
    size_t count, const char *mutant);
/* "any", "2", "2 mark_obj"; false after a message.  SPEC may be NULL: the kind
 * is then not looked at. */
bool driver_workers(const struct ir_spec *spec, struct gd_arena *arena, const char *text,
    struct syn_workers *workers);
/* How models are made: --canonical, --fold, --no-fold; for argp's children, with
 * a struct driver_model as input. */
enum driver_canonical { DRIVER_AUTO, DRIVER_YES, DRIVER_NO };
struct driver_model {
	enum driver_canonical canonical;
	unsigned no_fold;
	bool always_fold;  /* only reduced models are used */
	long window;       /* stores that a mutator can hold back; 0: a default */
	const char *given; /* an option that was given; NULL: none */
};
extern const struct argp driver_model_argp;
/* " --no-fold=sets …": as options; "" when they are as by default. */
const char *driver_model_text(struct gd_arena *arena, const struct driver_model *model);
/* Reports that there is no model of WHAT. */
void driver_no_model(struct gd_diag_sink *sink, const char *what, const struct pml_refusal *refusal,
    const char *why);
/* Sets what REQUEST is cut by: NAME is a bucket or a phase.  false after a message. */
bool driver_until(struct gd_arena *arena, const char *path, const struct ir_spec *ir,
    const char *name, struct pml_request *request);
/* "sc", …; false after a message (also when this release does not model it). */
bool driver_memory(struct gd_arena *arena, const char *text, enum ir_memory *memory);

#endif
