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

# gcexplore prints what the document says, but for the time.
if [ "${SANITIZE:-no}" = no ] && command -v gcc >/dev/null 2>&1; then
	cp "$top_srcdir/explore/tests/programs/weak.c" .
	{
		echo '$ gcexplore --memory=tso weak.c -- -DSB'
		"$top_builddir/gcexplore" --memory=tso weak.c -- -DSB
	} | sed 's/; [0-9.]* s$//' >session
	block console | sed 's/; [0-9.]* s$//' >documented
	tap_same 'a program as it is' session documented
fi

# The header stands alone, in C++ too.
echo '#include <gcexplore.h>' >header.cc
tap_run 'C++ reads the header' "${CXX:-c++}" -Wall -Wextra -Werror -I"$top_srcdir/explore" \
	-fsyntax-only header.cc
tap_done
