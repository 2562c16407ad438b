/* strings.c: functions of C on memory that the program gives them: what they read and write are its plain
 * accesses. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdint.h>

#include "explore/gcexplore.h"
#include "explore/program/calls.h"
#include "explore/program/program.h"

static void reads(const void *place, const void *at, size_t size)
{
	gcx_set_place(place);
	if (size > 0)
		gcx_plain_read(at, size);
}

static void writes(const void *place, void *at, size_t size)
{
	gcx_set_place(place);
	if (size > 0)
		gcx_plain_write(at, size);
}

/* The characters of the text, with its end if that is among the first MOST. */
static size_t extent(const char *text, size_t most)
{
	size_t length = strnlen(text, most);

	return length < most ? length + 1 : most;
}

/* How far two texts are compared. */
static size_t common(const char *a, const char *b, size_t most)
{
	size_t size = 0;

	while (size < most && a[size] && a[size] == b[size])
		size++;
	return size < most ? size + 1 : most;
}
#define PLACE __builtin_return_address(0)

/* ------------------------------------------------------------------------ memory */
void *__wrap_mempcpy(void *restrict to, const void *restrict from, size_t size)
{
	reads(PLACE, from, size);
	writes(PLACE, to, size);
	return mempcpy(to, from, size);
}

void *__wrap_memchr(const void *at, int byte, size_t size)
{
	const char *found = memchr(at, byte, size);

	reads(PLACE, at, found ? (size_t)(found - (const char *)at) + 1 : size);
	return (void *)(uintptr_t)found;
}

void *__wrap_memmem(const void *at, size_t size, const void *part, size_t part_size)
{
	reads(PLACE, at, size);
	reads(PLACE, part, part_size);
	return memmem(at, size, part, part_size);
}

void __wrap_bzero(void *at, size_t size)
{
	writes(PLACE, at, size);
	memset(at, 0, size);
}

/* ------------------------------------------------------------------------- texts */
size_t __wrap_strnlen(const char *text, size_t most)
{
	reads(PLACE, text, extent(text, most));
	return strnlen(text, most);
}

int __wrap_strncmp(const char *a, const char *b, size_t most)
{
	reads(PLACE, a, common(a, b, most));
	reads(PLACE, b, common(a, b, most));
	return strncmp(a, b, most);
}

char *__wrap_strncpy(char *restrict to, const char *restrict from, size_t size)
{
	reads(PLACE, from, extent(from, size));
	writes(PLACE, to, size);
	return strncpy(to, from, size);
}

char *__wrap_stpcpy(char *restrict to, const char *restrict from)
{
	reads(PLACE, from, strlen(from) + 1);
	writes(PLACE, to, strlen(from) + 1);
	return stpcpy(to, from);
}

char *__wrap_strcat(char *restrict to, const char *restrict from)
{
	size_t length = strlen(to);

	reads(PLACE, from, strlen(from) + 1);
	reads(PLACE, to, length + 1);
	writes(PLACE, to + length, strlen(from) + 1);
	return strcat(to, from);
}

char *__wrap_strncat(char *restrict to, const char *restrict from, size_t most)
{
	size_t length = strlen(to);

	reads(PLACE, from, extent(from, most));
	reads(PLACE, to, length + 1);
	writes(PLACE, to + length, strnlen(from, most) + 1);
	return strncat(to, from, most);
}

char *__wrap_strchr(const char *text, int byte)
{
	const char *found = strchr(text, byte);

	reads(PLACE, text, found ? (size_t)(found - text) + 1 : strlen(text) + 1);
	return (char *)(uintptr_t)found;
}

char *__wrap_strrchr(const char *text, int byte)
{
	reads(PLACE, text, strlen(text) + 1);
	return (char *)(uintptr_t)strrchr(text, byte);
}

char *__wrap_strstr(const char *text, const char *part)
{
	reads(PLACE, text, strlen(text) + 1);
	reads(PLACE, part, strlen(part) + 1);
	return (char *)(uintptr_t)strstr(text, part);
}

