#!/bin/sh
# The example of doc/explore.md prints what the document says, and is verified when it is mended as
# the document says.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch

# block KIND: the first such block of the document.
block () {
	"${AWK:-awk}" -v kind="$1" '
		$0 == "```" kind && !n++ { inside = 1; next }
		/^```/ { inside = 0 }
		inside' "$top_srcdir/doc/explore.md"
}
# compiled NAME
compiled () {
	# shellcheck disable=SC2086 # no flag, or some
	tap_run "$1.c compiles" ${CC:-cc} -std=c11 -Wall -Wextra -Werror ${SANITIZE_CFLAGS-} \
		-I"$top_srcdir/explore" -o "$1" "$1.c" "$top_builddir/libgcexplore.a"
}

block c >lost.c
compiled lost
tap_is 'a lost update' "$(./lost)" "$(block text)"
sed 's/gcx_write(&number, 8, gcx_read(&number, 8) + 1)/gcx_modify(\&number, 8, GCX_ADD, 1)/' lost.c >kept.c
compiled kept
tap_is 'none is lost' "$(./kept)" 'verified: 2 executions'

# The header stands alone, in C++ too.
echo '#include <gcexplore.h>' >header.cc
tap_run 'C++ reads the header' "${CXX:-c++}" -Wall -Wextra -Werror -I"$top_srcdir/explore" \
	-fsyntax-only header.cc
tap_done
