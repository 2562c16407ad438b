#include "compiler/base/intern.h"

#include <string.h>

/* A chained hash table that doubles when it is full; FNV-1a is enough for the
 * few hundred names of a specification. */
struct entry {
	struct entry *next;
	size_t hash, length;
	char *text;
};
struct gd_intern {
	struct gd_arena *arena;
	struct entry **buckets;
	size_t bucket_count, count;
};

struct gd_intern *gd_intern_new(struct gd_arena *arena)
{
	struct gd_intern *table = GD_NEW(arena, struct gd_intern);

	table->arena = arena;
	table->bucket_count = 256;
	table->buckets = GD_NEW_ARRAY(arena, struct entry *, table->bucket_count);
	return table;
}

static size_t hash_of(const char *text, size_t length)
{
	size_t hash = 14695981039346656037u;

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
	return hash;
}

static void double_buckets(struct gd_intern *table)
{
	size_t count = table->bucket_count * 2;
	struct entry **buckets = GD_NEW_ARRAY(table->arena, struct entry *, count);

	for (size_t i = 0; i < table->bucket_count; i++)
		for (struct entry *entry = table->buckets[i], *next; entry; entry = next) {
			next = entry->next;
			entry->next = buckets[entry->hash % count];
			buckets[entry->hash % count] = entry;
		}
	table->buckets = buckets;
	table->bucket_count = count;
}

const char *gd_intern_n(struct gd_intern *table, const char *text, size_t length)
{
	size_t hash = hash_of(text, length);
	struct entry *entry = table->buckets[hash % table->bucket_count];

	for (; entry; entry = entry->next)
		if (entry->hash == hash && entry->length == length &&
		    memcmp(entry->text, text, length) == 0)
			return entry->text;
	if (table->count++ == table->bucket_count)
		double_buckets(table);
	entry = GD_NEW(table->arena, struct entry);
	entry->hash = hash;
	entry->length = length;
	entry->text = gd_arena_strndup(table->arena, text, length);
	entry->next = table->buckets[hash % table->bucket_count];
	table->buckets[hash % table->bucket_count] = entry;
	return entry->text;
}

const char *gd_intern(struct gd_intern *table, const char *text)
{
	return gd_intern_n(table, text, strlen(text));
}
