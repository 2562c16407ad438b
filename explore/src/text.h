/* text.h: what is explored, as text: numbers and addresses with blanks between them, and a sum over all
 * of it at the end.  Another process may have other addresses: they are written relative to the
 * heap, to the stack of a task, or to the program or library that they are in. */
#ifndef GCX_TEXT_H
#define GCX_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "explore/src/explorer.h"

struct text {
	char *at;
	size_t length, room;
	size_t read;       /* up to here */
	const char *wrong; /* what is wrong with it; NULL: nothing */
	bool
	    absolute; /* it is for a process that was forked from this one, or the other way round */
};

/* ---- writing */
void gcx_put(struct text *text, uint64_t number);
void gcx_put_word(struct text *text, const char *word); /* without blanks */
void gcx_put_line(struct text *text);                   /* the end of one */
void gcx_put_label(const struct explorer *x, struct text *text, const struct label *label);
void gcx_put_labels(const struct explorer *x, struct text *text, const struct labels *labels);
void gcx_put_tree(const struct explorer *x, struct text *text, const struct branch *tree);
void gcx_put_string(struct text *text, const char *string);
void gcx_put_tasks(const struct explorer *x, struct text *text); /* which have been made */
/* Moves all of FROM to the end of TEXT. */
void gcx_move_text(struct text *text, struct text *from);
void gcx_put_sum(struct text *text);

/* ---- reading: after something wrong, all that is read is 0 */
/* At most MOST. */
uint64_t gcx_get(struct text *text, uint64_t most);
bool gcx_get_word(struct text *text, const char *word); /* is it there? */
void gcx_get_label(struct explorer *x, struct text *text, struct label *label);
void gcx_get_labels(struct explorer *x, struct text *text, struct labels *labels); /* adds them */
struct branch *gcx_get_tree(struct explorer *x, struct text *text);
void gcx_get_string(struct text *text, char *string, uint64_t size); /* with the 0 */
void gcx_get_tasks(struct explorer *x, struct text *text);
/* Checks the sum at the end, and takes it off. */
bool gcx_check_sum(struct text *text);

#endif
