/* store.h: results by the content that they are about, in an SQLite file. */
#ifndef CAMP_STORE_H
#define CAMP_STORE_H

#include "promela-backend/campaign/campaign.h"

struct camp_store;

/* NULL: the store cannot be used, and *why has the reason.  Several processes may have it open. */
struct camp_store *camp_store_open(struct gd_arena *arena, const char *path, const char **why);
void camp_store_close(struct camp_store *store); /* NULL is allowed */
/* Only HOLDS and FAILS are ever stored.  Strings are put in ARENA. */
bool camp_store_get(struct camp_store *store, struct gd_arena *arena, const char *key,
    struct camp_result *result);
/* false: it could not be stored, and *why has the reason. */
bool camp_store_put(struct camp_store *store, const char *key, const char *name,
    const struct camp_result *result, const char **why);
/* A text that was stored about KEY.  In ARENA.  NULL: there is none. */
const char *camp_store_get_text(struct camp_store *store, struct gd_arena *arena, const char *key);
bool camp_store_put_text(struct camp_store *store, const char *key, const char *text,
    const char **why);
/* For other tables of the same file (record.c).  It is closed with STORE. */
struct sqlite3;
struct sqlite3 *camp_store_database(struct camp_store *store);

#endif
