/* metadata.c: metadata and data words of objects as numbers: what is in one, and of a reference which object, or
 * which tag. */
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

unsigned driver_metas(void)
{
	return driver_first_word() + program.words;
}

unsigned driver_first_word(void)
{
	return gcrt_collector.metadata_count + gcrt_collector.region_metadata_count;
}

bool driver_is_word(unsigned k)
{
	return k >= driver_first_word();
}

bool driver_is_of_region(unsigned k)
{
	return k >= gcrt_collector.metadata_count && k < driver_first_word();
}

size_t driver_walked(void)
{
	return (program.slots + program.words) * sizeof(uintptr_t);
}

/* Behind the words, but never the first word of the object. */
size_t driver_header(void)
{
	return driver_walked() ? driver_walked() : sizeof(uintptr_t);
}

size_t driver_overlay(void)
{
	return driver_header() + (gcrt_collector.header_at ? sizeof(uintptr_t) : 0);
}

uintptr_t *driver_word(uintptr_t cell, unsigned k)
{
	return (uintptr_t *)cell + program.slots + (k - driver_first_word());
}

int driver_metadata(uintptr_t cell, unsigned k)
{
	if (driver_is_word(k))
		return (int)*driver_word(cell, k);
	return gcrt_collector.metadata[k].is_reference
	    ? driver_reference(*gcrt_reference_place(cell, k))
	    : *gcrt_table(cell, 1 + k);
}

void driver_set_metadata(uintptr_t cell, unsigned k, int value)
{
	if (driver_is_word(k))
		*driver_word(cell, k) = (uintptr_t)(intptr_t)value;
	else if (!gcrt_collector.metadata[k].is_reference)
		*gcrt_table(cell, 1 + k) = (uint8_t)value;
	else
		*gcrt_reference_place(cell, k) =
		    value < 0 ? (uintptr_t)(-1 - value) : run.cell[value];
}
