/* text.c: text on its way out. */
#include "driver.h"

static char text[512];
static size_t used;

void driver_flush(void)
{
	driver_write(text, used);
	used = 0;
}

void driver_put(const char *s)
{
	for (; *s; s++) {
		if (used == sizeof text)
			driver_flush();
		text[used++] = *s;
	}
}

void driver_put_number(unsigned number)
{
	char digits[12], *at = digits + sizeof digits - 1;

	*at = '\0';
	do
		*--at = (char)('0' + number % 10);
	while (number /= 10);
	driver_put(at);
}

/* After a blank. */
void driver_put_signed(int number)
{
	driver_put(number < 0 ? " -" : " ");
	driver_put_number((unsigned)(number < 0 ? -number : number));
}
