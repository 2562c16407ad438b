/* emit-model.c: writes one model with its support files, for the tests of models.
 *
 *	emit-model [-u BUCKET|PHASE] [-w WORKERS] [-p PROPERTY,…] [-m MUTANT] [-o OPTION=VALUE]…
 *	           [-e] [-l] [-c] [-n MASK] [-x MASK] SPEC SCENARIO DIRECTORY
 *
 * Unlike the program it takes any set of properties, a cut (-u), LTL (-l), and
 * checks after every step (-e), and foldings that are switched off (-n) or used
 * without their side conditions (-x).  -c merges symmetric states.  -w is any, N, or N:KIND (1 of every other). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "compiler/ir/lower.h"
#include "promela-backend/pml.h"

struct options {
	const char *until, *workers, *properties, *mutant;
	bool everywhere, ltl, canonical;
	unsigned no_fold, unsound;
	const char *sets[16];
	size_t set_count;
	const char *spec, *scenario, *directory;
};

static _Noreturn void die(const char *text, const char *name)
{
	fprintf(stderr, "emit-model: %s%s\n", text, name);
	exit(2);
}

static struct options read_options(int argc, char **argv)
{
	struct options options = { .workers = "any" };
	int option;

	while ((option = getopt(argc, argv, "u:w:p:m:o:eln:x:c")) != -1) {
		switch (option) {
		case 'u': options.until = optarg; break;
		case 'w': options.workers = optarg; break;
		case 'p': options.properties = optarg; break;
		case 'm': options.mutant = optarg; break;
		case 'e': options.everywhere = true; break;
		case 'l': options.ltl = true; break;
		case 'c': options.canonical = true; break;
		case 'n': options.no_fold = (unsigned)strtoul(optarg, NULL, 0); break;
		case 'x': options.unsound = (unsigned)strtoul(optarg, NULL, 0); break;
		case 'o':
			if (options.set_count == 16)
				die("too many options: ", optarg);
			options.sets[options.set_count++] = optarg;
			break;
		default: exit(2);
		}
	}
	if (argc - optind != 3)
		die("three arguments are needed", "");
	options.spec = argv[optind];
	options.scenario = argv[optind + 1];
	options.directory = argv[optind + 2];
	return options;
}

/* The value of OPTION: as given with -o, or its default. */
static long value_of(const struct options *options, const struct sem_option *option)
{
	size_t length = strlen(option->name);
	long value;

	for (size_t i = 0; i < options->set_count; i++) {
		const char *set = options->sets[i];

		if (strncmp(set, option->name, length) != 0 || set[length] != '=')
			continue;
		if (!sem_option_parse(option, set + length + 1, &value))
			die("no such value: ", set);
		return value;
	}
	return option->initial;
}

static const struct ir_spec *lower(struct syn_context *context, const struct options *options)
{
	struct syn_spec *tree = syn_load(context, options->spec);
	struct sem_spec *spec = tree ? sem_check(context, tree) : NULL;
	const struct ir_spec *ir = NULL;

	if (spec) {
		long *values = GD_NEW_ARRAY(context->arena, long, sem_option_count(spec) + 1);
		struct sem_variant variant = { .values = values };

		for (size_t i = 0; i < sem_option_count(spec); i++)
			values[i] = value_of(options, sem_option_at(spec, i));
		if (options->mutant) {
			const char *name = gd_intern(context->names, options->mutant);

			variant.mutant = sem_find(spec, &variant, SYN_DECL_MUTANT, name);
			if (!variant.mutant)
				die("no such mutant: ", name);
		}
		ir = ir_lower(context, spec, &variant);
	}
	if (!ir) {
		gd_diag_write(context->sink, stderr, GD_DIAG_TEXT, false);
		exit(2);
	}
	return ir;
}

static const struct ir_workers *workers(struct gd_arena *arena, const struct ir_spec *spec,
    const char *text)
{
	struct ir_workers *result = GD_NEW(arena, struct ir_workers);
	const char *kind = strchr(text, ':');
	long *of_kind = GD_NEW_ARRAY(arena, long, spec->kind_count);

	result->any = strcmp(text, "any") == 0;
	result->text = text;
	result->of_kind = of_kind;
	for (size_t i = 0; i < spec->kind_count; i++)
		of_kind[i] = !kind || strcmp(spec->kinds[i]->name, kind + 1) == 0 ? atol(text) : 1;
	return result;
}

/* Whether NAME is in LIST, which has commas. */
static bool is_in(const char *list, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = list; at && (at = strstr(at, name)); at++)
		if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == '\0'))
			return true;
	return !list;
}

static void fill_request(struct gd_arena *arena, const struct options *options,
    struct pml_request *request)
{
	const struct ir_spec *spec = request->spec;
	const struct ir_property **chosen =
	    GD_NEW_ARRAY(arena, const struct ir_property *, spec->property_count);

	request->memory = IR_MEM_SC;
	request->strategy = options->ltl ? PML_LTL : PML_SAFETY;
	request->check_everywhere = options->everywhere;
	request->canonical = options->canonical;
	request->no_fold = options->no_fold;
	request->unsound = options->unsound;
	request->workers = workers(arena, spec, options->workers);
	request->properties = chosen;
	for (size_t i = 0; i < spec->property_count; i++)
		if (is_in(options->properties, spec->properties[i]->name))
			chosen[request->property_count++] = spec->properties[i];
	for (size_t i = 0; i < spec->scenario_count; i++)
		if (strcmp(spec->scenarios[i]->name, options->scenario) == 0)
			request->scenario = spec->scenarios[i];
	for (size_t i = 0; options->until && i < spec->bucket_count; i++)
		if (strcmp(spec->buckets[i]->name, options->until) == 0)
			request->until = spec->buckets[i];
	for (size_t i = 0; options->until && i < spec->phase_count; i++)
		if (strcmp(spec->phases[i]->name, options->until) == 0)
			request->until_phase = spec->phases[i];
	if (!request->scenario)
		die("no such scenario: ", options->scenario);
}

static void put_file(struct gd_arena *arena, const char *directory, const char *name,
    const char *text, size_t length)
{
	const char *path = gd_arena_printf(arena, "%s/%s", directory, name);

	if (!gd_write_file(path, text, length))
		die("cannot write ", path);
}

int main(int argc, char **argv)
{
	struct options options = read_options(argc, argv);
	struct gd_arena *arena = gd_arena_new();
	struct syn_context context = { arena, gd_intern_new(arena), gd_diag_sink_new(arena) };
	struct pml_request request = { .spec = lower(&context, &options) };
	const struct pml_support_file *files;
	struct gd_out out;
	const char *why;
	size_t count;

	fill_request(arena, &options, &request);
	gd_out_init(&out, 0);
	if (!pml_emit(arena, &request, &out, &why))
		die("refused: ", why);
	if (!gd_make_directories(options.directory))
		die("cannot make ", options.directory);
	put_file(arena, options.directory, "model.pml", out.text, out.length);
	files = pml_support_files(&count);
	for (size_t i = 0; i < count; i++)
		put_file(arena, options.directory, files[i].name, files[i].text, files[i].length);
	gd_out_free(&out);
	gd_arena_free(arena);
	return 0;
}
