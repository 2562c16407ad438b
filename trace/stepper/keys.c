/* keys.c: the table of keys. */
#include "trace/stepper/keys.h"

#define CTRL(letter) ((letter)&31)

const struct step_command_row step_commands[STEP_COMMANDS] = {
	[STEP_DO_FORWARD] = { "right down j", "one step forward",
	    { STEP_KEY_RIGHT, STEP_KEY_DOWN, 'j', ' ' } },
	[STEP_DO_BACK] = { "left up k", "one step back", { STEP_KEY_LEFT, STEP_KEY_UP, 'k' } },
	[STEP_DO_PAGE_FORWARD] = { "PageDown ^F", "a page of steps forward",
	    { STEP_KEY_PAGE_DOWN, CTRL('F') } },
	[STEP_DO_PAGE_BACK] = { "PageUp ^B", "a page of steps back",
	    { STEP_KEY_PAGE_UP, CTRL('B') } },
	[STEP_DO_FIRST] = { "Home g", "the state at the start", { STEP_KEY_HOME, 'g' } },
	[STEP_DO_LAST] = { "End G", "the last step", { STEP_KEY_END, 'G' } },
	[STEP_DO_GOTO] = { ": or digits", "go to the step with a number", { ':' } },
	[STEP_DO_NEXT_RED] = { "r R", "the next, the previous step with a red mark", { 'r' } },
	[STEP_DO_PREVIOUS_RED] = { 0, 0, { 'R' } },
	[STEP_DO_NEXT_BUCKET] = { "b B",
	    "the next, the previous step in which a bucket opens or closes", { 'b' } },
	[STEP_DO_PREVIOUS_BUCKET] = { 0, 0, { 'B' } },
	[STEP_DO_NEXT_PHASE] = { "f F",
	    "the next, the previous step in which a phase begins or ends", { 'f' } },
	[STEP_DO_PREVIOUS_PHASE] = { 0, 0, { 'F' } },
	[STEP_DO_NEXT_PROPERTY] = { "x X",
	    "the next, the previous step in which the state of the property changes", { 'x' } },
	[STEP_DO_PREVIOUS_PROPERTY] = { 0, 0, { 'X' } },
	[STEP_DO_SEARCH] = { "/", "search a text in the steps", { '/' } },
	[STEP_DO_NEXT_MATCH] = { "n N", "the next, the previous step that has the text", { 'n' } },
	[STEP_DO_PREVIOUS_MATCH] = { 0, 0, { 'N' } },
	[STEP_DO_THREADS] = { "t", "only steps of some threads", { 't' } },
	[STEP_DO_OBJECTS] = { "o", "only steps about some objects or locations", { 'o' } },
	[STEP_DO_ONLY_RED] = { "!", "only steps with red marks; again: all", { '!' } },
	[STEP_DO_ALL] = { "a", "all steps", { 'a' } },
	[STEP_DO_HEAP] = { "h", "the heap as a tree, or as a table of values", { 'h' } },
	[STEP_DO_NEXT_PANE] = { "Tab", "the next pane", { '\t' } },
	[STEP_DO_ALONE] = { "z", "this pane on the whole screen; again: all panes", { 'z' } },
	[STEP_DO_DOWN] = { "] [", "move the text in this pane up, down", { ']' } },
	[STEP_DO_UP] = { 0, 0, { '[' } },
	[STEP_DO_RIGHT] = { "> <", "show what is farther right, left", { '>' } },
	[STEP_DO_LEFT] = { 0, 0, { '<' } },
	[STEP_DO_HELP] = { "?", "this list", { '?' } },
	[STEP_DO_QUIT] = { "q", "quit", { 'q' } },
};

enum step_command step_command_of(int key)
{
	for (enum step_command i = 0; i < STEP_COMMANDS; i++)
		for (int j = 0; j < 4 && step_commands[i].key[j]; j++)
			if (step_commands[i].key[j] == key)
				return i;
	return STEP_COMMANDS;
}
