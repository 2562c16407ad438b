/* gcrt-embedder.h: the embedder's header, read as a system header: generated C
 * is compiled with -Werror, and the embedder's code is not ours to warn about. */
#ifndef GCRT_EMBEDDER_H
#define GCRT_EMBEDDER_H

#pragma GCC system_header

#ifndef GC_EMBEDDER
#error "build with -DGC_EMBEDDER=\"my-embedder.h\", the embedder's header"
#endif
#include "gc-embedder-api.h"
#include GC_EMBEDDER

#if defined GC_COLLECTOR_HAS_WORD && !defined GC_COLLECTOR_WORD_OFFSET
#error                                                                                             \
    "the collector has a word in each object: define GC_COLLECTOR_WORD_OFFSET, the offset of this word in bytes, in the embedder's header"
#endif

#endif
