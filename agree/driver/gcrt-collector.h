/* gcrt-collector.h: stands before the runtime's own, and counts the units that
 * loops over all objects run. */
#ifndef DRIVER_COLLECTOR_H
#define DRIVER_COLLECTOR_H

#include_next "gcrt-collector.h"

/* KERNEL: the name of the function.  It ends with the name of the kind. */
void driver_ran(const char *kernel);

#define gcrt_for_objects(worker, block, kernel)                                                    \
	__extension__({                                                                            \
		void driver_kernel(struct gcrt_worker *w, struct gc_ref o)                         \
		{                                                                                  \
			driver_ran(#kernel);                                                       \
			kernel(w, o);                                                              \
		}                                                                                  \
		gcrt_for_objects((worker), (block), driver_kernel);                                \
	})

#endif
