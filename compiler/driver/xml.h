/* xml.h: texts as XML 1.0 has them. */
#ifndef DRIVER_XML_H
#define DRIVER_XML_H

#include "compiler/base/out.h"

/* Appends TEXT, which may have any bytes, as the text of an element.  What XML cannot have (most control
 * characters, and bytes that are not UTF-8) becomes U+FFFD. */
void xml_text(struct gd_out *out, const char *text);
/* Appends ` NAME="TEXT"', in the same way. */
void xml_attribute(struct gd_out *out, const char *name, const char *text);

#endif
