/* stepper.c: keys go to a prompt, to the help, or are commands. */
#include "trace/stepper/stepper.h"

#include <stdlib.h>
#include <string.h>

static void say(struct stepper *s, const char *text)
{
	s->message = text;
}

/* ------------------------------------------------------------------------- moving */
static void go(struct stepper *s, size_t step)
{
	s->at = step;
	s->scroll[STEP_SOURCE] = s->scroll[STEP_SENTENCE] = s->shift[STEP_LANES] = 0;
}

static void go_by(struct stepper *s, bool forward, size_t count)
{
	size_t position = step_position(&s->shown, s->at), last = s->shown.count - 1;

	if (forward)
		position = count < last - position ? position + count : last;
	else
		position = position > count ? position - count : 0;
	go(s, s->shown.at[position]);
}

/* After the last step of a run that repeats comes the first of those that repeat. */
static void forward(struct stepper *s)
{
	if (s->at != s->shown.at[s->shown.count - 1]) {
		go_by(s, true, 1);
	} else if (s->run->loop) {
		go(s, s->shown.at[step_position(&s->shown, s->run->loop)]);
		say(s, "the run repeats from here on");
	} else {
		say(s, "this is the last step");
	}
}

static void back(struct stepper *s)
{
	if (s->at == s->shown.at[0])
		say(s, "this is the state at the start");
	go_by(s, false, 1);
}

static void go_to_change(struct stepper *s, enum step_change change, bool is_forward)
{
	static const char *const none[STEP_CHANGES][2] = {
		[STEP_RED_MARK] = { "no earlier step has a red mark",
		    "no later step has a red mark" },
		[STEP_BUCKET] = { "no bucket opens or closes before",
		    "no bucket opens or closes later" },
		[STEP_PHASE] = { "no phase begins or ends before",
		    "no phase begins or ends later" },
		[STEP_PROPERTY] = { "the state of the property does not change before",
		    "the state of the property does not change later" }
	};
	size_t step = step_next_change(s->run, &s->shown, s->at, is_forward, change);

	if (step == STEP_NONE)
		say(s, none[change][is_forward]);
	else
		go(s, step);
}

static void go_to_match(struct stepper *s, bool is_forward)
{
	size_t step, number, count;

	if (!*s->sought) {
		say(s, "nothing has been searched yet: / asks for a text");
		return;
	}
	step = step_next_match(s->run, &s->shown, s->at, is_forward, s->sought);
	if (step != STEP_NONE)
		go(s, step);
	count = step_count_matches(s->run, &s->shown, s->sought, s->at, &number);
	if (step == STEP_NONE)
		say(s,
		    gd_arena_printf(s->arena, "no %s step has `%s'",
			count ? is_forward ? "later" : "earlier" : "shown", s->sought));
	else
		say(s,
		    gd_arena_printf(s->arena, "`%s': match %zu of %zu", s->sought, number, count));
}

/* ------------------------------------------------------------------------ filters */
static bool is_filtered(const struct style *filter)
{
	return filter->red || filter->threads.count || filter->objects.count;
}

static void refilter(struct stepper *s)
{
	s->shown = step_shown(s->arena, s->run, &s->filter);
	go(s, s->shown.at[step_position(&s->shown, s->at)]);
	if (s->shown.count == 1)
		say(s, "no step is left: a shows all steps again");
	else if (is_filtered(&s->filter))
		say(s,
		    gd_arena_printf(s->arena, "%zu of %zu steps are shown", s->shown.count - 1,
			step_run_last(s->run)));
	else
		say(s, "all steps are shown");
}

static void show_all(struct stepper *s)
{
	s->filter = style_plain;
	refilter(s);
}

/* Names with commas between them. */
static void take_names(struct stepper *s, style_names *names, const char *typed)
{
	names->count = 0;
	while (*typed) {
		size_t length = strcspn(typed, ",");
		const char *name = gd_arena_strndup(s->arena, typed, length);

		name += strspn(name, " ");
		if (*name)
			GD_PUSH(s->arena, *names, name);
		typed += length + (typed[length] == ',');
	}
	refilter(s);
}

