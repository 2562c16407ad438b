/* gcrt-machine-words.h: the names that gcrt-machine.def uses, as functions of a scheduler S.
 *
 * They are common words.  So only the files that expand the rows include this, after all other
 * headers. */
#ifndef GCRT_MACHINE_WORDS_H
#define GCRT_MACHINE_WORDS_H

#include "gcrt-states.h"

#define is_open(it)              gcrt_is_open(s, it)
#define opened(it)               gcrt_opened(s, it)
#define takes_part(it)           gcrt_takes_part(s, it)
#define open_when(it)            gcrt_open_when(s, it)
#define close_when(it)           gcrt_close_when(s, it)
#define none_unfinished(it)      gcrt_none_unfinished(s, it)
#define none_pending(it)         gcrt_none_pending(s, it)
#define none_buffered(it)        gcrt_none_buffered(s, it)
#define kind_has_opened(it)      gcrt_kind_has_opened(s, it)
#define kind_none_unfinished(it) gcrt_kind_none_unfinished(s, it)
#define kind_none_buffered(it)   gcrt_kind_none_buffered(s, it)
#define runs(it)                 gcrt_runs(s, it)
#define none_runs(it)            gcrt_none_runs(s, it)
#define cycle_from(it)           gcrt_cycle_from(s, it)
#define cycle_to(it)             gcrt_cycle_to(s, it)
#define some_runs(it)            gcrt_some_runs(s, it)
#define is_on(it)                gcrt_is_on(s, it)
#define has_begun(it)            gcrt_has_begun(s, it)
#define phase_from(it)           gcrt_phase_from(s, it)
#define phase_to(it)             gcrt_phase_to(s, it)
#define has_opened(it)           gcrt_has_opened(s, it)
#define drained(it)              gcrt_drained(s, it)

#endif
