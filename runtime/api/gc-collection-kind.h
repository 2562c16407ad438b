/* gc-collection-kind.h: which collection a program asks for.  MAJOR and COMPACTING
 * are the collector's full cycle, MINOR and ANY its quick one; a collector with one
 * kind of cycle runs that for each. */
#ifndef GC_COLLECTION_KIND_H
#define GC_COLLECTION_KIND_H

#ifdef __cplusplus
extern "C" {
#endif

enum gc_collection_kind {
	GC_COLLECTION_ANY,
	GC_COLLECTION_MINOR,
	GC_COLLECTION_MAJOR,
	GC_COLLECTION_COMPACTING
};

#ifdef __cplusplus
}
#endif

#endif
