/* support-files.c: the files that models include. */
#include <assert.h>
#include <string.h>

#include "promela-backend/pml.h"

enum { MOST_FILES = 32 };

/* Made by build-aux/embed.sh from promela-backend/support. */
extern const struct pml_support_file pml_support_table[];
extern const size_t pml_support_table_count;

/* The orders by their two parts, and the memory models by their differences, from the compiler's
 * tables. */
static const char tables[] =
    "/* memory-tables.pml: the orders of memory operations, and the models. */\n"
#define MEMORY_ORDER(NAME, name, acquires, releases, total)                                        \
	"#define MEM_" #NAME " (" #acquires " + 2 * " #releases " + 4 * " #total ")\n"
#include "compiler/base/memory-orders.def"
#undef MEMORY_ORDER
    "#define MEM_IS_ACQUIRE(order) ((order) % 2)\n"
    "#define MEM_IS_RELEASE(order) ((order) / 2 % 2)\n"
    "#define MEM_IS_TOTAL(order) ((order) / 4)\n"
#define MEMORY_MODEL(NAME, name, module, in_order, late, tagged, ordered, weak_fences)             \
	"#ifdef MEM_MODEL_" #NAME "\n"                                                             \
	"#define MEM_IN_ORDER " #in_order "\n"                                                     \
	"#define MEM_LATE " #late "\n"                                                             \
	"#define MEM_TAGGED " #tagged "\n"                                                         \
	"#define MEM_ORDERED " #ordered "\n"                                                       \
	"#define MEM_WEAK_FENCES " #weak_fences "\n"                                               \
	"#endif\n"
#include "compiler/base/memory-models.def"
#undef MEMORY_MODEL
    ;

/* The states of mutators, as the runtime has them. */
static const char states[] =
    "/* machine-states.pml: what follows from the facts about a mutator. */\n"
#define GCRT_ROWS                GCRT_ROWS_OF_MUTATORS
#define STATE(name, of, meaning) "#define " #name "(it) (" #meaning ")\n"
#include "runtime/src/gcrt-machine.def"
    ;

const struct pml_support_file *pml_support_files(size_t *count)
{
	static const struct pml_support_file made[] = {
		{ "memory-tables.pml", tables, sizeof tables - 1 },
		{ "machine-states.pml", states, sizeof states - 1 },
	};
	static struct pml_support_file files[MOST_FILES];
	const size_t made_count = sizeof made / sizeof *made;

	assert(pml_support_table_count + made_count <= MOST_FILES);
	memcpy(files, pml_support_table, pml_support_table_count * sizeof *files);
	memcpy(files + pml_support_table_count, made, sizeof made);
	*count = pml_support_table_count + made_count;
	return files;
}

#define OF_A_MODEL "-model"

/* Whether a model of this name needs the suffix: the name is a support file's, or it is one that
 * another model gets with the suffix. */
static bool is_taken(const char *name, size_t length)
{
	const size_t more = strlen(OF_A_MODEL);
	size_t count;
	const struct pml_support_file *files = pml_support_files(&count);

	for (const struct pml_support_file *file = files; file < files + count; file++)
		if (strlen(file->name) == length + strlen(".pml") &&
		    !strncmp(file->name, name, length))
			return true;
	return length > more && !strncmp(name + length - more, OF_A_MODEL, more) &&
	    is_taken(name, length - more);
}

const char *pml_model_file(struct gd_arena *arena, const char *name)
{
	return gd_arena_printf(arena, "%s%s.pml", name,
	    is_taken(name, strlen(name)) ? OF_A_MODEL : "");
}
