/* graph.c: what the producer graph says before any model runs. */
#include "compiler/sema/internal.h"

void sem_check_graph(struct sem_checker *c)
{
	(void)c;
}
