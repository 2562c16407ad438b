#!/bin/sh
# sanitizers.sh: programs that are compiled with a sanitizer and linked with the library as it is
# installed, compiled without: what is right is not reported, what is wrong is.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
case ${SANITIZE-no} in
no) ;;
*) tap_plan skip "the runtime is built with sanitizers" ;;
esac
here=$top_srcdir/tests/clients
clients=$top_srcdir/examples/clients
library=${top_builddir:=.}/libgcdsl-runtime.a
tap_scratch
for collector in stw satb; do
	"$GCDSL" compile "$top_srcdir/examples/$collector.gc" --target c -o $collector >message 2>&1 ||
		tap_not_ok "$collector.gc becomes C" "$(cat message)"
done

# build SANITIZER COLLECTOR OUTPUT EMBEDDER FLAG-OR-FILE…
build () {
	sanitizer=$1 collector=$2 output=$3 embedder=$4
	shift 4
	${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -O1 -Wall -Wextra -Werror "-fsanitize=$sanitizer" -pthread \
		-I"$top_srcdir/runtime/api" -I"$top_srcdir/runtime/src" -I"$clients" \
		-I"$here/attributes" "-I$collector" "-DGC_ATTRS=\"$collector-attrs.h\"" \
		"-DGC_EMBEDDER=\"$embedder\"" "$@" "$collector/$collector.c" "$library" -lm \
		-o "$output" >message 2>&1
}
# reports DESCRIPTION WHAT PATTERN: ./wrong WHAT fails, and its output matches.
reports () {
	if ./wrong "$2" >message 2>&1; then
		tap_not_ok "$1: is reported" "$(cat message)"
	else
		tap_run "$1: is reported" grep -q "$3" message
	fi
}

for sanitizer in address thread; do
	for collector in satb $(! tap_all || echo stw); do
		if ! build $sanitizer $collector stress client-embedder.h "$clients/stress.c" \
			"$clients/stress-graph.c" "$clients/client.c"; then
			if grep -qE 'cannot find .*(asan|tsan)' message; then
				tap_skip "$sanitizer: $collector" "the sanitizer is not installed"
				continue 2
			fi
			tap_not_ok "$sanitizer: $collector" "$(tail -n 20 message)"
			continue
		fi
		for shape in $(! tap_all || echo 2,2) 4,3; do
			set -- "${shape%,*}" "${shape#*,}"
			tap_run "$sanitizer: $collector, $1 mutators, $2 workers" timeout 100 ./stress \
				--mutators="$1" --workers="$2" --heap-multiplier=1.5 --nodes=4096 \
				--iterations=8000 --seed="$1$2"
		done
	done
	if ! build $sanitizer satb wrong object.h "$here/sanitizers/wrong.c"; then
		tap_not_ok "$sanitizer: a program with mistakes" "$(tail -n 20 message)"
		continue
	fi
	tap_run "$sanitizer: a program without a mistake" ./wrong nothing
	case $sanitizer in
	thread)
		reports "two threads that write one field" race 'data race'
		;;
	address)
		reports "reading an object that has been freed" freed 'use-after-poison.*'
		tap_run "and where" grep -q 'in read_value' message
		reports "the same of a large one" large 'use-after-poison'
		reports "writing beyond an object" beyond 'use-after-poison'
		tap_run "memory that only objects refer to" ./wrong kept
		reports "memory that only lost objects refer to" lost 'detected memory leaks'
		;;
	esac
done
tap_done
