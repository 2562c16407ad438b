/* text-scan.c: names, strings and comments. */
#include "promela-backend/text-scan.h"

#include <string.h>

static bool is_of_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	    c == '_';
}

size_t pml_name_length(const char *at)
{
	size_t length = 0;

	while (is_of_name(at[length]))
		length++;
	return length;
}

const char *pml_past_quoted(const char *at)
{
	const char *end;

	if (pml_begins(at, "//"))
		return at + strcspn(at, "\n");
	if (pml_begins(at, "/*")) {
		end = strstr(at + 2, "*/");
		return end ? end + 2 : at + strlen(at);
	}
	if (*at != '"')
		return at;
	for (end = at + 1; *end && *end != '"'; end++)
		end += *end == '\\' && end[1];
	return *end ? end + 1 : end;
}
