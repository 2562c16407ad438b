/* draw.c: where the panes are: all four, or one of them and the sentence on a small screen. */
#include "trace/stepper/draw.h"

#include <string.h>

#include "trace/stepper/panes.h"
#include "trace/stepper/words.h"

enum { WIDE = 80, HIGH = 22 };

struct pane {
	const char *title;
	int (*draw)(struct step_view *view, const struct step_box *box);
};
static const struct pane panes[STEP_PANES] = { [STEP_SOURCE] = { "Specification",
						   step_draw_source },
	[STEP_LANES] = { "Steps", step_draw_lanes },
	[STEP_SENTENCE] = { "Step", step_draw_sentence },
	[STEP_STATE] = { "State", step_draw_state } };

struct screen {
	struct stepper *stepper;
	struct step_canvas *canvas;
	struct step_view view;
};

/* -------------------------------------------------------------------------- frame */
static void rule(struct screen *c, int y, int x, int end)
{
	while (x < end)
		x = step_put(c->canvas, y, x, end, STEP_FAINT, c->canvas->ascii ? "-" : "─");
}

static void wall(struct screen *c, int x, int top, int bottom)
{
	for (int y = top; y < bottom; y++)
		step_put(c->canvas, y, x, x + 1, STEP_FAINT, c->canvas->ascii ? "|" : "│");
}

static const char *pane_title(struct screen *c, enum step_pane pane)
{
	bool is_chosen = c->stepper->pane == pane;
	long line;
	const char *file = pane == STEP_SOURCE ? step_source_shown(&c->view, &line) : "";

	return gd_arena_printf(c->view.arena, is_chosen ? "[%s%s%s]" : " %s%s%s ",
	    panes[pane].title, *file ? " " : "", file);
}

/* The title of a pane is on its first line. */
static void draw_title(struct screen *c, enum step_pane pane, const struct step_box *box)
{
	rule(c, box->top, box->left, box->left + box->width);
	step_put(c->canvas, box->top, box->left + 1, box->left + box->width,
	    c->stepper->pane == pane ? STEP_TITLE : STEP_FAINT, pane_title(c, pane));
}

static void clear(struct step_canvas *canvas, const struct step_box *box)
{
	for (int y = 0; y < box->height; y++)
		for (int x = 0; x < box->width; x++)
			step_put(canvas, box->top + y, box->left + x, box->left + x + 1, STEP_PLAIN,
			    " ");
}

/* A pane that has been moved too far is drawn again. */
static void draw_pane(struct screen *c, enum step_pane pane, const struct step_box *outer)
{
	struct step_box box = { outer->top + 1, outer->left, outer->height - 1, outer->width };
	int *scroll = &c->stepper->scroll[pane], count, most;

	draw_title(c, pane, outer);
	c->view.scroll = *scroll;
	c->view.shift = c->stepper->shift[pane];
	count = panes[pane].draw(&c->view, &box);
	most = count > box.height ? count - box.height : 0;
	*scroll = c->view.scroll;
	c->stepper->shift[pane] = c->view.shift;
	if (count && *scroll > most) {
		c->view.scroll = *scroll = most;
		clear(c->canvas, &box);
		panes[pane].draw(&c->view, &box);
	}
	if (count > box.height)
		step_put(c->canvas, outer->top, box.left + box.width - 12, box.left + box.width,
		    STEP_FAINT,
		    *scroll == most ? " [ for more "
			: *scroll   ? "[ ] for more"
				    : " ] for more ");
}

static void draw_head(struct screen *c)
{
	const struct stepper *s = c->stepper;
	const json_t *heading = s->run->heading;
	const char *scenario = step_text(heading, "scenario"),
		   *mutant = step_text(heading, "mutant");
	const char *text = gd_arena_printf(c->view.arena, " %zu/%zu  %s%s%s%s%s, memory %s%s",
	    s->at, step_run_last(s->run), step_text(heading, "name"), *mutant ? ", mutant " : "",
	    mutant, *scenario ? ", " : "", scenario, step_text(heading, "memory"),
	    s->shown.count < s->run->rows.count ? "  [some steps are hidden]" : "");

	step_put(c->canvas, 0, 0, c->canvas->width, STEP_TITLE, text);
}

static void draw_last_line(struct screen *c)
{
	static const char *const asks[] = { [STEP_ASK_STEP] = "go to step: ",
		[STEP_ASK_TEXT] = "/",
		[STEP_ASK_THREADS] = "only threads (m, worker; empty: all): ",
		[STEP_ASK_OBJECTS] = "only about (a, want0; empty: all): " };
	const struct stepper *s = c->stepper;
	int y = c->canvas->height - 1, width = c->canvas->width;

	if (s->prompt)
		step_put(c->canvas, y, 0, width, STEP_TITLE,
		    gd_arena_printf(c->view.arena, "%s%s_", asks[s->prompt], s->typed));
	else
		step_put(c->canvas, y, 0, width, s->message ? STEP_TITLE : STEP_FAINT,
		    s->message ? s->message
			       : "? keys  q quit  Tab pane  r red  b bucket  x property");
}

