/* keys.h: what each key does.  The help is made from the same table. */
#ifndef TRACE_STEPPER_KEYS_H
#define TRACE_STEPPER_KEYS_H

#include <stddef.h>

/* A key is a character, or one of these. */
enum {
	STEP_KEY_LEFT = 0x200000,
	STEP_KEY_RIGHT,
	STEP_KEY_UP,
	STEP_KEY_DOWN,
	STEP_KEY_HOME,
	STEP_KEY_END,
	STEP_KEY_PAGE_UP,
	STEP_KEY_PAGE_DOWN,
	STEP_KEY_BACKSPACE,
	STEP_KEY_OTHER,
	STEP_KEY_ENTER = '\n',
	STEP_KEY_ESCAPE = 27,
	STEP_KEY_CLEAR = 'U' & 31 /* Ctrl-U */
};

enum step_command {
	STEP_DO_FORWARD,
	STEP_DO_BACK,
	STEP_DO_PAGE_FORWARD,
	STEP_DO_PAGE_BACK,
	STEP_DO_FIRST,
	STEP_DO_LAST,
	STEP_DO_GOTO,
	STEP_DO_NEXT_RED,
	STEP_DO_PREVIOUS_RED,
	STEP_DO_NEXT_BUCKET,
	STEP_DO_PREVIOUS_BUCKET,
	STEP_DO_NEXT_PHASE,
	STEP_DO_PREVIOUS_PHASE,
	STEP_DO_NEXT_PROPERTY,
	STEP_DO_PREVIOUS_PROPERTY,
	STEP_DO_SEARCH,
	STEP_DO_NEXT_MATCH,
	STEP_DO_PREVIOUS_MATCH,
	STEP_DO_THREADS,
	STEP_DO_OBJECTS,
	STEP_DO_ONLY_RED,
	STEP_DO_ALL,
	STEP_DO_HEAP,
	STEP_DO_NEXT_PANE,
	STEP_DO_ALONE,
	STEP_DO_DOWN,
	STEP_DO_UP,
	STEP_DO_RIGHT,
	STEP_DO_LEFT,
	STEP_DO_HELP,
	STEP_DO_QUIT,
	STEP_COMMANDS /* none */
};
struct step_command_row {
	const char *keys, *does; /* in the help; KEYS NULL: the row above has it */
	int key[4];              /* 0: no more */
};
extern const struct step_command_row step_commands[STEP_COMMANDS];
enum step_command step_command_of(int key);

#endif