static char *duplicate(const char *text, size_t length, const void *place)
{
	char *made;

	reads(place, text, extent(text, length + 1));
	gcx_set_place(place);
	made = gcx_allocate(length + 1);
	memcpy(made, text, length);
	return made;
}

char *__wrap_strdup(const char *text)
{
	return duplicate(text, strlen(text), PLACE);
}

char *__wrap_strndup(const char *text, size_t most)
{
	return duplicate(text, strnlen(text, most), PLACE);
}

/* ------------------------------------------------------------------------ numbers */
static size_t number_size(const char *text, const char *end)
{
	return (size_t)(end - text) + 1;
}

#define NUMBER(type, name)                                                                         \
	type __wrap_##name(const char *restrict text, char **restrict end, int base)               \
	{                                                                                          \
		char *found;                                                                       \
		type value = name(text, &found, base);                                             \
		reads(PLACE, text, number_size(text, found));                                      \
		if (end) {                                                                         \
			writes(PLACE, end, sizeof *end);                                           \
			*end = found;                                                              \
		}                                                                                  \
		return value;                                                                      \
	}
NUMBER(long, strtol)
NUMBER(unsigned long, strtoul)
NUMBER(long long, strtoll)
NUMBER(unsigned long long, strtoull)

int __wrap_atoi(const char *text)
{
	char *end;
	int value = (int)strtol(text, &end, 10);

	reads(PLACE, text, number_size(text, end));
	return value;
}

long __wrap_atol(const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);

	reads(PLACE, text, number_size(text, end));
	return value;
}

/* -------------------------------------------------------------- sorting, searching */
static void exchange(char *a, char *b, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		char byte = a[i];

		a[i] = b[i];
		b[i] = byte;
	}
}

/* In the heap of COUNT elements, I goes down to its place. */
static void sift(char *at, size_t i, size_t count, size_t size,
    int (*compare)(const void *, const void *))
{
	for (size_t child; (child = 2 * i + 1) < count; i = child) {
		if (child + 1 < count && compare(at + child * size, at + (child + 1) * size) < 0)
			child++;
		if (compare(at + i * size, at + child * size) >= 0)
			return;
		exchange(at + i * size, at + child * size, size);
	}
}

/* In place: COMPARE sees the program's own memory. */
void __wrap_qsort(void *of, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	char *at = of;

	writes(PLACE, of, count * size);
	for (size_t i = count / 2; i > 0; i--)
		sift(at, i - 1, count, size, compare);
	for (size_t end = count; end > 1; end--) {
		exchange(at, at + (end - 1) * size, size);
		sift(at, 0, end - 1, size, compare);
	}
}

void *__wrap_bsearch(const void *key, const void *of, size_t count, size_t size,
    int (*compare)(const void *, const void *))
{
	return bsearch(key, of, count, size, compare);
}

/* ------------------------------------------------------------------------- formats */
/* The part of a format after the `%'. */
struct conversion {
	int precision; /* negative: none */
	int longs;     /* of `l', `j', `z', `t': 1; `ll': 2 */
	bool long_double;
	char kind;
};

static int take_width(const char **format, va_list *args)
{
	int width = 0;

	if (**format == '*') {
		++*format;
		return va_arg(*args, int);
	}
	while (**format >= '0' && **format <= '9')
		width = width * 10 + *(*format)++ - '0';
	return width;
}

static struct conversion take_conversion(const char **format, va_list *args)
{
	struct conversion made = { .precision = -1 };

	*format += strspn(*format, "-+ #0'I");
	take_width(format, args);
	if (**format == '.') {
		++*format;
		made.precision = take_width(format, args);
	}
	for (; **format && strchr("hlqjztL", **format); ++*format) {
		made.long_double |= **format == 'L';
		made.longs += **format != 'h';
	}
	made.kind = **format;
	*format += made.kind != '\0';
	return made;
}