/* ------------------------------------------------------------------------ prompts */
static void ask(struct stepper *s, enum step_prompt prompt, int first)
{
	s->prompt = prompt;
	s->typed[0] = (char)first;
	s->typed[1] = 0;
}

static void take_number(struct stepper *s)
{
	char *end;
	unsigned long number = strtoul(s->typed, &end, 10);

	if (!*s->typed)
		return;
	if (*end || number > step_run_last(s->run))
		say(s,
		    gd_arena_printf(s->arena, "there is no step `%s': the last one is %zu",
			s->typed, step_run_last(s->run)));
	else
		go(s, s->shown.at[step_position(&s->shown, number)]);
	if (!s->message && s->at != number)
		say(s,
		    gd_arena_printf(s->arena, "step %lu is not shown: a shows all steps", number));
}

static void take_text(struct stepper *s)
{
	if (*s->typed)
		memcpy(s->sought, s->typed, sizeof s->sought);
	go_to_match(s, true);
}

static void take_typed(struct stepper *s)
{
	enum step_prompt prompt = s->prompt;

	s->prompt = STEP_ASK_NOTHING;
	switch (prompt) {
	case STEP_ASK_NOTHING: return;
	case STEP_ASK_STEP: take_number(s); return;
	case STEP_ASK_TEXT: take_text(s); return;
	case STEP_ASK_THREADS: take_names(s, &s->filter.threads, s->typed); return;
	case STEP_ASK_OBJECTS: take_names(s, &s->filter.objects, s->typed); return;
	}
}

/* The character as UTF-8. */
static void type(struct stepper *s, unsigned key)
{
	size_t length = strlen(s->typed);
	unsigned char text[5] = { 0 };

	if (key < ' ' || key == 0x7F || key > 0x10FFFF || length + sizeof text > sizeof s->typed)
		return;
	if (key < 0x80) {
		text[0] = (unsigned char)key;
	} else {
		int more = key < 0x800 ? 1 : key < 0x10000 ? 2 : 3;

		text[0] = (unsigned char)((0xFF ^ 0xFF >> (more + 1)) | key >> 6 * more);
		for (int i = 1; i <= more; i++)
			text[i] = (unsigned char)(0x80 | (key >> 6 * (more - i) & 0x3F));
	}
	memcpy(s->typed + length, text, sizeof text);
}

/* A prompt ends when all of its text is taken away, too. */
static void erase(struct stepper *s)
{
	size_t length = strlen(s->typed);

	if (length == 0)
		s->prompt = STEP_ASK_NOTHING;
	while (length > 0 && (s->typed[--length] & 0xC0) == 0x80)
		;
	s->typed[length] = 0;
}

static void prompt_key(struct stepper *s, int key)
{
	if (key == STEP_KEY_ENTER || key == '\r')
		take_typed(s);
	else if (key == STEP_KEY_ESCAPE)
		s->prompt = STEP_ASK_NOTHING;
	else if (key == STEP_KEY_BACKSPACE || key == '\b' || key == 0x7F)
		erase(s);
	else if (key == STEP_KEY_CLEAR)
		s->typed[0] = 0;
	else
		type(s, (unsigned)key);
}

/* ----------------------------------------------------------------------- commands */
static void scroll(int *scroll, int by)
{
	*scroll += by;
	if (*scroll < 0)
		*scroll = 0;
}

/* The text of the specification follows the line of the step, so it can move both ways from there. */
static void scroll_pane(struct stepper *s, int by)
{
	if (s->pane == STEP_SOURCE)
		s->scroll[STEP_SOURCE] += by;
	else
		scroll(&s->scroll[s->pane], by);
}

static void shift_pane(struct stepper *s, int by)
{
	if (s->pane == STEP_LANES)
		s->shift[STEP_LANES] += by;
	else
		scroll(&s->shift[s->pane], by * 8);
}

static void next_pane(struct stepper *s)
{
	s->pane = (s->pane + 1) % STEP_PANES;
}

static void only_red(struct stepper *s)
{
	s->filter.red = !s->filter.red;
	refilter(s);
}

