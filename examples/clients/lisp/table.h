/* table.h: hash tables that grow.  Keys are the same when `same_key` says so: integers and
 * strings by what they say, all else by what it is. */
#ifndef LISP_TABLE_H
#define LISP_TABLE_H

#include "memory.h"

value make_table(struct thread *t);
bool same_key(value a, value b);

/* The entry, or 0. */
value table_find(value table, value key);
void table_put(struct thread *t, value table, value key, value v);
void table_remove(struct thread *t, value table, value key);
value table_keys(struct thread *t, value table); /* a list */

/* Symbols are in a table of the world's, by their names: the one of that name. */
value intern_string(struct thread *t, value name);
value intern(struct thread *t, const char *name, size_t length);

#endif
