/* canonical.pml: the least form of a state over renamings of what is alike.
 *
 * The model defines the tables: canon_group says where the elements of each
 * array are in the list of all elements (canon_old) and what the digits of their
 * indices are; canon_segment the same for the values of an operation under way.
 * Behind the elements there are the roots, which are a set for each mutator
 * (CANON_SORTS).  A form is one renaming of the objects together with one of the
 * mutators; for each of them it is worked out once where each element of the
 * renamed state comes from (canon_source), and the least is found element by
 * element.  In a replay the renaming is told: `@ renamed objects=2,0,1', the new
 * name of each.
 *
 * Where metadata holds references, CANON_META_REFERS says which, and they may be null or one of
 * CANON_TAGS tags, which keep their numbers. */
#ifndef CANON_META_REFERS
#define CANON_TAGS 0
#define CANON_META_REFERS(meta) 0
#endif
c_code {
extern int readtrail;
static int canon_forms;
static unsigned char (*canon_object)[CANON_OBJECTS + 2 + CANON_TAGS], (*canon_mutator)[CANON_MUTATORS];
static unsigned char (*canon_was)[CANON_MUTATORS];      /* the other way round */
static unsigned short (*canon_source)[CANON_ELEMENTS];
static unsigned short (*canon_op)[CANON_OP_VALUES + 1];
static unsigned char canon_values[CANON_ELEMENTS];
static unsigned canon_mask[CANON_ELEMENTS], canon_op_mask[CANON_OP_VALUES + 1];

static int canon_root_to(int root, const unsigned char *mutators)
{
	int of = 0;

	while (root >= canon_first_root[of + 1])
		of++;
	return canon_first_root[mutators[of]] + root - canon_first_root[of];
}

/* The digit VALUE after the renaming. */
static int canon_digit_to(int kind, int value, const unsigned char *objects,
    const unsigned char *mutators)
{
	int first_root = (CANON_OBJECTS + 1) * CANON_SLOTS_EACH;

	if (kind == CANON_OBJECT)
		return value < CANON_OBJECTS ? objects[value] : value;
	if (kind == CANON_MUTATOR)
		return mutators[value];
	if (kind != CANON_ADDRESS)
		return value;
	if (value >= first_root)
		return first_root + canon_root_to(value - first_root, mutators);
	if (value >= CANON_OBJECTS * CANON_SLOTS_EACH)
		return value;
	return objects[value / (CANON_SLOTS_EACH + !CANON_SLOTS_EACH)] * CANON_SLOTS_EACH
	    + value % (CANON_SLOTS_EACH + !CANON_SLOTS_EACH);
}

static unsigned canon_digit_mask(int kind, int value)
{
	if (kind == CANON_OBJECT && value < CANON_OBJECTS)
		return 1u << value;
	if (kind == CANON_ADDRESS && value < CANON_OBJECTS * CANON_SLOTS_EACH)
		return 1u << value / (CANON_SLOTS_EACH + !CANON_SLOTS_EACH);
	return 0;
}

/* NUMBER after the renaming; it has DIGITS digits from FIRST on. *mask: the objects in it. */
static int canon_number_to(int first, int digits, int number, const unsigned char *objects,
    const unsigned char *mutators, unsigned *mask)
{
	int result = 0, weight = 1, i;

	*mask = 0;
	for (i = first + digits - 1; i >= first; i--) {
		int value = number % canon_digit[i].radix;

		number /= canon_digit[i].radix;
		*mask |= canon_digit_mask(canon_digit[i].kind, value);
		result += weight * canon_digit_to(canon_digit[i].kind, value, objects, mutators);
		weight *= canon_digit[i].radix;
	}
	return result;
}

/* Permutation NUMBER of COUNT things that are ALIKE.  Number 0 changes nothing. */
static void canon_permute(int number, int count, int alike, unsigned char *to)
{
	int i, j, free = count;

	for (i = 0; i < count; i++)
		to[i] = i;
	for (i = 0; alike && i < count; i++, free--) {
		unsigned char other;

		j = i + number % free;
		number /= free;
		other = to[i];
		to[i] = to[j];
		to[j] = other;
	}
}

static int canon_count(int count, int alike)
{
	return alike && count > 1 ? count * canon_count(count - 1, 1) : 1;
}

static void canon_plan_form(int form)
{
	const unsigned char *objects = canon_object[form], *mutators = canon_mutator[form];
	unsigned mask;
	int i, j, to;

	for (i = 0; i < CANON_GROUPS; i++)
		for (j = 0; j < canon_group[i].count; j++) {
			const struct canon_group *group = &canon_group[i];

			to = canon_number_to(group->digit, group->digits, j, objects, mutators, &mask);
			canon_source[form][group->first + to] = group->first + j;
			canon_values[group->first + j] = group->values;
			canon_mask[group->first + j] = group->refers ? mask : 0;
		}
	for (i = 0; i < CANON_SEGMENTS; i++)
		for (j = 0; j < canon_segment[i].count; j++) {
			const struct canon_segment *segment = &canon_segment[i];

			to = canon_number_to(segment->digit, segment->digits, j, objects, mutators, &mask);
			canon_op[form][segment->first + j] = segment->first + to;
			canon_op_mask[segment->first + j] = mask;
			canon_op_at[segment->first + j] = i;
		}
}

static void canon_plan(void)
{
	int of_objects = canon_count(CANON_OBJECTS, CANON_OBJECTS_ALIKE);
	int of_mutators = canon_count(CANON_RUNNERS, CANON_MUTATORS_ALIKE), i, j;

	canon_forms = of_objects * of_mutators;
	canon_object = calloc(canon_forms, sizeof *canon_object);
	canon_mutator = calloc(canon_forms, sizeof *canon_mutator);
	canon_was = calloc(canon_forms, sizeof *canon_was);
	canon_source = calloc(canon_forms, sizeof *canon_source);
	canon_op = calloc(canon_forms, sizeof *canon_op);
	if (!canon_object || !canon_mutator || !canon_was || !canon_source || !canon_op) {
		printf("pan: out of memory\n");
		exit(1);
	}
	for (i = 0; i < canon_forms; i++) {
		canon_permute(i % of_objects, CANON_OBJECTS, CANON_OBJECTS_ALIKE, canon_object[i]);
		/* null, LOST, and tags */
		for (j = CANON_OBJECTS; j < CANON_OBJECTS + 2 + CANON_TAGS; j++)
			canon_object[i][j] = j;
		canon_permute(i / of_objects, CANON_RUNNERS, CANON_MUTATORS_ALIKE, canon_mutator[i]);
		for (j = CANON_RUNNERS; j < CANON_MUTATORS; j++)
			canon_mutator[i][j] = j;
		for (j = 0; j < CANON_MUTATORS; j++)
			canon_was[i][canon_mutator[i][j]] = j;
		canon_plan_form(i);
	}
}

/* ------------------------------------------------------------------ windows */
/* What mutators hold back, CANON_WINDOW entries for each: location and 1 (0: no
 * entry), kind and value. */
#if CANON_WINDOW
#define CANON_HELD (CANON_MUTATORS * CANON_WINDOW)
struct canon_entry { int at, kind, value, meant_at, meant; };
static struct canon_entry canon_held[CANON_HELD], canon_held_new[CANON_HELD];

static void canon_gather_held(void)
{
	int i;

	for (i = 0; i < CANON_HELD; i++) {
		canon_held[i].at = now.mem_at[i];
		canon_held[i].value = now.mem_value[i];
#ifndef MEM_PLAIN
		canon_held[i].kind = now.mem_kind[i];
#endif
#ifdef MEM_MEANT
		canon_held[i].meant_at = now.mem_meant_at[i];
		canon_held[i].meant = now.mem_meant[i];
#endif
	}
}

static void canon_scatter_held(void)
{
	int i;

	for (i = 0; i < CANON_HELD; i++) {
		now.mem_at[i] = canon_held_new[i].at;
		now.mem_value[i] = canon_held_new[i].value;
#ifndef MEM_PLAIN
		now.mem_kind[i] = canon_held_new[i].kind;
#endif
#ifdef MEM_MEANT
		now.mem_meant_at[i] = canon_held_new[i].meant_at;
		now.mem_meant[i] = canon_held_new[i].meant;
#endif
	}
}

/* The cell that contains an entry's location. *first: the location of its part of cell 0. *each:
 * the distance from one cell's part to the next. */
static int canon_held_cell(int at, int *first, int *each)
{
	int slots = CANON_METAS * (CANON_OBJECTS + 1), location = at - 1;

	*each = location < slots ? 1 : CANON_SLOTS_EACH;
	*first = location < slots ? location - location % (CANON_OBJECTS + 1)
	    : slots + (location - slots) % (CANON_SLOTS_EACH + !CANON_SLOTS_EACH);
	return (location - *first) / (*each + !*each);
}

/* Whether an entry's location, AT - 1, holds references. */
static int canon_held_refers(int at)
{
	return at > CANON_METAS * (CANON_OBJECTS + 1)
	    || CANON_META_REFERS((at - 1) / (CANON_OBJECTS + 1));
}

static struct canon_entry canon_entry_to(int form, struct canon_entry entry)
{
	int first, each, cell;

	if (!entry.at)
		return entry;
	if (entry.meant_at) {
		cell = canon_held_cell(entry.meant_at, &first, &each);
		if (entry.meant_at > CANON_METAS * (CANON_OBJECTS + 1))
			entry.meant = canon_object[form][entry.meant];
		entry.meant_at = 1 + first + canon_object[form][cell] * each;
	}
	cell = canon_held_cell(entry.at, &first, &each);
	if (canon_held_refers(entry.at))
		entry.value = canon_object[form][entry.value];
	entry.at = 1 + first + canon_object[form][cell] * each;
	return entry;
}

/* The order in which mem_put() keeps plain stores: by their locations. */
static int canon_held_before(struct canon_entry a, struct canon_entry b)
{
	return CANON_HELD_SORTED && a.at && b.at && a.at < b.at
	    && (a.kind == 0 || a.kind == MEM_STORE) && (b.kind == 0 || b.kind == MEM_STORE);
}

static void canon_put_held(int form, struct canon_entry *to)
{
	int i, j, k;

	for (i = 0; i < CANON_MUTATORS; i++) {
		struct canon_entry *window = to + i * CANON_WINDOW;

		for (j = 0; j < CANON_WINDOW; j++) {
			struct canon_entry entry = canon_entry_to(form,
			    canon_held[canon_was[form][i] * CANON_WINDOW + j]);

			for (k = j; k > 0 && canon_held_before(entry, window[k - 1]); k--)
				window[k] = window[k - 1];
			window[k] = entry;
		}
	}
}

static int canon_compare_held(const struct canon_entry *a, const struct canon_entry *b)
{
	int i;

	for (i = 0; i < CANON_HELD; i++) {
		if (a[i].at != b[i].at)
			return a[i].at < b[i].at ? -1 : 1;
		if (a[i].value != b[i].value)
			return a[i].value < b[i].value ? -1 : 1;
		if (a[i].kind != b[i].kind)
			return a[i].kind < b[i].kind ? -1 : 1;
		if (a[i].meant_at != b[i].meant_at)
			return a[i].meant_at < b[i].meant_at ? -1 : 1;
		if (a[i].meant != b[i].meant)
			return a[i].meant < b[i].meant ? -1 : 1;
	}
	return 0;
}

static unsigned canon_held_cells(void)
{
	unsigned cells = 0;
	int i, first, each;

	for (i = 0; i < CANON_HELD; i++) {
		if (!canon_held[i].at)
			continue;
		cells |= 1u << canon_held_cell(canon_held[i].at, &first, &each);
		if (canon_held_refers(canon_held[i].at))
			cells |= 1u << canon_held[i].value;
	}
	return cells;
}
#else
#define canon_gather_held()
#define canon_scatter_held()
#define canon_held_cells() 0
#endif

/* ------------------------------------------------------------------- garbage */
/* The cells that roots, work or operations refer to, and the cells that these refer to. */
static unsigned canon_referred(void)
{
	unsigned cells = 1u << CANON_OBJECTS | canon_held_cells(); /* what null's cell holds counts */
	unsigned before;
	int i, j;

	for (i = 0; i < CANON_ROOTS; i++)
		cells |= 1u << canon_old[CANON_ELEMENTS + i];
	for (i = 0; i < CANON_ELEMENTS; i++) {
		if (!canon_mask[i] && canon_values[i] != 2)
			continue;
		if (canon_values[i] == 2)
			cells |= canon_op_mask[canon_old[i]];
		else if (canon_old[i])
			cells |= canon_mask[i];
	}
	do {
		before = cells;
		for (i = 0; i <= CANON_OBJECTS; i++)
			for (j = 0; cells >> i & 1 && j < CANON_SLOTS_EACH; j++)
				cells |= 1u << canon_old[CANON_SLOTS + i * CANON_SLOTS_EACH + j];
		for (i = 0; i <= CANON_OBJECTS; i++)
			for (j = 0; cells >> i & 1 && j < CANON_METAS; j++)
				if (CANON_META_REFERS(j))
					cells |= 1u << canon_old[CANON_FIRST_META + j * (CANON_OBJECTS + 1) + i];
	} while (cells != before);
	return cells;
}

#ifdef CANON_MEANT
/* Object I is forgotten, as if it were freed (meant_lose). */
static void canon_lose(int i)
{
	int j;

	for (j = 0; j < WORDS; j++)
		canon_old[CANON_MEANT + j * (CANON_OBJECTS + 1) + i] = 0;
	for (j = 0; j < (CANON_OBJECTS + 1) * CANON_SLOTS_EACH + 2 * CANON_MUTATORS; j++)
		if (canon_old[CANON_MEANT_REFERENCES + j] == i)
			canon_old[CANON_MEANT_REFERENCES + j] = CANON_OBJECTS + 1;
	for (j = 0; j < CANON_SLOTS_EACH; j++)
		canon_old[CANON_MEANT_REFERENCES + i * CANON_SLOTS_EACH + j] = CANON_OBJECTS;
	for (j = 0; j < CANON_ROOTS; j++)
		if (canon_meant_root[j] == i)
			canon_meant_root[j] = CANON_OBJECTS + 1;
#if CANON_WINDOW
	for (j = 0; j < CANON_HELD; j++) {
		int first, each;

		if (!canon_held[j].meant_at)
			continue;
		if (canon_held_cell(canon_held[j].meant_at, &first, &each) == i)
			canon_held[j].meant_at = canon_held[j].meant = 0;
		else if (canon_held[j].meant_at > CANON_METAS * (CANON_OBJECTS + 1) &&
		    canon_held[j].meant == i)
			canon_held[j].meant = CANON_OBJECTS + 1;
	}
#endif
}
#else
#define canon_lose(i)
#endif

static void canon_wipe(void)
{
	unsigned cells = canon_referred();
	int i, j;

	for (i = 0; i < CANON_OBJECTS; i++) {
		if (cells >> i & 1)
			continue;
		canon_lose(i);
		canon_old[i] = 0;
		for (j = 0; j < CANON_METAS; j++)
			canon_old[CANON_FIRST_META + j * (CANON_OBJECTS + 1) + i] = canon_meta[j];
		for (j = 0; j < CANON_SLOTS_EACH; j++)
			canon_old[CANON_SLOTS + i * CANON_SLOTS_EACH + j] = CANON_OBJECTS;
	}
}

/* --------------------------------------------------------------------- forms */
/* Puts the roots of FORM into TO. where[i]: the old number of root i. */
static void canon_put_roots(int form, int *to, int *where)
{
	int i, j, k;

	for (i = 0; i < CANON_MUTATORS; i++) {
		int first = canon_first_root[i], old = canon_first_root[canon_was[form][i]];

		for (j = 0; j < canon_first_root[i + 1] - first; j++) {
			int value = canon_object[form][canon_old[CANON_ELEMENTS + old + j]];
#ifdef CANON_MEANT
			value = value * (CANON_OBJECTS + 2) + canon_object[form][canon_meant_root[old + j]];
#endif

			for (k = j; CANON_SORTS && k > 0 && to[first + k - 1] > value; k--) {
				to[first + k] = to[first + k - 1];
				where[first + k] = where[first + k - 1];
			}
			to[first + k] = value;
			where[first + k] = old + j;
		}
	}
}

static int canon_element(int form, int element)
{
	int value = canon_old[canon_source[form][element]];

	if (canon_values[element] == 1)
		return canon_object[form][value];
	return canon_values[element] == 2 ? canon_op[form][value] : value;
}

/* If FORM is less than canon_new, replaces canon_new. */
static int canon_try(int form, int *where)
{
	int roots[CANON_ROOTS + 1], from[CANON_ROOTS + 1], i, value, less = form == 0;
#if CANON_WINDOW
	struct canon_entry held[CANON_HELD];

	canon_put_held(form, held);
#endif
	canon_put_roots(form, roots, from);
	for (i = 0; !less && i < CANON_ROOTS; i++) {
		if (roots[i] > canon_new[CANON_ELEMENTS + i])
			return 0;
		less = roots[i] < canon_new[CANON_ELEMENTS + i];
	}
#if CANON_WINDOW
	if (!less) {
		value = canon_compare_held(held, canon_held_new);
		if (value > 0)
			return 0;
		less = value < 0;
	}
#endif
	for (i = 0; !less && i < CANON_ELEMENTS; i++) {
		value = canon_element(form, i);
		if (value > canon_new[i])
			return 0;
		if (value < canon_new[i])
			break;
	}
	if (!less && i == CANON_ELEMENTS)
		return 0;
	for (i = less ? 0 : i; i < CANON_ELEMENTS; i++)
		canon_new[i] = canon_element(form, i);
#if CANON_WINDOW
	memcpy(canon_held_new, held, sizeof held);
#endif
	for (i = 0; i < CANON_ROOTS; i++) {
		canon_new[CANON_ELEMENTS + i] = roots[i];
		where[i] = from[i];
	}
	return 1;
}

static void canon_tell(int form, const int *where)
{
	int to[CANON_ROOTS + 1], i;

	printf("@ renamed objects=");
	for (i = 0; i < CANON_OBJECTS; i++)
		printf("%s%d", i ? "," : "", canon_object[form][i]);
	printf(" mutators=");
	for (i = 0; i < CANON_MUTATORS; i++)
		printf("%s%d", i ? "," : "", canon_mutator[form][i]);
	for (i = 0; i < CANON_ROOTS; i++)
		to[where[i]] = i;
	printf(" roots=");
	for (i = 0; i < CANON_ROOTS; i++)
		printf("%s%d", i ? "," : "", to[i]);
	printf("\n");
}

static void canonical_state(void)
{
	int where[CANON_ROOTS + 1], form, best = 0;

	if (now.finished) {            /* all ends are one */
		canon_clear();
		return;
	}
	if (!canon_forms)
		canon_plan();
	canon_gather();
	canon_gather_held();
	if (CANON_FORGETS)
		canon_wipe();
	for (form = 0; form < canon_forms; form++)
		if (canon_try(form, where))
			best = form;
	canon_scatter();
	canon_scatter_held();
	if (readtrail)
		canon_tell(best, where);
}
}
