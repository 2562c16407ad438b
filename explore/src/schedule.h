/* schedule.h: schedules in files.
 *
 *	gcexplore schedule 1 NAME
 *	TASK CHOICE                for each step
 *	end STEPS */
#ifndef GCX_SCHEDULE_H
#define GCX_SCHEDULE_H

enum { SCHEDULE_HEAD = 1 }; /* lines before the first step */

#endif
