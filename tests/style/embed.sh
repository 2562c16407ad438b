#!/bin/sh
# build-aux/embed.sh: what comes out of the C array is what went into it.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch
embed=$top_srcdir/build-aux/embed.sh

mkdir in
printf 'a\\n "q" ??=\t%%d \\\\" $HOME `x` \\&\n\n  last\n' > in/quotes.txt
printf 'é…\r\n\001\n' > in/bytes.txt
printf '/* comment */ // \\\nx\n' > in/comment.c
cat > main.c <<'END'
#include <stdio.h>
#include <string.h>
#include "compiler/base/embed.h"
extern const struct gd_embedded files[];
extern const size_t files_count;
int main(void)
{
	for (size_t i = 0; i < files_count; i++) {
		if (strlen(files[i].text) != files[i].length)
			return 1;
		FILE *out = fopen(files[i].name, "w");
		if (!out || !fwrite(files[i].text, files[i].length, 1, out) || fclose(out))
			return 2;
	}
	return files[files_count].name != NULL;
}
END
tap_run 'it makes a source' "$embed" -o sub/files.c files \
	in/quotes.txt in/bytes.txt in/comment.c
tap_run 'that compiles without a warning' ${CC:-cc} -std=gnu11 -Wall -Wextra -Werror \
	-I"$top_srcdir" main.c sub/files.c -o main
tap_run 'and gives them back' ./main
for file in quotes.txt bytes.txt comment.c; do
	tap_run "$file unchanged" cmp in/$file $file
done

printf 'no newline' > open.txt
: > empty.txt
tap_is 'a last line gets its newline; an empty file stays empty' \
	"$("$embed" -i x.h -t 'struct t' s open.txt empty.txt | grep -c \
		-e '"no newline\\n"' -e '{ "empty.txt", "", 0 }' -e '^#include "x.h"')" 3
tap_run_status 'a missing file is an error' 1 "$embed" -o gone.c s in/quotes.txt nowhere
tap_run 'that leaves no output' test ! -e gone.c
tap_done
