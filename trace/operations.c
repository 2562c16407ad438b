/* operations.c: the operations of a most general client in a run, and its objects. */
#include "trace/operations.h"

#include <string.h>

void operations_step(struct operations *operations, const char *is, const char *subject)
{
	if (strcmp(is, "client") != 0)
		return;
	operations->count++;
	if (strcmp(subject, "allocate") == 0)
		operations->objects++;
}
