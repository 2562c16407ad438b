/* estimate.c: names. */
#include "promela-backend/campaign/estimate.h"

const char *const camp_estimate_source_name
    [] = { [CAMP_UNKNOWN] = "unknown", [CAMP_GUESSED] = "guessed", [CAMP_MEASURED] = "measured" };
