#!/bin/sh
# A switch over an enumeration of ours names all its values: one that is added later is
# noticed where it is forgotten.  The compiler checks it (-Wswitch-enum), also where
# there is a `default:', and so there is none.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/style/files.sh"
tap_scratch

# complains FILE…: what the compiler says of switches.
complains () {
	for file; do
		${CC:-cc} -std=gnu11 -D_GNU_SOURCE -I"$top_srcdir" -I"$top_builddir" \
			-fsyntax-only -Wswitch-enum "$file" 2>&1 | grep -- '-Wswitch-enum'
	done
}

found=$(cd "$top_srcdir" && complains compiler/base/*.c compiler/sema/*.c compiler/ir/*.c \
	compiler/import/*.c compiler/driver/*.c promela-backend/*.c promela-backend/*/*.c \
	c-backend/*.c)
tap_is "switches name all values" "$found" ""
grep -q -- '-Wall -Wextra -Wswitch-enum' "$top_srcdir/Makefile.am" &&
	tap_ok "every build checks it" || tap_not_ok "every build checks it"

cat >hidden.c <<'END'
enum colour { RED, GREEN, BLUE };
int number(enum colour colour);
int number(enum colour colour)
{
	switch (colour) {
	case RED: return 1;
	default: return 2;
	}
}
END
[ -n "$(complains hidden.c)" ] && tap_ok "one that hides in a default is noticed" ||
	tap_not_ok "one that hides in a default is noticed"
tap_done
