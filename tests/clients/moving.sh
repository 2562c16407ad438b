# tests/clients/moving.sh: programs on collectors that move objects.  Sourced; after tap.sh and runtime.sh.
# shellcheck shell=sh disable=SC2154
#
# moving_build NAME FOLDER OUTPUT FLAG…   gcbench, stress and moves with the runtime and the collector NAME, whose C is in
#                                         FOLDER, in the folder OUTPUT
# compiles FLAG…                          the C in the folder semispace, with the embedder of the runtime's tests
# refused WHAT SAYS FLAG…                 it does not, and the message says so
# moving_runs OUTPUT REPETITIONS          runs the first two, with one worker and with three
moving_here=$top_srcdir/tests/clients

moving_build () {
	moving_name=$1 moving_folder=$2 moving_output=$3
	shift 3
	if PROGRAMS='gcbench stress' sh "$moving_here/build.sh" "$moving_folder" "$moving_output" "$@" >message 2>&1 &&
		(cd "$moving_output" && moving_link "$@") >>message 2>&1; then
		return 0
	fi
	runtime_unbuilt "$moving_output"
}
moving_link () {
	objects=
	# shellcheck disable=SC2086 # a list of words
	runtime_objects "$@" &&
		${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -Wall -Wextra -Werror -pthread "$@" \
			-I"$top_srcdir/runtime/api" -I"$runtime_source" -I"$top_srcdir/examples/clients" -I"../$moving_folder" \
			-DGC_ATTRS="\"$moving_name-attrs.h\"" -DGC_EMBEDDER='"client-embedder.h"' \
			-o moves "$moving_here/moves.c" client.o "$moving_name.o" $objects -lm
}
moving_runs () {
	for workers in 1 3; do
		tap_run "$1: gcbench, $workers workers" timeout 120 "$1/gcbench" -m 2 -w $workers -d 7 -x "$2"
		tap_run "$1: stress, $workers workers" timeout 120 "$1/stress" -m 2 -w $workers -i 600 -n 128 -x "$2" -S 5
	done
}
compiles () { # FLAG…
	${CC:-cc} -std=gnu11 -D_GNU_SOURCE -I"$top_srcdir/runtime/api" -I"$runtime_source" -I"$top_srcdir/runtime/tests" -Isemispace \
		-DGC_ATTRS='"semispace-attrs.h"' -DGC_EMBEDDER='"test-embedder.h"' -c -o one.o "$@" semispace/semispace.c >message 2>&1
}
refused () { # WHAT SAYS FLAG…
	what=$1 says=$2
	shift 2
	if compiles "$@"; then tap_not_ok "$what is refused"; else tap_run "$what is refused" grep -q "$says" message; fi
}
