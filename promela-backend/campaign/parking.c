/* parking.c: first come, first served, but for a few that fit before. */
#include "promela-backend/campaign/parking.h"

void camp_park(struct gd_arena *arena, camp_parking *parking, const struct camp_task *task)
{
	struct camp_parked parked = { *task, 0 };

	GD_PUSH(arena, *parking, parked);
}

static void take_out(camp_parking *parking, size_t index)
{
	for (size_t i = 0; i < index; i++)
		parking->at[i].overtaken++;
	parking->count--;
	for (size_t i = index; i < parking->count; i++)
		parking->at[i] = parking->at[i + 1];
}

bool camp_unpark(camp_parking *parking, const struct camp_memory *memory, struct camp_task *task)
{
	for (size_t i = 0; i < parking->count; i++) {
		if (camp_memory_fits(memory, parking->at[i].task.wants)) {
			*task = parking->at[i].task;
			take_out(parking, i);
			return true;
		}
		if (parking->at[i].overtaken >= CAMP_MOST_OVERTAKE)
			return false;
	}
	return false;
}

bool camp_may_overtake(const camp_parking *parking)
{
	for (size_t i = 0; i < parking->count; i++)
		if (parking->at[i].overtaken >= CAMP_MOST_OVERTAKE)
			return false;
	return true;
}

void camp_overtake(camp_parking *parking)
{
	for (size_t i = 0; i < parking->count; i++)
		parking->at[i].overtaken++;
}
