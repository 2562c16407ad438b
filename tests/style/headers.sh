#!/bin/sh
# Each header can be included alone, and twice, with every compiler there is.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/style/files.sh"
tap_scratch

# alone COMPILER HEADER FLAG…: prints what the compiler says; fails if it does.
alone () {
	compiler=$1
	header=$2
	shift 2
	printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
		$compiler -std=gnu11 -Wall -Wextra -Werror -D_GNU_SOURCE -fsyntax-only \
			"$@" -x c - 2>&1
}

# each COMPILER WHAT HEADERS FLAG…: one check for all of them.
each () {
	compiler=$1
	what=$2
	headers=$3
	shift 3
	count=0
	bad=
	for header in $headers; do
		count=$((count + 1))
		said=$(alone "$compiler" "$header" "$@") || bad="$bad$header: $said
"
	done
	tap_is "$count headers of $what, each alone, with $compiler" "$bad" ''
}

compiler_headers=$(style_files 'compiler/*.h' 'promela-backend/*.h' 'c-backend/*.h' |
	grep -v /support/)
for compiler in "${CC:-cc}" clang; do
	if ! command -v "${compiler%% *}" >/dev/null 2>&1; then
		tap_skip "headers with $compiler" "no $compiler"
		continue
	fi
	each "$compiler" 'the compiler' "$compiler_headers" \
		-I"$top_srcdir" -I"${top_builddir:=.}"
done

echo 'int x = UNDECLARED;' > bad.h
if alone "${CC:-cc}" bad.h -I. >/dev/null; then
	tap_not_ok 'a header that does not compile alone is noticed'
else
	tap_ok 'a header that does not compile alone is noticed'
fi

tap_done
