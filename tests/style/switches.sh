#!/bin/sh
# A switch over an enumeration of ours names all its values: one that is added later is
# noticed where it is forgotten.  The compiler checks it (-Wswitch-enum), also where
# there is a `default:', and so there is none.  A cast of what is looked at hides the
# enumeration from it, and so there is none either.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/style/files.sh"
tap_scratch
said=$PWD/said

# clang warns of the same, and takes half of the time.
compiler=${CC:-cc}
! command -v clang >/dev/null 2>&1 || compiler=clang

# complains FILE…: what the compiler says of switches.
complains () {
	# shellcheck disable=SC2086 # flags in CC
	printf '%s\n' "$@" | style_syntax $compiler -std=gnu11 -D_GNU_SOURCE -I"$top_srcdir" \
		-I"$top_builddir" -I"$top_srcdir/runtime/api" -I"$top_srcdir/runtime/src" \
		-DGCRT_DEBUG=1 -DPACKAGE_VERSION='""' -DPKGDATADIR='""' -Wswitch-enum >"$said" || cat "$said"
	grep -- '-Wswitch-enum' "$said"
}

# casts FILE…: where what a switch looks at is cast.
casts () {
	grep -n 'switch *( *(\(const \)*\(int\|long\|char\|short\|un\|signed\|size_t\|u*int[0-9]\)' "$@" /dev/null
}

ours=$(cd "$top_srcdir" && echo compiler/base/*.c compiler/syntax/*.c compiler/sema/*.c \
	compiler/ir/*.c compiler/import/*.c compiler/driver/*.c promela-backend/*.c \
	promela-backend/*/*.c c-backend/*.c runtime/src/*.c explore/src/*.c)
if tap_all; then # the build checks it, too
	# shellcheck disable=SC2086 # several files
	tap_is "switches name all values" "$(cd "$top_srcdir" && complains $ours)" ""
fi
# shellcheck disable=SC2086 # several files
found=$(cd "$top_srcdir" && casts $ours)
tap_is "no switch casts what it looks at" "$found" ""
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
[ -n "$(complains hidden.c | grep GREEN)" ] && tap_ok "one that hides in a default is noticed" ||
	tap_not_ok "one that hides in a default is noticed"
sed 's/switch (colour)/switch ((int)colour)/' hidden.c >cast.c
[ -n "$(casts cast.c)" ] && [ -z "$(complains cast.c)" ] && tap_ok "one that hides in a cast is noticed" ||
	tap_not_ok "one that hides in a cast is noticed"
tap_done
