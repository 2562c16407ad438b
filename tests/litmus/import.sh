#!/bin/sh
# import.sh: litmus tests in C: what they become, what is said of those that cannot
# be read, and that broken ones do no harm.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
tap_quick_cc
import=$top_srcdir/tests/litmus/import
ASAN_OPTIONS=exitcode=99:detect_leaks=1
export ASAN_OPTIONS

# ---- translations.  UPDATE_GOLDEN=1 accepts the current ones.
for file in "$import"/*.litmus; do
	name=$(basename "$file" .litmus)
	for form in blocking split; do
		options=
		[ $form = blocking ] || options=--split-phase
		# shellcheck disable=SC2086 # none, or one
		"$GCDSL" litmus --import "$file" $options -o "$name.$form.gc" 2>said
		[ -z "${UPDATE_GOLDEN-}" ] || cp "$name.$form.gc" "$import"
		tap_same "$name: translation, $form loads" "$name.$form.gc" "$import/$name.$form.gc"
		tap_run "$name: which is a litmus test, $form loads" "$GCDSL" check "$name.$form.gc"
	done
done
tap_is 'a translation goes to standard output too' \
	"$("$GCDSL" litmus --import "$import/lb.litmus" -o -)" "$(cat lb.blocking.gc)"

# ---- they are run
# observed FILE MODEL [OPTION…]: how often what is asked for is seen.
observed () {
	file=$1 model=$2
	shift 2
	"$GCDSL" litmus --import "$import/$file.litmus" --memory "$model" "$@" 2>said |
		sed -n 's/^Observation [^ ]* \([A-Z][a-z]*\).*/\1/p'
}
if command -v "${SPIN:-spin}" >/dev/null 2>&1; then
	tap_is 'SB with one fence under sc' "$(observed sb-linux sc)" Never
	tap_is 'SB with one fence under tso' "$(observed sb-linux tso)" Sometimes
	tap_is 'MP by release and acquire under c11' "$(observed mp-release c11)" Never
	tap_is 'LB, blocking, under relaxed' "$(observed lb relaxed)" Never
	tap_is 'the same, split-phase' "$(observed lb relaxed --split-phase)" Sometimes
	tap_is 'a lock under relaxed' "$(observed lock relaxed)" Never
	"$GCDSL" litmus --import "$import/sb-linux.litmus" --memory sc >/dev/null 2>&1 && status=0 ||
	    status=$?
	tap_is 'a test that is asked for and never seen has status 1' "$status" 1
else
	tap_skip 'the tests are run' 'no spin'
fi

