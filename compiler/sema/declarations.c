/* declarations.c: one list of declarations: a specification's own, or that of a mutant. */
#include "compiler/sema/internal.h"

/* The producer graph is checked only if there are no other errors.  Otherwise its reports would be
 * consequences of these. */
void sem_check_declarations(struct sem_checker *c)
{
	size_t errors = gd_error_count(c->context->sink);

	sem_check_names(c);
	sem_check_objects(c);
	sem_check_spaces(c);
	sem_check_regions(c);
	sem_check_policies(c);
	sem_check_buckets(c);
	sem_check_recursion(c);
	sem_check_bodies(c);
	sem_check_properties(c);
	if (errors == gd_error_count(c->context->sink) && !c->after_syntax_errors)
		sem_check_graph(c);
}
