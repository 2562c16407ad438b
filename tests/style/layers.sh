#!/bin/sh
# Facts about a model are found before any of its text is written: nothing in
# promela-backend/facts prints.
. "${top_srcdir:=.}/tests/tap.sh"
command -v nm >/dev/null 2>&1 || tap_plan skip 'no nm'
tap_scratch

# printing OBJECT…: those that call what writes text.
printing () {
	for object; do
		nm "$object" | awk -v object="${object##*/}" \
			'$1 == "U" && $2 ~ /^(gd_out_|printf|puts|fputs|fprintf|fwrite)/ { print object ": " $2 }'
	done
}

set -- "${top_builddir:=.}"/promela-backend/facts/*.o
[ -e "$1" ] && tap_ok "$# objects of facts" || tap_not_ok "objects of facts"
tap_is 'none of them prints' "$(printing "$@")" ''
printf 'void gd_out_line(void);\nvoid f(void);\nvoid f(void) { gd_out_line(); }\n' >x.c
${CC:-cc} -c x.c -o x.o
tap_is 'one that does is noticed' "$(printing x.o)" 'x.o: gd_out_line'
tap_done
