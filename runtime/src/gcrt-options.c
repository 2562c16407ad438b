#define GC_IMPL 1
#include "gcrt-options.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gcrt-debug.h"
#include "gcrt-space.h"

#define MAX_WORKERS 64

static const char *const policy_names[] = {
	[GC_HEAP_SIZE_FIXED] = "fixed",
	[GC_HEAP_SIZE_GROWABLE] = "growable",
};
static const char *const option_names[] = {
	[GC_OPTION_HEAP_SIZE_POLICY] = "heap-size-policy",
	[GC_OPTION_HEAP_SIZE] = "heap-size",
	[GC_OPTION_MAXIMUM_HEAP_SIZE] = "maximum-heap-size",
	[GC_OPTION_HEAP_DOUBLE_THRESHOLD] = "heap-double-threshold",
	[GC_OPTION_PARALLELISM] = "parallelism",
	[GC_OPTION_SAFEPOINT_TIMEOUT] = "safepoint-timeout",
	[GC_OPTION_STRESS_ALLOCATIONS] = "stress-allocations",
	[GC_OPTION_STRESS_SAFEPOINTS] = "stress-safepoints",
	[GC_OPTION_TRACE] = "trace",
	[GC_OPTION_TRACE_SIZE] = "trace-size",
	[GC_OPTION_TRACE_OBJECTS] = "trace-objects",
	[GC_OPTION_TRACE_HEAP] = "trace-heap",
};
#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

/* Descriptions of the values, for messages. */
#define BYTES "digits, and k, m, g or t for powers of 1024"
static const char *const option_values[] = {
	[GC_OPTION_HEAP_SIZE_POLICY] = "fixed or growable",
	[GC_OPTION_HEAP_SIZE] = "a number of bytes: " BYTES,
	[GC_OPTION_MAXIMUM_HEAP_SIZE] = "a number of bytes: " BYTES,
	[GC_OPTION_HEAP_DOUBLE_THRESHOLD] = "a number of bytes, not 0: " BYTES,
	[GC_OPTION_PARALLELISM] = "a number from 1 to 64",
	[GC_OPTION_SAFEPOINT_TIMEOUT] = "a number of milliseconds, 0 for none",
	[GC_OPTION_STRESS_ALLOCATIONS] = "a number, 0 for none",
	[GC_OPTION_STRESS_SAFEPOINTS] = "a number, 0 for none",
	[GC_OPTION_TRACE] = "the name of a file, of at most 1023 bytes",
	[GC_OPTION_TRACE_SIZE] = "a number of bytes: " BYTES,
	[GC_OPTION_TRACE_OBJECTS] = "a number, 0 for none",
	[GC_OPTION_TRACE_HEAP] = "a number, 0 for none",
};
_Static_assert(COUNT(option_values) == COUNT(option_names), "each option says what its value is");
_Static_assert(GCRT_RECORD_PATH == 1024, "option_values says so");
_Static_assert(MAX_WORKERS == 64, "option_values says so");

static int find(const char *const *names, int count, const char *name, size_t length)
{
	for (int i = 0; i < count; i++)
		if (strlen(names[i]) == length && !memcmp(names[i], name, length))
			return i;
	return -1;
}

void gcrt_options_init(struct gc_options *options)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	*options = (struct gc_options){
		.heap_size_policy = GC_HEAP_SIZE_FIXED,
		.heap_size = 6 << 20,
		.heap_double_threshold = 60 << 20,
		.trace_size = 64 << 20,
		.trace_objects = 64,
		.trace_heap = 64,
		.safepoint_timeout = 5000,
		.parallelism = processors < 1 ? 1
		    : processors > 8          ? 8
					      : (int)processors,
	};
}

struct gc_options *gc_allocate_options(void)
{
	struct gc_options *options = malloc(sizeof *options);
	if (options)
		gcrt_options_init(options);
	return options;
}

int gc_option_from_string(const char *name)
{
	return find(option_names, COUNT(option_names), name, strlen(name));
}

static int set_count(int *count, int value)
{
	if (value < 0)
		return 0;
	*count = value;
	return 1;
}

int gc_options_set_int(struct gc_options *options, int option, int value)
{
	switch (option) {
	case GC_OPTION_HEAP_SIZE_POLICY:
		if (value < 0 || value >= COUNT(policy_names))
			return 0;
		options->heap_size_policy = value;
		return 1;
	case GC_OPTION_PARALLELISM:
		if (value < 1 || value > MAX_WORKERS)
			return 0;
		options->parallelism = value;
		return 1;
	case GC_OPTION_SAFEPOINT_TIMEOUT: return set_count(&options->safepoint_timeout, value);
	case GC_OPTION_STRESS_ALLOCATIONS: return set_count(&options->stress_allocations, value);
	case GC_OPTION_STRESS_SAFEPOINTS: return set_count(&options->stress_safepoints, value);
	case GC_OPTION_TRACE_OBJECTS: return set_count(&options->trace_objects, value);
	case GC_OPTION_TRACE_HEAP: return set_count(&options->trace_heap, value);
	default: return 0;
	}
}

