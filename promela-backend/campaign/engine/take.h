/* take.h: results, and jobs that were lost. */
#ifndef CAMP_TAKE_H
#define CAMP_TAKE_H

#include "promela-backend/campaign/engine/work.h"

/* Takes the results that are there. */
void camp_take_results(struct work *work);
/* Looks at tasks of SUBMISSION that have ended; their results have been taken.  Jobs that they have lost wait
 * again, or have a result that says why not. */
void camp_take_ends(struct work *work, struct work_submission *submission);

#endif
