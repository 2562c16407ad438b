/* broken.c: breaks specifications, the same way each time.
 *
 *	broken SEED COUNT DIRECTORY FILE…
 *
 * writes COUNT broken variants of the files, taken in turn, to DIRECTORY/N.gc.
 * Variant N depends on SEED, N and the files only, so that a failure can be
 * made again from what the test prints. */
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
	char *at;
	size_t length;
};

static uint64_t state;

/* splitmix64: gives different streams even for seeds that are close. */
static uint64_t next_random(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static size_t below(size_t limit)
{
	return limit ? (size_t)(next_random() % limit) : 0;
}

static void fail(const char *what, const char *name)
{
	fprintf(stderr, "broken: %s %s: %s\n", what, name, strerror(errno));
	exit(1);
}

static struct text read_file(const char *path)
{
	struct text text = { malloc(1 << 20), 0 };
	FILE *in = fopen(path, "rb");

	if (!in || !text.at)
		fail("cannot read", path);
	text.length = fread(text.at, 1, 1 << 20, in);
	fclose(in);
	return text;
}

static void write_file(const char *path, const struct text *text)
{
	FILE *out = fopen(path, "wb");

	if (!out || fwrite(text->at, 1, text->length, out) != text->length || fclose(out) != 0)
		fail("cannot write", path);
}

/* ------------------------------------------------------------------- tokens */
static int is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Finds the token at or after AT: its start and end. */
static void token_at(const struct text *text, size_t at, size_t *start, size_t *end)
{
	while (at > 0 && at < text->length && is_word(text->at[at]) && is_word(text->at[at - 1]))
		at--;
	while (at < text->length && isspace((unsigned char)text->at[at]))
		at++;
	*start = *end = at;
	if (at == text->length)
		return;
	*end = at + 1;
	while (is_word(text->at[at]) && *end < text->length && is_word(text->at[*end]))
		++*end;
}

/* Replaces START..END by LENGTH bytes. */
static void splice(struct text *text, size_t start, size_t end, const char *bytes, size_t length)
{
	size_t after = text->length - end;
	char *made = malloc(start + length + after + 1);

	if (!made)
		fail("no memory for", "a variant");
	memcpy(made, text->at, start);
	memcpy(made + start, bytes, length);
	memcpy(made + start + length, text->at + end, after);
	free(text->at);
	text->at = made;
	text->length = start + length + after;
}

/* ------------------------------------------------------------ ways to break */
static void truncate_text(struct text *text)
{
	text->length = below(text->length);
}

static void flip_bytes(struct text *text)
{
	for (size_t n = 1 + below(4); n > 0 && text->length; n--)
		text->at[below(text->length)] ^= (char)(1 << below(8));
}

static void any_bytes(struct text *text)
{
	for (size_t n = 1 + below(3); n > 0 && text->length; n--)
		text->at[below(text->length)] = (char)below(256);
}

static void delete_tokens(struct text *text)
{
	size_t start, end;

	for (size_t n = 1 + below(3); n > 0; n--) {
		token_at(text, below(text->length), &start, &end);
		splice(text, start, end, "", 0);
	}
}

static void repeat_token(struct text *text)
{
	size_t start, end;
	char copy[256];

	token_at(text, below(text->length), &start, &end);
	if (end - start >= sizeof copy)
		return;
	memcpy(copy, text->at + start, end - start);
	splice(text, start, start, copy, end - start);
}

/* Replaces one token by another one of the text: makes mistakes of meaning. */
static void replace_token(struct text *text)
{
	size_t start, end, to_start, to_end;
	char copy[256];

	for (size_t n = 1 + below(2); n > 0; n--) {
		token_at(text, below(text->length), &start, &end);
		token_at(text, below(text->length), &to_start, &to_end);
		if (end - start >= sizeof copy)
			return;
		memcpy(copy, text->at + start, end - start);
		splice(text, to_start, to_end, copy, end - start);
	}
}

static void delete_line(struct text *text)
{
	size_t start = below(text->length), end = start;

	while (start > 0 && text->at[start - 1] != '\n')
		start--;
	while (end < text->length && text->at[end] != '\n')
		end++;
	splice(text, start, end, "", 0);
}

static void (*const ways[])(struct text *) = {
	truncate_text,
	flip_bytes,
	delete_tokens,
	replace_token,
	delete_line,
	any_bytes,
	repeat_token,
	delete_tokens,
	replace_token,
};

int main(int argc, char **argv)
{
	uint64_t seed;
	long count;

	if (argc < 5) {
		fputs("usage: broken SEED COUNT DIRECTORY FILE...\n", stderr);
		return 2;
	}
	seed = strtoull(argv[1], NULL, 10);
	count = strtol(argv[2], NULL, 10);
	for (long n = 0; n < count; n++) {
		struct text text = read_file(argv[4 + n % (argc - 4)]);
		char path[4096];

		state = seed * 1000003u + (uint64_t)n;
		ways[(size_t)(n / (argc - 4)) % (sizeof ways / sizeof *ways)](&text);
		snprintf(path, sizeof path, "%s/%ld.gc", argv[3], n);
		write_file(path, &text);
		free(text.at);
	}
	return 0;
}
