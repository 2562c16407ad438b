/* text-scan.h: looks at the text of a model, letter by letter. */
#ifndef PML_TEXT_SCAN_H
#define PML_TEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Here, because it is called for nearly each letter of a model: most calls compare one letter. */
static inline bool pml_begins(const char *text, const char *word)
{
	return *text == *word && strncmp(text, word, strlen(word)) == 0;
}
/* How many characters the name AT has.  0: there is no name. */
size_t pml_name_length(const char *at);
/* The position after the comment or string that begins AT.  AT itself: none begins there. */
const char *pml_past_quoted(const char *at);

#endif