static bool is_too_large(int option, size_t value)
{
	size_t most = gcrt_space_most_bytes();
	if (value <= most)
		return false;
	fprintf(stderr,
	    "gcdsl runtime: %s: %zu bytes are more than a heap can have, %zu (%zu GB); "
	    "for more, build the runtime, the generated source and the program with a "
	    "larger GCRT_ARENA_SHIFT than %d (41: more than 1 TB)\n",
	    option_names[option], value, most, most >> 30, GCRT_ARENA_SHIFT);
	return true;
}

#define REFUSED -1 /* the value is wrong, and a message has been printed */
static int set_size(struct gc_options *options, int option, size_t value)
{
	switch (option) {
	case GC_OPTION_HEAP_SIZE:
		if (is_too_large(option, value))
			return REFUSED;
		options->heap_size = value;
		return 1;
	case GC_OPTION_MAXIMUM_HEAP_SIZE:
		if (is_too_large(option, value))
			return REFUSED;
		options->maximum_heap_size = value;
		return 1;
	case GC_OPTION_TRACE_SIZE: options->trace_size = value; return 1;
	case GC_OPTION_HEAP_DOUBLE_THRESHOLD:
		if (!value)
			return 0;
		options->heap_double_threshold = value;
		return 1;
	default: return 0;
	}
}

int gc_options_set_size(struct gc_options *options, int option, size_t value)
{
	return set_size(options, option, value) == 1;
}

/* Parses the digits at the beginning of TEXT. *END is after them. */
static bool parse_number(const char *text, unsigned long long *value, const char **end)
{
	char *stop;
	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	*value = strtoull(text, &stop, 10);
	*end = stop;
	return !errno;
}

static int set_size_text(struct gc_options *options, int option, const char *text, const char *end)
{
	static const char suffixes[] = "kmgt";
	unsigned long long value;
	if (!parse_number(text, &value, &text))
		return 0;
	if (text < end) {
		const char *suffix = strchr(suffixes, *text | 0x20);
		unsigned shift = suffix ? 10 * (unsigned)(suffix - suffixes + 1) : 0;
		if (!suffix || text + 1 != end || value > SIZE_MAX >> shift)
			return 0;
		value <<= shift;
	}
	return set_size(options, option, (size_t)value);
}

static int set_trace(struct gc_options *options, const char *text, size_t length)
{
	if (!GCRT_DEBUG) {
		fprintf(stderr,
		    "gcdsl runtime: option `trace': only the debug build of the runtime records "
		    "traces; build the program with gcdsl-runtime-debug\n");
		return REFUSED;
	}
	if (!length || length >= sizeof options->trace)
		return 0;
	memcpy(options->trace, text, length);
	options->trace[length] = '\0';
	return 1;
}

static int set_text(struct gc_options *options, int option, const char *text, size_t length)
{
	const char *end = text + length;
	unsigned long long number;
	int policy;
	switch (option) {
	case GC_OPTION_HEAP_SIZE_POLICY:
		policy = find(policy_names, COUNT(policy_names), text, length);
		return policy >= 0 && gc_options_set_int(options, option, policy);
	case GC_OPTION_PARALLELISM:
	case GC_OPTION_SAFEPOINT_TIMEOUT:
	case GC_OPTION_STRESS_ALLOCATIONS:
	case GC_OPTION_STRESS_SAFEPOINTS:
	case GC_OPTION_TRACE_OBJECTS:
	case GC_OPTION_TRACE_HEAP:
		return parse_number(text, &number, &text) && text == end && number <= INT_MAX &&
		    gc_options_set_int(options, option, (int)number);
	case GC_OPTION_TRACE: return set_trace(options, text, length);
	default: return set_size_text(options, option, text, end);
	}
}

int gc_options_parse_and_set(struct gc_options *options, int option, const char *value)
{
	return set_text(options, option, value, strlen(value)) == 1;
}

static void say_names(const char *text, int length)
{
	fprintf(stderr, "gcdsl runtime: there is no option `%.*s'; there are", length, text);
	for (int i = 0; i < COUNT(option_names); i++)
		fprintf(stderr, "%s %s", i ? "," : "", option_names[i]);
	fprintf(stderr, "\n");
}

/* TEXT is NAME=VALUE, of LENGTH bytes. */
static int set_one(struct gc_options *options, const char *text, size_t length)
{
	size_t name = strcspn(text, "=,");
	int option = find(option_names, COUNT(option_names), text, name), set = 0;
	if (option < 0) {
		say_names(text, (int)name);
		return 0;
	}
	if (text[name] == '=')
		set = set_text(options, option, text + name + 1, length - name - 1);
	if (!set)
		fprintf(stderr, "gcdsl runtime: option `%.*s': write %s=VALUE, where VALUE is %s\n",
		    (int)length, text, option_names[option], option_values[option]);
	return set == 1;
}

int gc_options_parse_and_set_many(struct gc_options *options, const char *text)
{
	if (!*text)
		return 1;
	for (;;) {
		size_t length = strcspn(text, ",");
		if (!set_one(options, text, length))
			return 0;
		if (!text[length])
			return 1;
		text += length + 1;
	}
}
