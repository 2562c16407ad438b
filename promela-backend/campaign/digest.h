/* digest.h: SHA-256, the name that a result is kept under. */
#ifndef CAMP_DIGEST_H
#define CAMP_DIGEST_H

#include <stddef.h>
#include <stdint.h>

struct camp_digest {
	uint32_t state[8];
	uint64_t length;
	unsigned char block[64];
};

void camp_digest_init(struct camp_digest *digest);
void camp_digest_add(struct camp_digest *digest, const void *data, size_t length);
/* Adds a string with its length, so that "ab","c" differs from "a","bc". */
void camp_digest_string(struct camp_digest *digest, const char *text);
void camp_digest_end(struct camp_digest *digest, char hex[65]);

#endif