# ---- mistakes
# said_of TEXT: place and code of what is said of a test with this text.
said_of () {
	printf '%b' "$1" >wrong.litmus
	"$GCDSL" litmus --import wrong.litmus -o wrong.gc >said 2>&1 && status=0 || status=$?
	sed -n 's/^wrong\.litmus:\([0-9:]*\): .*\[\(.*\)\]$/\1 \2/p' said | tr '\n' ' '
	echo "$status"
	grep -q 'help: ' said || echo 'and no way out'
}
# wrong EXPECTED TEXT: the reports for TEXT are EXPECTED
wrong () { tap_is "$1" "$(said_of "$2")" "$1"; }
# body EXPECTED TEXT: P0 does TEXT, which is in line 3 from column 1, and has the parameters x and
# y.
body () { wrong "$1" "C t\n{} P0 (atomic_int* x, atomic_int* y) {\n$2\n} exists (x=0)"; }
wrong '1:1 E0930 2' 'AArch64 t\n{}'
wrong '1:1 E0930 2' ''
wrong '1:2 E0931 2' 'C'
wrong '2:5 E0931 2' 'C t\nx=0;'
wrong '2:4 E0933 2' 'C t\n{ *x=0; }'
wrong '2:5 E0934 2' 'C t\n{ x=-1; }'
wrong '2:5 E0934 2' 'C t\n{ x=256; }'
wrong '2:5 E0933 2' 'C t\n{ x=&y; }'
wrong '2:5 E0932 2' 'C t\n{ x "=0; }'
wrong '2:3 E0932 2' 'C t\n{ @ }'
wrong '2:1 E0932 2' 'C t\n(* (* *)\n{ }'
wrong '2:4 E0931 2' 'C t\n{} P1 () { } exists (true)'
wrong '2:8 E0931 2' 'C t\n{} P0 (x) { } exists (true)'
wrong '2:13 E0933 2' 'C t\n{} P0 (int **x) { } exists (true)'
body '3:1 E0933 2' 'while (1) { }'
body '3:1 E0933 2' 'spin_lock(x);'
body '3:1 E0933 2' 'atomic_compare_exchange_weak(x, y, 1);'
body '3:9 E0933 2' 'int r = atomic_fetch_xor(x, 1);'
body '3:11 E0933 2' 'int r = 1 * 2;'
body '3:11 E0933 2' 'int r = 1 ^ 2;'
body '3:21 E0933 2' 'int r = 1; if (r && atomic_load(x)) ;'
body '3:25 E0936 2' 'atomic_load_explicit(x, memory_order_release);'
body '3:9 E0934 2' 'int r = -1;'
body '3:11 E0934 2' 'int r = 2 - atomic_load(x); atomic_store(x, 3);'
body '3:1 E0934 2' 'atomic_fetch_sub(x, 1); atomic_fetch_add(x, 1);'
body '3:50 E0934 2' 'if (atomic_load(y) == 1) atomic_fetch_add(x, 1); atomic_fetch_sub(x, 1);'
body '3:23 E0934 2' 'atomic_store(x, 200); atomic_fetch_add(x, 100);'
body '3:31 E0934 2' 'int r = atomic_load(x); if (r + 1 < r) ; atomic_store(x, 255);'
body '3:27 E0934 2' 'r = 1; s = 255 - r; s = s + 1 + r;'
body '3:52 E0934 2' 'atomic_fetch_or(x, 128); r = atomic_load(x); s = r + 1;'
body '3:1 E0935 2' 'y = 1;'
body '3:9 E0935 2' 'int r = s;'
body '3:9 E0935 2' 'int r = x;'
body '3:13 E0935 2' 'atomic_load(z);'
body '3:1 W0939 0' '*x = 1; int r = *y;'
body '3:1 W0938 0' 'smp_wmb();'
wrong '2:14 E0931 2' 'C t\n{} P0 () { } exist (true)'
wrong '2:22 E0935 2' 'C t\n{} P0 () { } exists (1:r=0)'
wrong '2:24 E0935 2' 'C t\n{} P0 () { } exists (0:r=0)'
wrong '2:22 E0935 2' 'C t\n{} P0 () { } exists (x=0)'
wrong '2:14 E0933 2' 'C t\n{} P0 () { } filter (true) exists (true)'
deep=$(printf '%0100d' 0 | tr 0 '(')
wrong '2:61 E0111 2' "C t\n{} P0 () { } exists $deep"
long=$(printf '%01500d' 0 | sed 's/0/+r/g')
body '3:215 E0937 2' "int r; r = r$long;"
many=$(printf '%065d' 0 | sed 's/0/if (atomic_load(x)) ;/g')
body '3:1363 E0937 2' "$many"

