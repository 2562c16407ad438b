#!/bin/sh
# functions.sh: a function fits a screen: none has more than 50 lines, nine of ten have at most 25,
# and half of them at most 10.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/style/files.sh"
tap_scratch
counter=$top_srcdir/tests/style/functions.awk

# lengths: of the functions of the files named on stdin, the shortest first.
lengths () { (cd "$1" && xargs "${AWK:-awk}" -f "$counter") | sort -n; }

style_sources | lengths "$top_srcdir" >all
count=$(wc -l <all)
# at PERCENT: the length that so many per cent do not exceed.
at () { sed -n "$((count * $1 / 100))s/ .*//p" all; }

tap_is 'no function has more than 50 lines' "$("${AWK:-awk}" '$1 > 50' all)" ''
[ "$(at 50)" -le 10 ] && tap_ok 'half of them have at most 10' || tap_not_ok 'half have at most 10' "$(at 50)"
[ "$(at 90)" -le 25 ] && tap_ok 'nine of ten have at most 25' || tap_not_ok 'nine of ten have at most 25' "$(at 90)"
echo "# of $count functions: half have at most $(at 50) lines, nine of ten at most $(at 90)"

{ echo 'void f(void)'; echo '{'; seq 60 | sed 's/.*/	g(&);/'; echo '}'; } >long.c
tap_is 'a long function is found' "$(echo long.c | lengths .)" '60 long.c:2'
tap_done
