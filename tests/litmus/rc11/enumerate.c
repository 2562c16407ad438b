/* enumerate.c: all executions of a program.
 *
 * Whether each cas succeeds is chosen first, so that the events are known; then what each
 * read reads from; then the order of the writes of each location. */
#include "tests/litmus/rc11/rc11.h"

struct search {
	const struct program *program;
	enum axioms axioms;
	found_function *found;
	void *context;
	unsigned fails;          /* which cas fail: a bit for each register */
	int source[MOST_EVENTS]; /* what a read reads from */
	int last[MOST_LOCATIONS];
	struct execution x;
};

static void relate(relation *a, int from, int to)
{
	a->row[from] |= UINT32_C(1) << to;
}

/* ---- events */
static int add_event(struct execution *x, struct event event)
{
	for (int i = 0; i <= x->count && !event.fence; i++)
		if (i == x->count || (!x->events[i].fence && x->events[i].at == event.at)) {
			x->alike[i] |= UINT32_C(1) << x->count;
			x->alike[x->count] |= UINT32_C(1) << i;
		}
	for (int i = 0; i < x->count; i++)
		if (x->events[i].thread == event.thread ? event.thread >= 0
							: x->events[i].thread < 0)
			relate(&x->sb, i, x->count);
	x->events[x->count] = event;
	return x->count++;
}

static void add_op(struct search *s, const struct op *op, int thread)
{
	bool fails = op->kind == CAS && s->fails >> op->result & 1;
	struct event e = { .at = op->at, .thread = thread, .op = op, .order = op->order };
	int read = -1, write;

	if (op->kind == FENCE) {
		e.fence = true;
		add_event(&s->x, e);
		return;
	}
	if (op->kind != STORE) {
		e.reads = true;
		e.order = fails ? op->failure : op->order;
		read = add_event(&s->x, e);
	}
	if (op->kind == LOAD || fails)
		return;
	e.reads = false;
	e.writes = true;
	write = add_event(&s->x, e);
	if (read >= 0)
		relate(&s->x.rmw, read, write);
}

static void make_events(struct search *s)
{
	const struct program *p = s->program;

	s->x = (struct execution){ .count = 0 };
	for (int i = 0; i < p->locations; i++)
		add_event(&s->x, (struct event){ .writes = true, .at = i, .thread = -1 });
	for (int i = 0; i < p->threads; i++)
		for (int j = 0; j < p->count[i]; j++)
			add_op(s, &p->ops[i][j], i);
}

/* ---- values */
static int stored(const struct event *e, int found)
{
	if (!e->op)
		return 0;
	return e->op->kind == FETCH_ADD ? (found + e->op->value) & 255 : e->op->value;
}

/* sb and rf together have no cycle.  So after as many rounds as there are events, all values are
 * known. */
static void set_values(struct search *s)
{
	struct execution *x = &s->x;

	for (int round = 0; round < x->count; round++)
		for (int i = 0; i < x->count; i++) {
			struct event *e = &x->events[i];

			if (e->reads)
				e->value = x->events[s->source[i]].value;
			else if (e->writes)
				e->value = stored(e, i ? x->events[i - 1].value : 0);
		}
}

static bool fits(const struct search *s)
{
	for (int i = 0; i < s->x.count; i++) {
		const struct event *e = &s->x.events[i];

		if (e->reads && e->op->kind == CAS &&
		    (e->value == e->op->expected) == (s->fails >> e->op->result & 1))
			return false;
	}
	return true;
}

/* ---- orders of the writes */
static void judge(struct search *s)
{
	int registers[MOST_READS] = { 0 };
	int last[MOST_LOCATIONS];

	if (!is_consistent(&s->x, s->axioms))
		return;
	for (int i = 0; i < s->x.count; i++)
		if (s->x.events[i].reads)
			registers[s->x.events[i].op->result] = s->x.events[i].value;
	for (int i = 0; i < s->program->locations; i++)
		last[i] = s->x.events[s->last[i]].value;
	s->found(s->context, registers, last);
}

/* Whether write I, of location AT, comes before an earlier write of its thread there.  BEFORE: the
 * writes that have their place. */
static bool is_too_early(const struct search *s, int i, int at, uint32_t before)
{
	for (int j = 0; j < s->x.count; j++)
		if (s->x.events[j].writes && s->x.events[j].at == at && !(before >> j & 1) &&
		    s->x.sb.row[j] >> i & 1)
			return true;
	return false;
}

static void order_writes(struct search *s, int at, uint32_t before)
{
	relation mo = s->x.mo;
	bool is_complete = true;

	if (at == s->program->locations) {
		judge(s);
		return;
	}
	for (int i = 0; i < s->x.count; i++) {
		const struct event *e = &s->x.events[i];

		if (!e->writes || e->at != at || before >> i & 1)
			continue;
		is_complete = false;
		if (is_too_early(s, i, at, before))
			continue;
		for (int j = 0; j < s->x.count; j++)
			if (before >> j & 1)
				relate(&s->x.mo, j, i);
		s->last[at] = i;
		order_writes(s, at, before | UINT32_C(1) << i);
		s->x.mo = mo;
	}
	if (is_complete && is_coherent_alone(&s->x, at)) {
		int last = s->last[at];

		order_writes(s, at + 1,
		    at + 1 < s->program->locations ? UINT32_C(1) << (at + 1) : 0);
		s->last[at] = last;
	}
}

/* ---- what each read, from event FIRST on, reads from */
static void choose_sources(struct search *s, int first)
{
	relation rf = s->x.rf;

	while (first < s->x.count && !s->x.events[first].reads)
		first++;
	if (has_thin_air(&s->x))
		return;
	if (first == s->x.count) {
		set_values(s);
		s->last[0] = 0;
		if (fits(s))
			order_writes(s, 0, 1);
		return;
	}
	for (int i = 0; i < s->x.count; i++) {
		if (!s->x.events[i].writes || s->x.events[i].at != s->x.events[first].at)
			continue;
		s->source[first] = i;
		relate(&s->x.rf, i, first);
		choose_sources(s, first + 1);
		s->x.rf = rf;
	}
}

static unsigned cas_results(const struct program *p)
{
	unsigned results = 0;

	for (int i = 0; i < p->threads; i++)
		for (int j = 0; j < p->count[i]; j++)
			if (p->ops[i][j].kind == CAS)
				results |= 1u << p->ops[i][j].result;
	return results;
}

void enumerate(const struct program *program, enum axioms axioms, found_function *found,
    void *context)
{
	struct search s = { .program = program,
		.axioms = axioms,
		.found = found,
		.context = context };
	unsigned all = cas_results(program);

	/* each subset of ALL */
	do {
		make_events(&s);
		choose_sources(&s, 0);
		s.fails = (s.fails - all) & all;
	} while (s.fails);
}