static void read_text(const char *text, int precision, const void *place)
{
	if (text)
		reads(place, text, extent(text, precision < 0 ? PTRDIFF_MAX : (size_t)precision));
}

static void read_argument(const struct conversion *conversion, va_list *args, const void *place)
{
	switch (conversion->kind) {
	case 's':
		if (conversion->longs)
			(void)va_arg(*args, const void *);
		else
			read_text(va_arg(*args, const char *), conversion->precision, place);
		break;
	case 'n': writes(place, va_arg(*args, void *), conversion->longs ? 8 : sizeof(int)); break;
	case 'p': (void)va_arg(*args, void *); break;
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
	case 'a':
	case 'A':
		if (conversion->long_double)
			(void)va_arg(*args, long double);
		else
			(void)va_arg(*args, double);
		break;
	case '%':
	case 'm': break;
	default:
		if (conversion->longs)
			(void)va_arg(*args, long);
		else
			(void)va_arg(*args, int);
	}
}

/* Arguments with numbers (`%1$s') are not looked at. */
void gcx_read_format(const char *format, va_list args, const void *place)
{
	va_list copy;

	reads(place, format, strlen(format) + 1);
	va_copy(copy, args);
	while (
	    (format = strchr(format, '%')) && format[1 + strspn(format + 1, "0123456789")] != '$') {
		struct conversion conversion;

		format++;
		conversion = take_conversion(&format, &copy);
		read_argument(&conversion, &copy, place);
	}
	va_end(copy);
}

static int print(char *to, size_t size, const char *format, va_list args, const void *place)
{
	va_list copy;
	int length;

	gcx_read_format(format, args, place);
	va_copy(copy, args);
	length = vsnprintf(NULL, 0, format, copy);
	va_end(copy);
	if (length >= 0 && size > 0)
		writes(place, to, (size_t)length < size ? (size_t)length + 1 : size);
	return vsnprintf(to, size, format, args);
}

int __wrap_vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list args)
{
	return print(to, size, format, args, PLACE);
}

int __wrap_vsprintf(char *restrict to, const char *restrict format, va_list args)
{
	return print(to, INT32_MAX, format, args, PLACE);
}

int __wrap_snprintf(char *restrict to, size_t size, const char *restrict format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = print(to, size, format, args, PLACE);
	va_end(args);
	return length;
}

int __wrap_sprintf(char *restrict to, const char *restrict format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = print(to, INT32_MAX, format, args, PLACE);
	va_end(args);
	return length;
}

static int print_new(char **made, const char *format, va_list args, const void *place)
{
	va_list copy;
	int length;

	va_copy(copy, args);
	length = vsnprintf(NULL, 0, format, copy);
	va_end(copy);
	if (length < 0)
		return -1;
	writes(place, made, sizeof *made);
	gcx_set_place(place);
	*made = gcx_allocate((size_t)length + 1);
	return print(*made, (size_t)length + 1, format, args, place);
}

int __wrap_vasprintf(char **restrict made, const char *restrict format, va_list args)
{
	return print_new(made, format, args, PLACE);
}

int __wrap_asprintf(char **restrict made, const char *restrict format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = print_new(made, format, args, PLACE);
	va_end(args);
	return length;
}

/* -------------------------------------------------------------------------- input */
/* There is none. */
char *__wrap_fgets(char *restrict to, int size, FILE *restrict from)
{
	(void)to;
	(void)size;
	(void)from;
	return NULL;
}

ssize_t __wrap_getline(char **restrict line, size_t *restrict size, FILE *restrict from)
{
	(void)line;
	(void)size;
	(void)from;
	return -1;
}

int __wrap_getchar(void)
{
	return EOF;
}

size_t __wrap_fread(void *restrict to, size_t size, size_t count, FILE *restrict from)
{
	(void)to;
	(void)size;
	(void)count;
	(void)from;
	return 0;
}