# ---- what the language's limits allow is translated, and accepted; more is refused
# lines COUNT TEXT: TEXT, with 1, 2, … for @.
lines () {
	"${AWK:-awk}" -v count="$1" -v text="$2" 'BEGIN {
		for (i = 1; i <= count; i++) {
			line = text
			gsub(/@/, i, line)
			print line
		}
	}'
}
# test_of NUMBER WHAT
test_of () {
	echo 'C t'
	case $2 in
	threads)
		echo '{}'
		lines "$1" 'P@ (atomic_int* x) { }' | awk '{ sub(/^P[0-9]*/, "P" NR - 1) } 1' ;;
	locations)
		echo '{ x = 0;'
		lines "$(($1 - 1))" 'x@ = 0;'
		echo '} P0 (atomic_int* x) { }' ;;
	registers)
		echo '{} P0 (atomic_int* x) {'
		lines "$(($1 / 2))" 'int r@;'
		echo '} P1 (atomic_int* x) {'
		lines "$(($1 - $1 / 2))" 'if (atomic_load(x)) ;'
		echo '}' ;;
	steps)
		echo '{} P0 (atomic_int* x) {'
		lines "$(($1 / 2))" 'if (1) atomic_store(x, 1);'
		lines "$(($1 % 2))" 'atomic_store(x, 1);'
		echo '}' ;;
	esac
	echo 'exists (x=0)'
}
# at_most NUMBER WHAT
at_most () {
	test_of "$1" "$2" >sized.litmus
	tap_run "$1 $2" "$GCDSL" litmus --import sized.litmus -o out.gc
	tap_run "$1 $2 are accepted" "$GCDSL" check out.gc
	rm out.gc
	test_of "$(($1 + 1))" "$2" >sized.litmus
	"$GCDSL" litmus --import sized.litmus -o out.gc >said 2>&1 && status=0 || status=$?
	tap_is "more than $1 $2" "$status $(grep -c "error: more than $1 $2 .*E0937" said)" '2 1'
}
at_most 8 threads
at_most 16 locations
at_most 64 registers
at_most 255 steps
{
	printf 'C t\n{} P0 (atomic_int* x) {\n'
	lines 9 'int r@ = atomic_load(x);'
	echo '} exists (x=0)'
} >nine.litmus
"$GCDSL" litmus --import nine.litmus --split-phase >said 2>&1 && status=0 || status=$?
tap_is 'what is said of a translation names the file that was given' \
	"$status $(grep -c '^nine\.litmus, translated:.*litmus test .*more than 8 loads.*E0924' said)" '2 1'
mkfifo pipe
"$GCDSL" litmus --import pipe -o out.gc >said 2>&1 && status=0 || status=$?
tap_is 'a FIFO that nobody writes to is not waited for' \
	"$status $(grep -c 'nobody writes to this FIFO' said)" '2 1'
cat "$import/lb.litmus" >pipe &
"$GCDSL" litmus --import pipe -o out.gc >said 2>&1 && status=0 || status=$?
wait $!
tap_is 'a FIFO is read' "$status $(cmp out.gc lb.blocking.gc)" '0 '
tap_run_status 'a file that is not there' 2 "$GCDSL" litmus --import nowhere.litmus
tap_run_status '-o without --import' 2 "$GCDSL" litmus -o x.gc wrong.gc

# ---- broken files: status 0 and a litmus test, or 2 and an error
# harmless FILE: says in `why' what is wrong.
harmless () {
	said=$(timeout 10 "$GCDSL" litmus --import "$1" -o out.gc 2>&1) && status=0 || status=$?
	why=
	case $status:$said in
	*'runtime error: '* | *Sanitizer*) why='a report of a sanitizer' ;;
	0:*) "$GCDSL" check out.gc >checked 2>&1 || why='a translation that is no litmus test' ;;
	2:*'error: '*) ;;
	2:*) why='exit status 2 without an error' ;;
	*) why="exit status $status" ;;
	esac
	[ -z "$why" ]
}
seed=${SEED:-20261121}
if tap_all; then count=${COUNT:-300} step=11; else count=${COUNT:-30} step=110; fi
mkdir broken
"$top_builddir/tests/fuzz/broken" "$seed" "$count" broken "$import"/*.litmus || exit 99
for file in "$import"/*.litmus; do
	length=$(wc -c <"$file")
	at=0
	while [ "$at" -lt "$length" ]; do
		head -c "$at" "$file" >"broken/$(basename "$file")-$at.gc"
		at=$((at + step))
	done
done
failed=0 tried=0
for file in broken/*.gc; do
	tried=$((tried + 1))
	harmless "$file" && continue
	failed=$((failed + 1))
	echo "# $file: $why"
	[ -z "${KEEP-}" ] || cp "$file" "$KEEP/"
done
tap_is "seed $seed: files of $tried on which the import went wrong" "$failed" 0
tap_done
