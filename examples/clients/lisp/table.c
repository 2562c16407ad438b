/* table.c: hash tables with chains of entries; symbols. */
#include "table.h"

#include <string.h>

#include "machine.h"
#include "monitor.h"

enum { FIRST_BUCKETS = 8 };

value make_table(struct thread *t)
{
	value *at = enter(t, 2);

	at[TABLE_BUCKETS] = make_vector(t, FIRST_BUCKETS, 0);
	at[TABLE_COUNT] = integer(0);
	return build(t, TABLE, at);
}

/* ------------------------------------------------------------------------- keys */

bool same_key(value a, value b)
{
	if (a == b || !is(a, STRING) || !is(b, STRING))
		return a == b;
	return count_of(a) == count_of(b) &&
	    memcmp(string_bytes(a), string_bytes(b), count_of(a)) == 0;
}

/* Objects do not move, so an address is as good as a number. */
static uint64_t hash_word(uint64_t x)
{
	x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
	return x ^ x >> 32;
}

static uint64_t hash_string(value v)
{
	uint64_t hash = 0xcbf29ce484222325u;

	for (size_t i = 0; i < count_of(v); i++)
		hash = (hash ^ (unsigned char)string_bytes(v)[i]) * 0x100000001b3u;
	return hash_word(hash);
}

static value hash_of(value key)
{
	return integer((intptr_t)((is(key, STRING) ? hash_string(key) : hash_word(key)) >> 2));
}

/* ---------------------------------------------------------------------- entries */

static size_t bucket_of(value buckets, value hash)
{
	return (size_t)integer_value(hash) % count_of(buckets);
}

value table_find(value table, value key)
{
	value hash = hash_of(key), buckets = get(table, TABLE_BUCKETS);
	value entry = get(buckets, bucket_of(buckets, hash));

	while (entry && (get(entry, ENTRY_HASH) != hash || !same_key(get(entry, ENTRY_KEY), key)))
		entry = get(entry, ENTRY_NEXT);
	return entry;
}

static void change_count(struct thread *t, value table, intptr_t by)
{
	set(t, table, TABLE_COUNT, integer(integer_value(get(table, TABLE_COUNT)) + by));
}

static void move_chain(struct thread *t, value entry, value to)
{
	while (entry) {
		value next = get(entry, ENTRY_NEXT);
		size_t bucket = bucket_of(to, get(entry, ENTRY_HASH));
		set(t, entry, ENTRY_NEXT, get(to, bucket));
		set(t, to, bucket, entry);
		entry = next;
	}
}

static void grow(struct thread *t, value table)
{
	value *at = enter(t, 1);

	at[0] = table;
	value to = make_vector(t, 2 * count_of(get(table, TABLE_BUCKETS)), 0);
	value from = get(at[0], TABLE_BUCKETS);
	for (size_t i = 0; i < count_of(from); i++)
		move_chain(t, get(from, i), to);
	set(t, at[0], TABLE_BUCKETS, to);
	leave(t, at);
}

static void add_entry(struct thread *t, value table, value key, value v)
{
	value *at = enter(t, 1);

	at[0] = table;
	value *new = enter(t, 4), hash = hash_of(key);
	new[ENTRY_KEY] = key;
	new[ENTRY_VALUE] = v;
	new[ENTRY_HASH] = hash;
	if ((size_t)integer_value(get(table, TABLE_COUNT)) >= count_of(get(table, TABLE_BUCKETS)))
		grow(t, table);
	value entry = build(t, ENTRY, new), buckets = get(at[0], TABLE_BUCKETS);
	size_t bucket = bucket_of(buckets, hash);
	set(t, entry, ENTRY_NEXT, get(buckets, bucket));
	set(t, buckets, bucket, entry);
	change_count(t, at[0], 1);
	leave(t, at);
}

void table_put(struct thread *t, value table, value key, value v)
{
	value entry = table_find(table, key);

	if (entry)
		set(t, entry, ENTRY_VALUE, v);
	else
		add_entry(t, table, key, v);
}

void table_remove(struct thread *t, value table, value key)
{
	value gone = table_find(table, key), buckets = get(table, TABLE_BUCKETS);

	if (!gone)
		return;
	size_t bucket = bucket_of(buckets, get(gone, ENTRY_HASH));
	value entry = get(buckets, bucket);
	if (entry == gone)
		set(t, buckets, bucket, get(gone, ENTRY_NEXT));
	while (entry != gone && get(entry, ENTRY_NEXT) != gone)
		entry = get(entry, ENTRY_NEXT);
	if (entry != gone)
		set(t, entry, ENTRY_NEXT, get(gone, ENTRY_NEXT));
	change_count(t, table, -1);
}

value table_keys(struct thread *t, value table)
{
	value *at = enter(t, 3);

	at[0] = get(table, TABLE_BUCKETS);
	at[1] = NIL;
	for (size_t i = 0; i < count_of(at[0]); i++)
		for (at[2] = get(at[0], i); at[2]; at[2] = get(at[2], ENTRY_NEXT))
			at[1] = cons(t, get(at[2], ENTRY_KEY), at[1]);
	value keys = at[1];
	leave(t, at);
	return keys;
}

/* ---------------------------------------------------------------------- symbols */

static value new_symbol(struct thread *t, value name)
{
	value *at = enter(t, 2);

	at[SYMBOL_NAME] = name;
	at[SYMBOL_VALUE] = 0;
	return build(t, SYMBOL, at);
}

/* Inside the monitor: two threads may read the same name. */
static value find_or_add(struct thread *t, value name)
{
	value *at = enter(t, 2), entry;

	at[0] = name;
	entry = table_find(get(t->roots.world, WORLD_SYMBOLS), name);
	at[1] = entry ? get(entry, ENTRY_VALUE) : new_symbol(t, name);
	if (!entry)
		table_put(t, get(t->roots.world, WORLD_SYMBOLS), at[0], at[1]);
	value symbol = at[1];
	leave(t, at);
	return symbol;
}

value intern_string(struct thread *t, value name)
{
	value *at = enter(t, 1);

	at[0] = name;
	monitor_enter(t);
	value symbol = find_or_add(t, at[0]);
	monitor_leave(t);
	leave(t, at);
	return symbol;
}

value intern(struct thread *t, const char *name, size_t length)
{
	return intern_string(t, make_string(t, name, length));
}
