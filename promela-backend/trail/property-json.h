/* property-json.h: how the property stands, and what breaks it, as JSON. */
#ifndef TRAIL_PROPERTY_JSON_H
#define TRAIL_PROPERTY_JSON_H

#include <jansson.h>
#include "promela-backend/trail/trail.h"

/* null: not known. */
json_t *trail_property_json(const struct trail_property *property);
json_t *trail_broken_json(const struct trail_broken *broken);

#endif
