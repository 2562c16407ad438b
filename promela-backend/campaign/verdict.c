/* verdict.c: the names of verdicts. */
#include "promela-backend/campaign/verdict.h"

const char *const camp_verdict_name[] = { "not run", "holds", "fails", "inconclusive",
	"tool failed", "bounded" };
