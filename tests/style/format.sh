#!/bin/sh
# format.sh: every C file is laid out as .clang-format says.  Versions of clang-format differ
# in places, so only the one that the files were laid out with is asked.  It takes long: unless all is to be tried,
# each eighth file is looked at.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/style/files.sh"
tap_long
wanted=14

version=$(clang-format --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p')
[ "$version" = "$wanted" ] || tap_plan skip "clang-format $wanted is missing"
tap_scratch

# differ: those of the files named on stdin that clang-format would lay out differently.
differ () {
	(cd "$top_srcdir" && xargs -d '\n' clang-format --dry-run 2>&1 || echo 'clang-format fails') |
		sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: .*/\1/p; /^clang-format fails/p' | sort -u
}

every=8
! tap_all || every=1
tap_is 'every C file is laid out as .clang-format says' \
	"$(style_sources | awk -v every=$every 'NR % every == 0' | differ)" ''
printf 'int  f(void) { return 1; }\n' >planted.c
printf 'int f(void);\n' >good.h
cp planted.c planted.h
cp "$top_srcdir/.clang-format" .
top_srcdir=$PWD
tap_is 'those that are not are found' "$(printf '%s\n' planted.c good.h planted.h | differ)" \
	'planted.c
planted.h'
tap_is 'one that cannot be read is no silence' "$(echo gone.c | differ)" 'clang-format fails'
tap_done