static void do_command(struct stepper *s, enum step_command command)
{
	switch (command) {
	case STEP_DO_FORWARD: forward(s); return;
	case STEP_DO_BACK: back(s); return;
	case STEP_DO_PAGE_FORWARD: go_by(s, true, (size_t)s->page); return;
	case STEP_DO_PAGE_BACK: go_by(s, false, (size_t)s->page); return;
	case STEP_DO_FIRST: go(s, s->shown.at[0]); return;
	case STEP_DO_LAST: go(s, s->shown.at[s->shown.count - 1]); return;
	case STEP_DO_GOTO: ask(s, STEP_ASK_STEP, 0); return;
	case STEP_DO_NEXT_RED: go_to_change(s, STEP_RED_MARK, true); return;
	case STEP_DO_PREVIOUS_RED: go_to_change(s, STEP_RED_MARK, false); return;
	case STEP_DO_NEXT_BUCKET: go_to_change(s, STEP_BUCKET, true); return;
	case STEP_DO_PREVIOUS_BUCKET: go_to_change(s, STEP_BUCKET, false); return;
	case STEP_DO_NEXT_PHASE: go_to_change(s, STEP_PHASE, true); return;
	case STEP_DO_PREVIOUS_PHASE: go_to_change(s, STEP_PHASE, false); return;
	case STEP_DO_NEXT_PROPERTY: go_to_change(s, STEP_PROPERTY, true); return;
	case STEP_DO_PREVIOUS_PROPERTY: go_to_change(s, STEP_PROPERTY, false); return;
	case STEP_DO_SEARCH: ask(s, STEP_ASK_TEXT, 0); return;
	case STEP_DO_NEXT_MATCH: go_to_match(s, true); return;
	case STEP_DO_PREVIOUS_MATCH: go_to_match(s, false); return;
	case STEP_DO_THREADS: ask(s, STEP_ASK_THREADS, 0); return;
	case STEP_DO_OBJECTS: ask(s, STEP_ASK_OBJECTS, 0); return;
	case STEP_DO_ONLY_RED: only_red(s); return;
	case STEP_DO_ALL: show_all(s); return;
	case STEP_DO_HEAP: s->heap = !s->heap; return;
	case STEP_DO_NEXT_PANE: next_pane(s); return;
	case STEP_DO_ALONE: s->alone = !s->alone; return;
	case STEP_DO_DOWN: scroll_pane(s, 1); return;
	case STEP_DO_UP: scroll_pane(s, -1); return;
	case STEP_DO_RIGHT: shift_pane(s, 1); return;
	case STEP_DO_LEFT: shift_pane(s, -1); return;
	case STEP_DO_HELP: s->help = true; return;
	case STEP_DO_QUIT: s->over = true; return;
	case STEP_COMMANDS: break;
	}
	say(s, "no command has this key: ? lists all keys");
}

/* Any other key ends the help. */
static void help_key(struct stepper *s, int key)
{
	if (key == STEP_KEY_DOWN || key == 'j' || key == ']' || key == STEP_KEY_PAGE_DOWN)
		scroll(&s->help_scroll, key == STEP_KEY_PAGE_DOWN ? 8 : 1);
	else if (key == STEP_KEY_UP || key == 'k' || key == '[' || key == STEP_KEY_PAGE_UP)
		scroll(&s->help_scroll, key == STEP_KEY_PAGE_UP ? -8 : -1);
	else
		s->help = false;
}

void stepper_key(struct stepper *s, int key)
{
	s->message = NULL;
	if (s->prompt)
		prompt_key(s, key);
	else if (s->help)
		help_key(s, key);
	else if (key >= '0' && key <= '9')
		ask(s, STEP_ASK_STEP, key);
	else
		do_command(s, step_command_of(key));
}

struct stepper *stepper_new(struct gd_arena *arena, const struct step_run *run,
    const struct style *filter)
{
	struct stepper *s = GD_NEW(arena, struct stepper);

	s->arena = arena;
	s->run = run;
	s->files = step_files_new(arena);
	s->filter = *filter;
	s->heap = true;
	s->page = 10;
	s->pane = STEP_LANES;
	refilter(s);
	s->message = is_filtered(filter) ? s->message : NULL;
	return s;
}
