/* shrink.c: a smaller file whose models still differ.
 *
 * What is tried is plain text: lines, and stretches of lines whose brackets
 * match, are left out; blocks are put in place of their `if`; parts of
 * conditions are left out.  Most of it is no specification, which costs little. */
#include "tests/differential/differential.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct shrink {
	const char *file, *directory;
	struct variant variant; /* with more runs than the one in which it was found */
	struct report *report;  /* of the smallest so far */
	time_t end;
	char *text; /* the smallest so far */
};

static void write_text(const char *file, const char *text)
{
	FILE *out = fopen(file, "wb");

	if (!out || fputs(text, out) < 0 || fclose(out) != 0) {
		perror(file);
		exit(2);
	}
}

/* Replaces START..END of the text by BETWEEN, if it then still differs. */
static bool try(struct shrink *shrink, size_t start, size_t end, const char *between)
{
	struct report report;
	char *candidate = NULL;

	if (time(NULL) >= shrink->end ||
	    asprintf(&candidate, "%.*s%s%s", (int)start, shrink->text, between,
		shrink->text + end) < 0)
		return false;
	write_text(shrink->file, candidate);
	compare_file(shrink->file, &shrink->variant, shrink->directory, &report);
	if (report.is == DIFFERENT) {
		free(shrink->text);
		shrink->text = candidate;
		*shrink->report = report;
		return true;
	}
	free(candidate);
	return false;
}

/* The position after the line that begins at AT. */
static size_t line_end(const char *text, size_t at)
{
	while (text[at] && text[at] != '\n')
		at++;
	return text[at] ? at + 1 : at;
}

/* The end of the first group of whole lines from AT in which brackets match. 0: there is none. */
static size_t balanced(const char *text, size_t at)
{
	int depth = 0;

	do {
		size_t end = line_end(text, at);

		for (; at < end; at++) {
			depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
			if (depth < 0)
				return 0;
		}
	} while (depth > 0 && text[at]);
	return depth ? 0 : at;
}

static bool drop_lines(struct shrink *shrink)
{
	bool any = false;

	for (size_t at = 0; shrink->text[at];) {
		size_t end = balanced(shrink->text, at);

		if (end && try(shrink, at, end, ""))
			any = true;
		else
			at = line_end(shrink->text, at);
	}
	return any;
}

/* Removes `if … {` and its `}`, and keeps what is between them. */
static bool unwrap(struct shrink *shrink)
{
	bool any = false;

	for (size_t at = 0; shrink->text[at]; at = line_end(shrink->text, at)) {
		size_t first = line_end(shrink->text, at), end = balanced(shrink->text, at), last;
		char *inner;

		if (!end || end <= first || shrink->text[first - 2] != '{')
			continue;
		for (last = end - 1; last > first && shrink->text[last - 1] != '\n'; last--)
			;
		inner = strndup(shrink->text + first, last - first);
		any |= try(shrink, at, end, inner);
		free(inner);
	}
	return any;
}

static bool drop_between(struct shrink *shrink, const char *from, const char *stops)
{
	bool any = false;
	const char *found;
	size_t at = 0;

	while ((found = strstr(shrink->text + at, from))) {
		size_t start = (size_t)(found - shrink->text), end = start + strlen(from);

		while (shrink->text[end] && !strchr(stops, shrink->text[end]) &&
		    strncmp(shrink->text + end, " and ", 5) != 0 &&
		    strncmp(shrink->text + end, " fill ", 6) != 0 &&
		    strncmp(shrink->text + end, " implies ", 9) != 0)
			end++;
		any |= try(shrink, start, end, "");
		at = start + 1;
	}
	return any;
}

void shrink(const char *file, const struct variant *variant, const char *directory,
    unsigned seconds, struct report *report)
{
	struct shrink shrink = { file, directory, *variant, report, time(NULL) + seconds,
		read_text(file) };
	bool again = true;

	shrink.variant.runs *= 2;
	while (again && time(NULL) < shrink.end) {
		again = drop_lines(&shrink);
		again |= unwrap(&shrink);
		again |= drop_between(&shrink, " and ", "{;\n");
		again |= drop_between(&shrink, " not", " ");
		again |= drop_between(&shrink, " fill {", "\n");
		again |= drop_between(&shrink, " close when ", ";\n");
		again |= drop_between(&shrink, ", ", ",}\n");
		again |= drop_between(&shrink, " serial", " ");
		again |= drop_between(&shrink, " on m", " ");
	}
	write_text(file, shrink.text);
	if (!variant->c) /* runs do not show a difference each time */
		compare_file(file, variant, directory, report);
	free(shrink.text);
}
