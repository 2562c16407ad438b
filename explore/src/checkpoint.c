/* checkpoint.c: an exploration that goes on in another process.
 *
 * Between two executions its state is: the steps that the next one has in common with the last one,
 * what is to be explored from each point, what need not be, and what was counted. */
#include "explore/src/checkpoint.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "explore/src/explorer.h"
#include "explore/src/room.h"
#include "explore/src/text.h"

enum { USUAL_SECONDS = 60 };

/* ------------------------------------------------------------------------ what is explored */
void gcx_put_options(const struct explorer *x, struct text *text)
{
	gcx_put_word(text, "gcexplore state 1");
	gcx_put_line(text);
	gcx_put(text, x->options.reduction);
	gcx_put(text, x->options.tmc);
	gcx_put(text, x->options.most_steps);
	gcx_put(text, x->prefixes.wanted);
	gcx_put(text, x->options.symmetry);
	gcx_put(text, x->options.finds_uninitialised);
	gcx_put(text, x->options.bound_preemptions ? x->options.most_preemptions + UINT64_C(1) : 0);
	gcx_put(text, x->options.seed);
	gcx_put(text, x->options.pct_depth);
	gcx_put_line(text);
}

/* Whether what is there is what gcx_put_options would write. */
void gcx_check_options(const struct explorer *x, struct text *text)
{
	struct text wanted = { 0 };
	const char *line;

	gcx_put_options(x, &wanted);
	line = strchr(wanted.at, '\n');
	if (text->length < wanted.length ||
	    memcmp(text->at, wanted.at, (size_t)(line - wanted.at)) != 0)
		text->wrong = "this is no state of an exploration, or of another version";
	else if (memcmp(text->at, wanted.at, wanted.length) != 0)
		text->wrong = "other options were given";
	text->read = wanted.length;
	free(wanted.at);
}

/* ------------------------------------------------------------------------ what was counted */
void gcx_put_counts(const struct explorer *x, struct text *text)
{
	gcx_put(text, x->result->complete);
	gcx_put(text, x->result->blocked);
	gcx_put(text, x->result->pruned);
	gcx_put(text, x->result->steps);
	gcx_put(text, x->result->deepest);
	gcx_put(text, x->executions);
	gcx_put(text, x->cut);
	gcx_put(text, x->prefixes.cut);
	gcx_put(text, x->has_plain);
	gcx_put_string(text, x->loop);
	gcx_put_line(text);
}

void gcx_get_counts(struct explorer *x, struct text *text)
{
	x->result->complete = gcx_get(text, UINT64_MAX);
	x->result->blocked = gcx_get(text, UINT64_MAX);
	x->result->pruned = gcx_get(text, UINT64_MAX);
	x->result->steps = gcx_get(text, UINT64_MAX);
	x->result->deepest = (unsigned)gcx_get(text, UINT32_MAX);
	x->executions = gcx_get(text, UINT64_MAX);
	x->cut = gcx_get(text, 1);
	x->prefixes.cut = gcx_get(text, 1);
	x->has_plain = gcx_get(text, 1);
	gcx_get_string(text, x->loop, sizeof x->loop);
}

/* ------------------------------------------------------------------------ nodes */
static void put_nodes(const struct explorer *x, struct text *text)
{
	gcx_put(text, x->node_count);
	gcx_put_line(text);
	for (uint32_t i = 0; i < x->node_count; i++) {
		const struct node *node = &x->nodes[i];

		gcx_put(text, node->explored);
		gcx_put(text, node->more);
		gcx_put(text, node->preemptions);
		gcx_put(text, node->prefix.high);
		gcx_put(text, node->prefix.low);
		gcx_put_label(x, text, &node->label);
		gcx_put_labels(x, text, &node->asleep);
		gcx_put_tree(x, text, node->tree);
	}
}

static void get_nodes(struct explorer *x, struct text *text)
{
	uint64_t count = gcx_get(text, UINT32_MAX - 1);

	for (uint64_t i = 0; i < count && !text->wrong; i++) {
		struct node *node = gcx_add_node(x);

		node->explored = (uint32_t)gcx_get(text, UINT32_MAX);
		node->more = gcx_get(text, 1);
		node->preemptions = (uint32_t)gcx_get(text, UINT32_MAX);
		node->prefix.high = gcx_get(text, UINT64_MAX);
		node->prefix.low = gcx_get(text, UINT64_MAX);
		gcx_get_label(x, text, &node->label);
		gcx_get_labels(x, text, &node->asleep);
		node->tree = gcx_get_tree(x, text);
		if (!node->tree && !text->wrong)
			text->wrong = "a step is missing";
	}
	x->diverges = x->node_count ? x->node_count - 1 : 0;
}

