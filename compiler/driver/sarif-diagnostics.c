/* sarif-diagnostics.c: the diagnostics of a specification, as results. */
#include "compiler/driver/sarif.h"

#include <string.h>

void sarif_add_diagnostic(void *log, const struct gd_diag_said *said)
{
	struct gd_arena *arena = gd_arena_new();
	struct sarif_finding f = { .arena = arena,
		.file = said->loc.source ? said->loc.source->path : "",
		.rule = said->info->name,
		.rule_text = said->info->title,
		.certain = said->info->is_error,
		.loc = &said->loc };

	f.text = gd_arena_printf(arena, "%s%s%s", said->message, said->help ? "; help: " : "",
	    said->help ? said->help : "");
	sarif_add_result(log, &f);
	gd_arena_free(arena);
}
