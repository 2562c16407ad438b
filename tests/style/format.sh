#!/bin/sh
# format.sh: every C file is laid out as .clang-format says.  Versions of clang-format differ
# in places, so only the one that the files were laid out with is asked.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/style/files.sh"
wanted=14

version=$(clang-format --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p')
[ "$version" = "$wanted" ] || tap_plan skip "clang-format $wanted is missing"
tap_scratch

# differ: those of the files named on stdin that clang-format would lay out differently.
differ () {
	while IFS= read -r file; do
		(cd "$top_srcdir" && clang-format --assume-filename="$top_srcdir/x.c" <"$file") |
			cmp -s - "$top_srcdir/$file" || echo "$file"
	done
}

tap_is 'every C file is laid out as .clang-format says' \
	"$(style_sources | differ)" ''
printf 'int  f(void) { return 1; }\n' >planted.c
top_srcdir_saved=$top_srcdir top_srcdir=$PWD
cp "$top_srcdir_saved/.clang-format" .
tap_is 'a file that is not is found' "$(echo planted.c | differ)" planted.c
tap_done
