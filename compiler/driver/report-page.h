/* report-page.h: --report: one page for a browser with all verdicts of a command, and the runs of its
 * failing cells. */
#ifndef DRIVER_REPORT_PAGE_H
#define DRIVER_REPORT_PAGE_H

#include "compiler/driver/counterexample.h"

struct json_t;
/* Begins the page, if --report asks for it. */
void report_page_begin(struct verify_arguments *a);
/* Adds the run of CELL, whose `events' stay as they are until the page is written.  Returns where it is:
 * "x.html#run-3". */
const char *report_page_add_run(const struct verify_arguments *a, const char *cell,
    const struct counterexample *c);
/* Adds what --json writes about a file.  COMMAND: "verify" and so on.  Takes the reference of OBJECT. */
void report_page_add(const struct verify_arguments *a, const char *command, struct json_t *object);
/* Writes the page, and releases it.  false: a message was written. */
bool report_page_write(struct verify_arguments *a, int status, int interrupted_by);

#endif