/* -------------------------------------------------------------------------- panes */
static void draw_all(struct screen *c)
{
	int width = c->canvas->width, height = c->canvas->height - 2, top = height / 2;
	int source = width * 3 / 8, sentence = width * 9 / 20;

	draw_pane(c, STEP_SOURCE, &(struct step_box){ 1, 0, top, source });
	wall(c, source, 1, 1 + top);
	draw_pane(c, STEP_LANES, &(struct step_box){ 1, source + 1, top, width - source - 1 });
	draw_pane(c, STEP_SENTENCE, &(struct step_box){ 1 + top, 0, height - top, sentence });
	wall(c, sentence, 1 + top, 1 + height);
	draw_pane(c, STEP_STATE,
	    &(struct step_box){ 1 + top, sentence + 1, height - top, width - sentence - 1 });
	c->stepper->page = top - 2;
}

/* Below any other pane are the first lines of the sentence. */
static void draw_one(struct screen *c)
{
	enum step_pane pane = c->stepper->pane;
	int width = c->canvas->width, height = c->canvas->height - 2;
	int sentence = pane == STEP_SENTENCE ? 0 : height < 16 ? 3 : 5;

	draw_pane(c, pane, &(struct step_box){ 1, 0, height - sentence, width });
	if (sentence)
		draw_pane(c, STEP_SENTENCE,
		    &(struct step_box){ 1 + height - sentence, 0, sentence, width });
	c->stepper->page = height - sentence - 2;
}

/* --------------------------------------------------------------------------- help */
static const char *const letters[] = { "", "Letters:",
	"  1 2 ...  a thread, also beside the line that it has done last; > that of the step",
	"  o  a store begins to wait        w  it waits (yellow)",
	"  |  it waits                      *  it reaches memory, or: changed in this step (green)",
	"  !  a red mark: a later access overtakes the store (A), or a read misses it (B)",
	"  @  from here on the run repeats  :  it repeats" };

static int draw_help_lines(struct screen *c, const struct step_box *box, int row)
{
	for (size_t i = 0; i < STEP_COMMANDS; i++)
		if (step_commands[i].keys)
			row = step_put_wrapped(c->canvas, box, row, 16, STEP_PLAIN,
			    gd_arena_printf(c->view.arena, "  %-12s  %s", step_commands[i].keys,
				step_commands[i].does));
	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
		row = step_put_wrapped(c->canvas, box, row, 5, STEP_PLAIN, letters[i]);
	return row;
}

static void draw_help(struct screen *c)
{
	struct step_box box = { 1, 0, c->canvas->height - 2, c->canvas->width };
	int *scroll = &c->stepper->help_scroll;
	int count = draw_help_lines(c, &box, -*scroll) + *scroll;
	int most = count > box.height ? count - box.height : 0;

	if (*scroll > most) {
		*scroll = most;
		clear(c->canvas, &box);
		draw_help_lines(c, &box, -most);
	}
	step_put(c->canvas, 0, 0, box.width, STEP_TITLE, " Keys");
	step_put(c->canvas, box.height + 1, 0, box.width, STEP_FAINT,
	    most ? "j k: down, up; any other key: back to the run" : "any key: back to the run");
}

/* -------------------------------------------------------------------------- screen */
static void draw_too_small(struct step_canvas *canvas)
{
	struct step_box box = { 0, 0, canvas->height, canvas->width };

	step_put_wrapped(canvas, &box, 0, 0, STEP_PLAIN,
	    "too small: 40 columns and 10 lines are needed");
}

static void draw_run(struct screen *c)
{
	draw_head(c);
	if (c->canvas->width >= WIDE && c->canvas->height >= HIGH && !c->stepper->alone)
		draw_all(c);
	else
		draw_one(c);
	draw_last_line(c);
}

struct step_canvas *step_draw(struct gd_arena *arena, struct stepper *s, int height, int width,
    bool ascii)
{
	struct step_canvas *canvas = step_canvas_new(arena, height, width, ascii);
	struct screen c = { s, canvas, { arena, canvas, s, s->run, s->at, NULL, NULL, 0, 0 } };

	if (width < STEP_LEAST_WIDTH || height < STEP_LEAST_HEIGHT) {
		draw_too_small(canvas);
	} else if (s->help) {
		draw_help(&c);
	} else {
		c.view.now = step_run_state(s->run, s->at);
		c.view.before = step_run_state(s->run, s->at ? s->at - 1 : 0);
		draw_run(&c);
		json_decref(c.view.now);
		json_decref(c.view.before);
	}
	return canvas;
}
