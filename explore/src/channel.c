/* channel.c: messages between processes: the length, and the text. */
#include "explore/src/channel.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "explore/src/room.h"

static bool send_all(int socket, const char *at, size_t length)
{
	while (length > 0) {
		ssize_t sent = send(socket, at, length, MSG_NOSIGNAL);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return false;
		at += sent;
		length -= (size_t)sent;
	}
	return true;
}

static bool receive_all(int socket, char *at, size_t length)
{
	while (length > 0) {
		ssize_t got = recv(socket, at, length, 0);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		at += got;
		length -= (size_t)got;
	}
	return true;
}

bool gcx_send(int socket, struct text *text)
{
	size_t length = text->length;

	text->length = 0;
	return send_all(socket, (const char *)&length, sizeof length) &&
	    send_all(socket, text->at, length);
}

bool gcx_receive(int socket, struct text *text)
{
	size_t length;

	*text = (struct text){ .at = text->at, .room = text->room, .absolute = text->absolute };
	if (!receive_all(socket, (char *)&length, sizeof length))
		return false;
	if (length >= text->room)
		text->at = gcx_room(text->at, text->room = length + 1, 1);
	text->at[length] = '\0';
	text->length = length;
	return receive_all(socket, text->at, length);
}
