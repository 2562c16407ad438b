#!/bin/sh
# lisp.sh: the Lisp of examples/clients/lisp runs its programs under each collector, and
# prints what it should: as it is, with checks, with sanitizers, and with four threads in
# a heap that is hardly larger than what lives.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch
build=$top_srcdir/tests/clients/build.sh
programs=$(cd "$top_srcdir/examples/clients/lisp/programs" && pwd)
libraries=$(cd "${top_builddir:=.}" && pwd)
here=$PWD
with=
[ "${SANITIZE:-no}" = no ] || with=-fsanitize=$SANITIZE
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS

# variant COLLECTOR NAME LIBRARY [FLAG…]: builds COLLECTOR-NAME/lisp. Fails if it cannot be built.
variant () {
	folder=$1-$2 collector=$1 library=$3
	shift 3
	if sh "$build" -l "$library" "$collector" "$folder" "$@" >message 2>&1; then
		return 0
	fi
	runtime_unbuilt "$folder"
}

# lisp FOLDER PROGRAM [OPTION…]: runs it. The output is in ./output; returns its exit status.
lisp () {
	where=$here/$1 program=$2.lisp
	shift 2
	(cd "$programs" && timeout 120 "$where/lisp" "$@" "$program") >output 2>&1
}

# prints FOLDER PROGRAM [OPTION…]
prints () {
	status=0 wanted=0
	[ "$2" != errors ] || wanted=1
	lisp "$@" || status=$?
	if [ $status -eq $wanted ]; then
		tap_same "$1: $2" output "$programs/$2.expected"
	else
		tap_not_ok "$1: $2" "exit status $status" "$(tail -n 20 output)"
	fi
}

# `memory' must fill the heap before it gives up; the others collect all the time. In `deep', whose
# collections each take long, there are about twenty.
all_programs () { # FOLDER [DEEP]
	for program in fib queens tables strings trees channels errors tight ${2-deep}; do
		between=100000
		[ $program != deep ] || between=400000
		prints "$1" $program -o heap-size=8m,parallelism=2 -c $between
	done
	prints "$1" memory -o heap-size=8m,parallelism=2
}

for collector in stw $(! tap_all || echo ragged satb incremental); do
	"$GCDSL" compile "$top_srcdir/examples/$collector.gc" --target c -o $collector >message 2>&1 ||
		tap_not_ok "$collector.gc becomes C" "$(cat message)"
	# shellcheck disable=SC2086 # no flag, or one
	if variant $collector release "$libraries/libgcdsl-runtime.a" -O2 $with; then
		all_programs $collector-release
	fi
	tap_all || continue
	# shellcheck disable=SC2086
	if variant $collector debug "$libraries/libgcdsl-runtime-debug.a" -O1 -DGCRT_DEBUG=1 \
		-DGC_DEBUG=1 $with; then
		all_programs $collector-debug
	fi
done
if tap_all && variant satb sanitized '' -O1 -fsanitize=address,undefined -fno-sanitize-recover=all; then
	all_programs satb-sanitized
fi
# The thread sanitizer does not support deep recursion.
if tap_all && variant ragged thread '' -O1 -fsanitize=thread; then
	all_programs ragged-thread ''
fi

# Finds the largest number of live bytes, measured after every 20 kB of allocation. Then runs with
# 1.3 times that, or 1.5 times.
if [ "${SANITIZE:-no}" = no ]; then
	lisp stw-release tight -v -c 20000 -o heap-size=16m
	live=$(sed -n 's/.* at most \([0-9]*\) bytes live.*/\1/p' output)
	for run in 3 $(! tap_all || echo 1 2 4 5); do
		for collector in stw $(! tap_all || echo ragged); do
			prints $collector-release tight -o "heap-size=$((live * 13 / 10)),parallelism=$run"
		done
		# Here objects are also allocated while others are marked: what lives is spread wider.
		! tap_all || prints satb-release tight -o "heap-size=$((live * 15 / 10)),parallelism=$run"
	done
	prints stw-release tight -o heap-size=$((live * 13 / 10)),parallelism=1 -c 20000
	status=0
	lisp stw-release tight -o "heap-size=$((live * 9 / 10)),parallelism=2" || status=$?
	tap_is 'in less than what lives it does not run' $status 1
fi
tap_run_status 'wrong usage' 2 stw-release/lisp -x
tap_run_status 'options that the heap does not have' 2 stw-release/lisp -o heap=1 x.lisp
tap_run_status 'a file that is not there' 2 stw-release/lisp none.lisp
tap_done
