/* gcrt-memory.h: address space, and memory in it, as the system gives them.
 *
 * Note [System pages]: the runtime counts in pages of 4 kB (GCRT_PAGE), the system may
 * have larger ones, 16 or 64 kB.  It makes whole pages usable only, and of its own gives
 * back more than it was asked for.  So what is made usable is rounded outwards, which is
 * harmless as all of an arena is the heap's; what is given back is rounded inwards, and the
 * rest of it is zeroed. */
#ifndef GCRT_MEMORY_H
#define GCRT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

size_t gcrt_memory_page(void);
/* Reserves SIZE bytes of address space at a multiple of ALIGNMENT, a power of two. 0: there is none. */
uintptr_t gcrt_memory_reserve(size_t size, size_t alignment);
void gcrt_memory_release(uintptr_t address, size_t size);
/* Makes the bytes usable.  They are zero at the first use. false: there is no memory. */
bool gcrt_memory_use(uintptr_t address, size_t bytes);
/* Reserves SIZE bytes of address space, any number, anywhere. 0: there is none. */
uintptr_t gcrt_memory_spread(size_t size);
/* Gives the memory back; the bytes read as zero afterwards. */
void gcrt_memory_clean(uintptr_t address, size_t bytes);

#endif
