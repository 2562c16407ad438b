/* channel.h: messages between processes, as text. */
#ifndef GCX_CHANNEL_H
#define GCX_CHANNEL_H

#include <stdbool.h>
#include "explore/src/text.h"

/* Sends what was written, and begins anew.  false: nobody receives it. */
bool gcx_send(int socket, struct text *text);
/* Waits for a message, and begins to read it.  false: nobody sends one any more. */
bool gcx_receive(int socket, struct text *text);

#endif
