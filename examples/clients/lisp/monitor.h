/* monitor.h: one lock and one condition, for all that threads do with each other. */
#ifndef LISP_MONITOR_H
#define LISP_MONITOR_H

#include "memory.h"

void monitor_enter(struct thread *t);
void monitor_leave(struct thread *t);
/* Inside: until some thread says that something has changed.  An error when all wait. */
void monitor_wait(struct thread *t);
void monitor_changed(struct thread *t);

/* One thread more, or less, that may change something: inside; and by who is no mutator. */
void monitor_begin_thread(struct machine *machine);
void monitor_end_thread(struct machine *machine);

#endif