/* ------------------------------------------------------------------------ writing */
static void put_state(const struct explorer *x, struct text *text)
{
	gcx_put_options(x, text);
	gcx_put_counts(x, text);
	gcx_put_tasks(x, text);
	gcx_put_prefixes(&x->prefixes, text);
	put_nodes(x, text);
	gcx_put_sum(text);
}

/* NULL: it was written. */
static const char *write_file(const char *path, const struct text *text)
{
	FILE *file = fopen(path, "w");
	bool good;

	if (!file)
		return strerror(errno);
	good = fwrite(text->at, 1, text->length, file) == text->length && fflush(file) == 0 &&
	    fsync(fileno(file)) == 0;
	good = fclose(file) == 0 && good;
	return good ? NULL : strerror(errno);
}

const char *gcx_write_whole(const char *path, const struct text *text)
{
	size_t size = strlen(path) + sizeof ".tmp";
	char *temporary = gcx_room(NULL, size, 1);
	const char *wrong;

	snprintf(temporary, size, "%s.tmp", path);
	wrong = text->wrong ? text->wrong : write_file(temporary, text);
	if (!wrong && rename(temporary, path) != 0)
		wrong = strerror(errno);
	free(temporary);
	return wrong;
}

static void write_state(struct explorer *x, const char *path)
{
	struct text text = { 0 };
	const char *wrong;

	put_state(x, &text);
	wrong = gcx_write_whole(path, &text);
	if (wrong)
		snprintf(x->result->note, sizeof x->result->note, "%s is not written: %s", path,
		    wrong);
	free(text.at);
}

void gcx_checkpoint(struct explorer *x, bool at_end)
{
	unsigned seconds =
	    x->options.checkpoint_seconds ? x->options.checkpoint_seconds : USUAL_SECONDS;

	if (!x->options.checkpoint ||
	    (!at_end && gcx_now() - x->kept < seconds * UINT64_C(1000000000)))
		return;
	write_state(x, x->options.checkpoint);
	x->kept = gcx_now();
}

void gcx_drop_checkpoint(struct explorer *x)
{
	if (x->options.checkpoint)
		remove(x->options.checkpoint);
}

/* ------------------------------------------------------------------------ reading */
static bool read_file(FILE *file, struct text *text)
{
	size_t got;

	do {
		text->room = text->room * 2 + 4096;
		text->at = gcx_room(text->at, text->room, 1);
		got = fread(text->at + text->length, 1, text->room - text->length - 1, file);
		text->length += got;
	} while (got > 0);
	text->at[text->length] = '\0';
	return !ferror(file);
}

bool gcx_read_whole(const struct explorer *x, const char *path, struct text *text)
{
	FILE *file = fopen(path, "r");

	*text = (struct text){ 0 };
	if (!file && errno == ENOENT)
		return false;
	if (!file || !read_file(file, text))
		text->wrong = strerror(errno);
	else
		gcx_check_options(x, text);
	if (!text->wrong && !gcx_check_sum(text))
		text->wrong = "the file is damaged";
	if (file)
		fclose(file);
	return true;
}

static void get_state(struct explorer *x, struct text *text)
{
	gcx_get_counts(x, text);
	gcx_get_tasks(x, text);
	gcx_get_prefixes(&x->prefixes, text);
	get_nodes(x, text);
	if (!text->wrong && text->read != text->length)
		text->wrong = "something follows the end";
}

bool gcx_resume(struct explorer *x, char wrong[GCX_TEXT])
{
	const char *path = x->options.checkpoint;
	struct text text;

	x->kept = gcx_now();
	if (!x->options.resume || !path || !gcx_read_whole(x, path, &text))
		return true;
	get_state(x, &text);
	if (text.wrong)
		snprintf(wrong, GCX_TEXT, "%s: %s", path, text.wrong);
	free(text.at);
	return !text.wrong;
}
