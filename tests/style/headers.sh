#!/bin/sh
# Each header can be included alone, and twice, with every compiler there is.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/style/files.sh"
tap_long
tap_scratch

# alone COMPILER HEADERS FLAG…: prints what the compiler says of each of them; fails if it does.
alone () {
	compiler=$1
	headers=$2
	shift 2
	count=0
	for header in $headers; do
		count=$((count + 1))
		printf '#include "%s"\n#include "%s"\n' "$header" "$header" >$count.c
		echo $count.c
	done >files
	# shellcheck disable=SC2086 # flags in CC
	style_syntax $compiler -std=gnu11 -Wall -Wextra -Werror -D_GNU_SOURCE "$@" <files
}

# each COMPILER WHAT HEADERS FLAG…: one check for all of them.
each () {
	compiler=$1
	what=$2
	headers=$3
	shift 3
	said=$(alone "$compiler" "$headers" "$@") || said="$said
$compiler fails"
	tap_is "$(wc -l <files | tr -d " ") headers of $what, each alone, with $compiler" "$said" ''
}

every=8
! tap_all || every=1
compiler_headers=$(style_files 'compiler/*.h' 'promela-backend/*.h' 'c-backend/*.h' |
	grep -v /support/ | awk -v every=$every 'NR % every == 0')
for compiler in "${CC:-cc}" $(! tap_all || echo clang); do
	if ! command -v "${compiler%% *}" >/dev/null 2>&1; then
		tap_skip "headers with $compiler" "no $compiler"
		continue
	fi
	each "$compiler" 'the compiler' "$compiler_headers" \
		-I"$top_srcdir" -I"${top_builddir:=.}"
	# It would compile after the other one.
	echo 'enum { DECLARED };' >good.h
	echo 'static const int x = DECLARED;' >bad.h
	what="a header that does not compile alone is noticed, with $compiler"
	if alone "$compiler" 'good.h bad.h' -I. >said; then
		tap_not_ok "$what"
	else
		tap_run "$what" grep -q 'bad\.h:1:.*DECLARED' said
	fi
done

tap_done
