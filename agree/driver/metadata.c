/* metadata.c: metadata of objects as numbers: what is in it, and of a reference which object, or which tag. */
#include "driver.h"

enum { NO_OBJECT = -1000 };

int driver_reference(uintptr_t word)
{
	if (word <= gcrt_collector.tag_count)
		return -1 - (int)word;
	for (unsigned i = 0; i < program.objects; i++)
		if (run.cell[i] == word)
			return (int)i;
	return NO_OBJECT;
}

int driver_metadata(uintptr_t cell, unsigned k)
{
	return gcrt_collector.metadata[k].is_reference
	    ? driver_reference(*gcrt_reference_word(cell, k))
	    : *gcrt_table(cell, 1 + k);
}

void driver_set_metadata(uintptr_t cell, unsigned k, int value)
{
	if (!gcrt_collector.metadata[k].is_reference)
		*gcrt_table(cell, 1 + k) = (uint8_t)value;
	else
		*gcrt_reference_word(cell, k) =
		    value < 0 ? (uintptr_t)(-1 - value) : run.cell[value];
}
