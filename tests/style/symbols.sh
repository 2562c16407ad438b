#!/bin/sh
# What a library exports starts with the prefix of its part.
. "${top_srcdir:=.}/tests/tap.sh"
command -v nm >/dev/null 2>&1 || tap_plan skip 'no nm'

# foreign LIBRARY PREFIX…: its symbols with none of the prefixes.  Those that
# start with two underscores are the compiler's own.
foreign () {
	library=$1
	shift
	prefixes=$(printf '%s|' "$@")
	nm -g --defined-only "$library" 2>/dev/null |
		awk -v ok="^(${prefixes}__)" 'NF == 3 && $3 !~ ok { print $3 }'
}

check () {
	library=$1
	shift
	if [ -e "${top_builddir:=.}/$library" ]; then
		tap_is "$library: $*" "$(foreign "$top_builddir/$library" "$@")" ''
	else
		tap_not_ok "$library is built"
	fi
}
check libgcdsl-base.a gd_
check libgcdsl-syntax.a syn_
check libgcdsl-sema.a sem_
check libgcdsl-ir.a ir_
check libgcdsl-import.a herd_
check libgcdsl-promela.a pml_ camp_ trail_ litmus_
check libgcdsl-trace.a consistency_ events_ guard_ lanes_ marks_ operations_ style_ switches_ view_ spin_ mmlib_ index_ paragraph_ promela_ step_ stepper_
check libgcdsl-c.a cgen_

tap_scratch
echo 'int stray, gd_good; void gd_f(void); void gd_f(void) {}' > x.c
if ${CC:-cc} -c x.c -o x.o 2>/dev/null; then
	tap_is 'a symbol without the prefix is noticed' "$(foreign x.o gd_)" stray
fi
tap_done
