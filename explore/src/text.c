/* text.c: what is explored, as text. */
#include "explore/src/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "explore/src/room.h"

/* ------------------------------------------------------------------------ numbers */
static void put_text(struct text *text, const char *added, size_t length)
{
	if (text->length + length + 1 > text->room) {
		text->room = (text->length + length) * 2 + 4096;
		text->at = gcx_room(text->at, text->room, 1);
	}
	memcpy(text->at + text->length, added, length);
	text->length += length;
	text->at[text->length] = '\0';
}

void gcx_put_word(struct text *text, const char *word)
{
	put_text(text, word, strlen(word));
	put_text(text, " ", 1);
}

void gcx_put(struct text *text, uint64_t number)
{
	char digits[32];

	snprintf(digits, sizeof digits, "%" PRIx64, number);
	gcx_put_word(text, digits);
}

void gcx_put_line(struct text *text)
{
	text->at[text->length - 1] = '\n';
}

static void fail(struct text *text, const char *wrong)
{
	if (!text->wrong)
		text->wrong = wrong;
}

/* The next word and its length; 0 after something wrong. */
static const char *next_word(struct text *text, size_t *length)
{
	const char *word = text->at + text->read;

	*length = 0;
	if (text->wrong)
		return word;
	while (text->read < text->length && !isspace((unsigned char)text->at[text->read]))
		text->read++;
	*length = (size_t)(text->at + text->read - word);
	if (text->read == text->length || *length == 0)
		fail(text, "something is missing");
	else
		text->read++;
	return word;
}

static uint64_t number_of(struct text *text, const char *word, size_t length, uint64_t most)
{
	char digits[20] = "";
	char *end = digits;
	uint64_t number = 0;

	if (length > 0 && length <= 16) {
		memcpy(digits, word, length);
		number = strtoull(digits, &end, 16);
	}
	if (length == 0 || end != digits + length || number > most)
		fail(text, "a number is wrong");
	return text->wrong ? 0 : number;
}

uint64_t gcx_get(struct text *text, uint64_t most)
{
	size_t length;
	const char *word = next_word(text, &length);

	return number_of(text, word, length, most);
}

bool gcx_get_word(struct text *text, const char *word)
{
	size_t length;
	const char *found = next_word(text, &length);

	return length == strlen(word) && memcmp(found, word, length) == 0;
}

/* ------------------------------------------------------------------------ addresses */
/* A program or library, and an address that it is to have, or that is relative to it. */
struct module {
	uint64_t name; /* a hash of it */
	uintptr_t at, base;
	bool by_name, found;
};

static uint64_t hash_of(const char *text, size_t length)
{
	uint64_t hash = 0xcbf29ce484222325u;

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
	return hash;
}

static int look_at_module(struct dl_phdr_info *info, size_t size, void *of)
{
	struct module *wanted = of;
	uint64_t name = hash_of(info->dlpi_name, strlen(info->dlpi_name)) >> 32;

	(void)size;
	if (wanted->by_name) {
		wanted->found = name == wanted->name;
	} else {
		for (unsigned i = 0; i < info->dlpi_phnum; i++)
			if (info->dlpi_phdr[i].p_type == PT_LOAD &&
			    wanted->at - info->dlpi_addr - info->dlpi_phdr[i].p_vaddr <
				info->dlpi_phdr[i].p_memsz)
				wanted->found = true;
	}
	if (wanted->found) {
		wanted->name = name;
		wanted->base = info->dlpi_addr;
	}
	return wanted->found;
}

/* A letter says what the number after it is relative to: [h]eap, [s]tack of a task, [m]odule, or to
 * [n]othing. */
static void put_relative(struct text *text, char to, uint64_t which, uint64_t offset)
{
	char word[64];

	snprintf(word, sizeof word, "%c%" PRIx64 "+%" PRIx64, to, which, offset);
	gcx_put_word(text, word);
}

