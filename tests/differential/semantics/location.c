/* location.c: where a place is, as a number. */
#include "tests/differential/semantics/internal.h"

enum { FIRST_META = 1 << 20 };

int sx_location(const struct machine *machine, struct state *s, const struct frame *frame,
    const struct place *place)
{
	const struct sx_spec *spec = machine->spec;
	int slots = (int)(spec->object_count * spec->slots), object, index = 0;

	if (place->kind == AT_SLOT) {
		object =
		    frame->var[place->var] < slots ? frame->var[place->var] / (int)spec->slots : -1;
		return object >= 0 && !s->at[spec->at_live + (unsigned)object]
		    ? -1
		    : frame->var[place->var];
	}
	object = sx_eval(machine, s, frame, place->object);
	if (place->kind == AT_META && spec->metas[place->meta].region >= 0)
		return object < 0 ? -1
				  : FIRST_META +
			(int)(spec->at_regions - spec->at_meta + spec->metas[place->meta].first) +
			object;
	if (object < 0 || !s->at[spec->at_live + (unsigned)object])
		return -1;
	if (place->kind == AT_META)
		return FIRST_META + object * (int)spec->meta_count + (int)place->meta;
	if (place->kind == AT_LIKE)
		return object * (int)spec->slots + frame->var[place->var] % (int)spec->slots;
	index = sx_eval(machine, s, frame, place->index);
	if (index >= (int)spec->groups[place->group].size)
		return -1;
	return object * (int)spec->slots + (int)spec->groups[place->group].first + index;
}

cell *sx_cell(const struct machine *machine, struct state *s, int location)
{
	const struct sx_spec *spec = machine->spec;

	return location >= FIRST_META ? &s->at[spec->at_meta + (unsigned)(location - FIRST_META)]
				      : &s->at[spec->at_slots + (unsigned)location];
}
