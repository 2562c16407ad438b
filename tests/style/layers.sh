#!/bin/sh
# Facts about a model are found before its steps are built, and steps before they are printed:
# nothing in promela-backend/facts or promela-backend/steps prints.  What a step writes follows from
# its effects: nobody but steps/effect.c adds to a set of what is written.
. "${top_srcdir:=.}/tests/tap.sh"
command -v nm >/dev/null 2>&1 || tap_plan skip 'no nm'
: "${top_builddir:=.}"
tap_scratch

# calling PATTERN OBJECT…: those that call such functions.
calling () {
	pattern=$1
	shift
	nm -A "$@" | awk -v pattern="$pattern" \
		'$(NF - 1) == "U" && $NF ~ pattern { sub(/:.*/, "", $1); sub(/.*\//, "", $1); print $1 ": " $NF }'
}
prints='^(gd_out_|printf|puts|fputs|fprintf|fwrite)'
writes='^pml_(set_add|set_join|set_fill|note_performed)$'

# objects FOLDER: those whose sources are still there.
objects () {
	for object in "$top_builddir/$1"/*.o; do
		name=${object##*/}
		[ ! -e "$top_srcdir/$1/${name%.o}.c" ] || echo "$object"
	done
}

for layer in facts steps; do
	# shellcheck disable=SC2046 # no name has a blank
	set -- $(objects promela-backend/$layer)
	[ $# -gt 10 ] && tap_ok "$# objects of $layer" || tap_not_ok "objects of $layer"
	tap_is "none of the $layer prints" "$(calling "$prints" "$@")" ''
done
# shellcheck disable=SC2046
set -- $(objects promela-backend/steps | grep -v '/effect\.o$') $(objects promela-backend)
tap_is 'what steps write is not kept by hand' "$(calling "$writes" "$@")" ''

# plant CALL PATTERN: is it noticed?
plant () {
	printf 'void %s(void);\nvoid f(void);\nvoid f(void) { %s(); }\n' "$1" "$1" >x.c
	${CC:-cc} -c x.c -o x.o
	tap_is "one that calls $1 is noticed" "$(calling "$2" x.o)" "x.o: $1"
}
plant gd_out_line "$prints"
plant pml_set_add "$writes"

# compiles STATEMENT: is it one that a step can be built with?
compiles () {
	printf '#include "promela-backend/steps/code.h"\nvoid f(struct pml_code *code);\n%s\n' \
		"void f(struct pml_code *code) { $1; }" >x.c
	${CC:-cc} -std=gnu11 -D_GNU_SOURCE -fsyntax-only -I"$top_srcdir" -I"$top_builddir" x.c 2>said
}
# only WHAT STATEMENT OTHER: the first compiles, and the other does not.
only () {
	compiles "$2" && tap_ok "$1 of its row" || tap_not_ok "$1 of its row" "$(cat said)"
	compiles "$3" && tap_not_ok "$1 of no row" "$3" || tap_ok "$1 of no row does not compile"
}
only 'a key' 'PML_EVENT(code, ghost, .ghost = pml_text("g"))' 'PML_EVENT(code, ghost, .cell = pml_text("g"))'
only 'an event' 'PML_EVENT(code, yield, .where = { NULL, NULL })' 'PML_EVENT(code, yields, .where = { NULL, NULL })'
only 'an argument' 'PML_DO(code, free, .cell = "v_o")' 'PML_DO(code, free, .at = "v_o")'
tap_done