/* The number of the object (object.h) is in the upper bits of the offset. */
static void put_address(const struct explorer *x, struct text *text, uintptr_t location)
{
	uintptr_t at = gcx_address(location), number = location - at;
	struct module module = { .at = at };
	struct stacks stacks = x->stacks;
	unsigned owner = gcx_stack_owner(&stacks, at);

	if (at == 0) {
		put_relative(text, 'n', 0, 0);
		return;
	}
	if (x->heap.start && at - (uintptr_t)x->heap.start < HEAP_PART * GCX_TASKS) {
		put_relative(text, 'h', 0, at - (uintptr_t)x->heap.start + number);
		return;
	}
	if (owner < GCX_TASKS) {
		put_relative(text, 's', owner,
		    at - (uintptr_t)gcx_stack_of(&stacks, owner) + number);
		return;
	}
	if (dl_iterate_phdr(look_at_module, &module))
		put_relative(text, 'm', module.name, at - module.base + number);
	else if (text->absolute)
		put_relative(text, 'n', 0, location);
	else
		fail(text,
		    "a location is neither static, nor of gcx_allocate, nor on a task's stack");
}

static uintptr_t base_of(struct explorer *x, struct text *text, char to, uint64_t which)
{
	struct module module = { .name = which, .by_name = true };

	switch (to) {
	case 'n': return 0;
	case 'h': gcx_heap_reserve(&x->heap); return (uintptr_t)x->heap.start;
	case 's':
		if (which < GCX_TASKS)
			return (uintptr_t)gcx_stack_of(&x->stacks, (unsigned)which);
		break;
	case 'm':
		if (dl_iterate_phdr(look_at_module, &module))
			return module.base;
		break;
	default: break;
	}
	fail(text, "an address is of another program");
	return 0;
}

static uintptr_t get_address(struct explorer *x, struct text *text)
{
	size_t length, plus;
	const char *word = next_word(text, &length);
	const char *sign = length > 1 ? memchr(word, '+', length) : NULL;
	uint64_t which, offset;

	if (!sign) {
		fail(text, "an address is wrong");
		return 0;
	}
	plus = (size_t)(sign - word);
	which = number_of(text, word + 1, plus - 1, UINT64_MAX);
	offset = number_of(text, sign + 1, length - plus - 1, UINT64_MAX);
	return text->wrong ? 0 : base_of(x, text, *word, which) + offset;
}

/* ------------------------------------------------------------------------ labels */
void gcx_put_label(const struct explorer *x, struct text *text, const struct label *label)
{
	gcx_put(text, label->task);
	gcx_put(text, label->choice);
	put_address(x, text, label->at);
	gcx_put(text, label->size);
	gcx_put(text, label->footprint);
	gcx_put(text, label->joined);
	gcx_put(text, label->spawned);
	gcx_put_line(text);
}

void gcx_get_label(struct explorer *x, struct text *text, struct label *label)
{
	*label = (struct label){ .task = (uint16_t)gcx_get(text, GCX_TASKS - 1) };
	label->choice = (__typeof__(label->choice))gcx_get(text, GCX_CHOICES);
	label->at = get_address(x, text);
	label->size = (uint8_t)gcx_get(text, 8);
	label->footprint = (enum footprint)gcx_get(text, EVERYTHING);
	label->joined = (uint16_t)gcx_get(text, NO_TASK);
	label->spawned = gcx_get(text, UINT64_MAX);
}

void gcx_put_labels(const struct explorer *x, struct text *text, const struct labels *labels)
{
	gcx_put(text, labels->count);
	gcx_put_line(text);
	for (size_t i = 0; i < labels->count; i++)
		gcx_put_label(x, text, &labels->at[i]);
}

void gcx_get_labels(struct explorer *x, struct text *text, struct labels *labels)
{
	uint64_t count = gcx_get(text, text->length);

	for (uint64_t i = 0; i < count && !text->wrong; i++) {
		struct label label;

		gcx_get_label(x, text, &label);
		gcx_add_label(labels, &label);
	}
}

