/* screen.c: ncurses.  Nothing else of the stepper knows a terminal. */
#include "trace/stepper/screen.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/stepper/draw.h"

/* Last: they define short names as macros. */
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>

struct terminal {
	SCREEN *screen;
	FILE *
	    keys; /* where keys come from: standard input, or the terminal if a trace comes from there */
	bool ascii;
	attr_t styles[STEP_STYLES];
};

/* ------------------------------------------------------------------------- signals */
static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
enum { SIGNALS = sizeof signals / sizeof *signals };
static volatile sig_atomic_t caught;

static void catch (int number)
{
	caught = number;
}

/* No SA_RESTART: a signal ends the wait for a key.  What was ignored stays so. */
static void catch_signals(struct sigaction *old)
{
	struct sigaction action = { .sa_handler = catch };

	sigemptyset(&action.sa_mask);
	caught = 0;
	for (int i = 0; i < SIGNALS; i++) {
		sigaction(signals[i], NULL, &old[i]);
		if (old[i].sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
}

static void restore_signals(const struct sigaction *old)
{
	for (int i = 0; i < SIGNALS; i++)
		sigaction(signals[i], &old[i], NULL);
}

/* -------------------------------------------------------------------------- styles */
static void set_plain_styles(attr_t *styles)
{
	memcpy(styles,
	    (attr_t[STEP_STYLES]){ [STEP_FAINT] = A_DIM,
		[STEP_TITLE] = A_BOLD,
		[STEP_WAITS] = A_UNDERLINE,
		[STEP_RED] = A_BOLD | A_UNDERLINE,
		[STEP_CHANGED] = A_BOLD,
		[STEP_CURRENT] = A_REVERSE },
	    sizeof(attr_t[STEP_STYLES]));
}

static void set_colour(attr_t *styles, enum step_style style, short colour, attr_t more)
{
	init_pair((short)style, colour, -1);
	styles[style] = COLOR_PAIR(style) | more;
}

static void set_styles(struct terminal *t, bool colour)
{
	set_plain_styles(t->styles);
	if (!colour || !has_colors())
		return;
	start_color();
	use_default_colors();
	set_colour(t->styles, STEP_WAITS, COLOR_YELLOW, 0);
	set_colour(t->styles, STEP_RED, COLOR_RED, A_BOLD);
	set_colour(t->styles, STEP_CHANGED, COLOR_GREEN, 0);
	set_colour(t->styles, STEP_GREY, COLOR_CYAN, 0);
	set_colour(t->styles, STEP_BLACK, COLOR_MAGENTA, 0);
}

/* ------------------------------------------------------------------------ terminal */
/* A pipe has no keys: then they come from the terminal itself. */
static FILE *open_keys(void)
{
	return isatty(STDIN_FILENO) ? stdin : fopen("/dev/tty", "r");
}

static void close_keys(FILE *keys)
{
	if (keys && keys != stdin)
		fclose(keys);
}

static bool lacks(struct step_lack *lack, const char *why, const char *help)
{
	*lack = (struct step_lack){ why, help };
	return false;
}

/* What ncurses knows of the kind of terminal. */
static bool knows_terminal(struct gd_arena *arena, struct step_lack *lack)
{
	static const char help[] =
	    "set TERM to the kind of the terminal, as `export TERM=xterm', or "
	    "leave out --step: the run is written as text";
	const char *term = getenv("TERM");
	int error, status = setupterm(NULL, STDOUT_FILENO, &error);
	bool moves = status == OK && cursor_address != NULL;

	if (status == OK)
		del_curterm(cur_term);
	if (!term || !*term)
		return lacks(lack, "TERM is not set, so the kind of the terminal is not known",
		    help);
	if (status != OK)
		return lacks(lack,
		    gd_arena_printf(arena, "the kind of the terminal is not known: TERM is `%s'",
			term),
		    help);
	return moves ||
	    lacks(lack,
		gd_arena_printf(arena, "a terminal of the kind `%s' shows no full screen", term),
		help);
}

bool step_screen_is_there(struct gd_arena *arena, struct step_lack *lack)
{
	static const char help[] = "leave out --step: the run is written as text";
	FILE *keys;

	if (!isatty(STDOUT_FILENO))
		return lacks(lack, "standard output is no terminal, which --step needs", help);
	keys = open_keys();
	if (!keys)
		return lacks(lack, "there is no terminal from which keys come", help);
	close_keys(keys);
	return knows_terminal(arena, lack);
}

static bool open_terminal(struct terminal *t, bool colour)
{
	setlocale(LC_CTYPE, "");
	t->ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
	t->keys = open_keys();
	t->screen = t->keys ? newterm(NULL, stdout, t->keys) : NULL;
	if (!t->screen)
		return false;
	set_term(t->screen);
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	set_escdelay(25);
	curs_set(0);
	set_styles(t, colour);
	return true;
}

static void close_terminal(struct terminal *t)
{
	if (t->screen) {
		endwin();
		delscreen(t->screen);
	}
	close_keys(t->keys);
}

/* --------------------------------------------------------------------------- show */
/* Cells of one style are written together. */
static void show_row(const struct terminal *t, const struct step_cell *row, int y, int width)
{
	wchar_t text[width + 1];

	for (int x = 0; x < width;) {
		enum step_style style = row[x].style;
		int count = 0, from = x;

		for (; x < width && row[x].style == style; x++)
			if (row[x].character)
				text[count++] = row[x].character;
		attrset((int)t->styles[style]);
		mvaddnwstr(y, from, text, count);
	}
}

static void show(const struct terminal *t, struct stepper *s)
{
	struct gd_arena *arena = gd_arena_new();
	const struct step_canvas *canvas = step_draw(arena, s, LINES, COLS, t->ascii);

	erase();
	for (int y = 0; y < canvas->height; y++)
		show_row(t, canvas->cells + (size_t)y * (size_t)canvas->width, y, canvas->width);
	refresh();
	gd_arena_free(arena);
}

/* --------------------------------------------------------------------------- keys */
static int special_key(wint_t key)
{
	static const struct {
		int code, key;
	} keys[] = { { KEY_LEFT, STEP_KEY_LEFT }, { KEY_RIGHT, STEP_KEY_RIGHT },
		{ KEY_UP, STEP_KEY_UP }, { KEY_DOWN, STEP_KEY_DOWN }, { KEY_HOME, STEP_KEY_HOME },
		{ KEY_END, STEP_KEY_END }, { KEY_PPAGE, STEP_KEY_PAGE_UP },
		{ KEY_NPAGE, STEP_KEY_PAGE_DOWN }, { KEY_BACKSPACE, STEP_KEY_BACKSPACE },
		{ KEY_ENTER, STEP_KEY_ENTER } };

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if ((wint_t)keys[i].code == key)
			return keys[i].key;
	return STEP_KEY_OTHER;
}

/* false: a signal came, or the terminal is not there any more. */
static bool take_key(struct stepper *s)
{
	wint_t key;
	int kind;

	errno = 0;
	kind = get_wch(&key);
	if (caught || (kind == ERR && errno != EINTR))
		return false;
	if (kind == KEY_CODE_YES && key == KEY_RESIZE)
		s->message = NULL;
	else if (kind == KEY_CODE_YES)
		stepper_key(s, special_key(key));
	else if (kind == OK && key == ('L' & 31))
		clearok(curscr, TRUE);
	else if (kind == OK)
		stepper_key(s, (int)key);
	return true;
}

bool step_screen_run(struct stepper *s, bool colour, struct step_lack *lack)
{
	struct terminal t = { .screen = NULL };
	struct sigaction old[SIGNALS];
	bool is_open;

	catch_signals(old);
	is_open = open_terminal(&t, colour);
	if (is_open)
		do
			show(&t, s);
		while (take_key(s) && !s->over);
	close_terminal(&t);
	restore_signals(old);
	if (caught)
		raise(caught);
	if (!s->over)
		lacks(lack,
		    is_open ? "the terminal is not there any more" : "the terminal cannot be used",
		    NULL);
	return s->over;
}
