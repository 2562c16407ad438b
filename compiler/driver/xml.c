/* xml.c: which characters XML can have, and how they are written. */
#include "compiler/driver/xml.h"

#include <string.h>

/* The length in bytes of the character at TEXT, and *CODE.  0: it is not UTF-8. */
static size_t decode(const unsigned char *text, unsigned *code)
{
	static const unsigned least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t length = *text < 0x80 ? 1
	    : *text >> 5 == 6        ? 2
	    : *text >> 4 == 14       ? 3
	    : *text >> 3 == 30       ? 4
				     : 0;

	*code = length == 1 ? *text : *text & (0x7f >> length);
	for (size_t i = 1; i < length; i++) {
		if (text[i] >> 6 != 2)
			return 0;
		*code = *code << 6 | (text[i] & 0x3f);
	}
	return length && *code >= least[length] ? length : 0;
}

/* Char of XML 1.0. */
static bool is_allowed(unsigned code)
{
	return code == '\t' || code == '\n' || code == '\r' || (code >= 0x20 && code <= 0xd7ff) ||
	    (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

/* How CODE is written where it would mean something else, or be changed by a reader: a reader makes one space of
 * each line break of an attribute.  NULL: as it is. */
static const char *escape(unsigned code, bool in_attribute)
{
	switch (code) {
	case '&': return "&amp;";
	case '<': return "&lt;";
	case '>': return "&gt;"; /* "]]>" may not stand in a text */
	case '"': return "&quot;";
	case '\t': return in_attribute ? "&#9;" : NULL;
	case '\n': return in_attribute ? "&#10;" : NULL;
	case '\r': return "&#13;";
	}
	return NULL;
}

static void put(struct gd_out *out, const char *text, bool in_attribute)
{
	while (*text) {
		unsigned code;
		size_t length = decode((const unsigned char *)text, &code);
		const char *written =
		    !length || !is_allowed(code) ? "\xef\xbf\xbd" : escape(code, in_attribute);

		if (written)
			gd_out_raw(out, written, strlen(written));
		else
			gd_out_raw(out, text, length);
		text += length ? length : 1;
	}
}

void xml_text(struct gd_out *out, const char *text)
{
	put(out, text, false);
}

void xml_attribute(struct gd_out *out, const char *name, const char *text)
{
	gd_out_raw(out, " ", 1);
	gd_out_raw(out, name, strlen(name));
	gd_out_raw(out, "=\"", 2);
	put(out, text, true);
	gd_out_raw(out, "\"", 1);
}