/* ------------------------------------------------------------------------ trees */
/* Each branch has its depth, from 1, and comes before its children.  The end is a depth of 0.
 * Without recursion: a sequence is as deep as an execution is long. */
void gcx_put_tree(const struct explorer *x, struct text *text, const struct branch *tree)
{
	const struct branch **above = NULL;
	size_t depth = 0, room = 0;

	while (tree || depth > 0) {
		if (!tree) {
			tree = above[--depth]->next;
			continue;
		}
		if (depth == room)
			above = gcx_room(above, room = room * 2 + 64, sizeof *above);
		above[depth++] = tree;
		gcx_put(text, depth);
		gcx_put_label(x, text, &tree->label);
		tree = tree->children;
	}
	gcx_put(text, 0);
	gcx_put_line(text);
	free(above);
}

struct branch *gcx_get_tree(struct explorer *x, struct text *text)
{
	struct branch *tree = NULL, ***ends = NULL;
	size_t room = 0, above = 0;
	uint64_t depth;

	while ((depth = gcx_get(text, above + 1)) > 0) {
		struct label label;

		if (depth + 1 > room)
			ends = gcx_room(ends, room = room * 2 + 64, sizeof *ends);
		if (depth == 1 && above == 0)
			ends[0] = &tree;
		gcx_get_label(x, text, &label);
		*ends[depth - 1] = gcx_new_branch(&label);
		ends[depth] = &(*ends[depth - 1])->children;
		ends[depth - 1] = &(*ends[depth - 1])->next;
		above = depth;
	}
	free(ends);
	return tree;
}

/* ------------------------------------------------------------------------ the rest */
void gcx_put_string(struct text *text, const char *string)
{
	gcx_put(text, strlen(string));
	for (const char *c = string; *c; c++)
		gcx_put(text, (unsigned char)*c);
}

void gcx_get_string(struct text *text, char *string, uint64_t size)
{
	uint64_t length = gcx_get(text, size - 1);

	for (uint64_t i = 0; i < length; i++)
		string[i] = (char)gcx_get(text, UINT8_MAX);
	string[length] = '\0';
}

void gcx_put_tasks(const struct explorer *x, struct text *text)
{
	gcx_put(text, x->task_count);
	for (unsigned i = 1; i < x->task_count; i++) {
		gcx_put(text, x->birth[i].parent);
		gcx_put(text, x->birth[i].child);
	}
	gcx_put_line(text);
}

void gcx_get_tasks(struct explorer *x, struct text *text)
{
	x->task_count = (unsigned)gcx_get(text, GCX_TASKS);
	for (unsigned i = 1; i < x->task_count; i++) {
		x->birth[i].parent = (unsigned)gcx_get(text, GCX_TASKS - 1);
		x->birth[i].child = (unsigned)gcx_get(text, UINT32_MAX);
	}
	if (gcx_clock_width < x->task_count)
		gcx_clock_width = x->task_count;
}

/* ------------------------------------------------------------------------ the sum */
void gcx_move_text(struct text *text, struct text *from)
{
	put_text(text, from->at, from->length);
	from->length = 0;
}

void gcx_put_sum(struct text *text)
{
	uint64_t sum = hash_of(text->at, text->length);

	gcx_put_word(text, "sum");
	gcx_put(text, sum);
	gcx_put_line(text);
}

bool gcx_check_sum(struct text *text)
{
	size_t end = text->length, read = text->read;

	/* the last line */
	while (end > 0 && text->at[end - 1] != '\n')
		end--;
	if (end != text->length || end == 0)
		return false;
	for (end--; end > 0 && text->at[end - 1] != '\n'; end--)
		;
	text->read = end;
	if (!gcx_get_word(text, "sum") || gcx_get(text, UINT64_MAX) != hash_of(text->at, end) ||
	    text->wrong)
		return false;
	text->length = end;
	text->read = read;
	return true;
}
