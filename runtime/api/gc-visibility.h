/* gc-visibility.h: GC_API_ precedes every function that the library defines;
 * define it to export them from a shared object, or to hide them. */
#ifndef GC_VISIBILITY_H
#define GC_VISIBILITY_H

#define GC_INTERNAL __attribute__((visibility("hidden")))
#define GC_PUBLIC __attribute__((visibility("default")))

#ifndef GC_API_
#define GC_API_
#endif

#endif
