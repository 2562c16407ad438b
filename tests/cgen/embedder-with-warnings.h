/* embedder-with-warnings.h: an embedder whose own code is not free of warnings;
 * generated C, compiled with -Werror, must not stop at that. */
#include "client-embedder.h"

static int unused_and_odd(int unused)
{
	int a, b = 1;
	if (b = 0)
		a = b;
	unsigned c = -1;
	return b < c;
}
