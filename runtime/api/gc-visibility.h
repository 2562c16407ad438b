/* gc-visibility.h: GC_API_ precedes every function that the library defines: a shared
 * object that contains the library exports them.  (To hide them: -Wl,--exclude-libs,ALL
 * when it is linked.) */
#ifndef GC_VISIBILITY_H
#define GC_VISIBILITY_H

#define GC_INTERNAL __attribute__((visibility("hidden")))
#define GC_PUBLIC   __attribute__((visibility("default")))

#ifndef GC_API_
#define GC_API_ GC_PUBLIC
#endif

#endif
