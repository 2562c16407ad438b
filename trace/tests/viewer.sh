#!/bin/sh
# The page of `gcdsl view' in a browser: every interaction, pictures of it, and its speed.
#
# BROWSER is the browser (chromium), VIEWER_PICTURES a folder for the pictures.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_all || tap_plan skip 'it takes a browser some seconds: GCDSL_TESTS=all'
: "${BROWSER:=$(command -v chromium)}"
[ -n "$BROWSER" ] || tap_plan skip 'chromium is not installed'
command -v node >/dev/null 2>&1 || tap_plan skip 'node is not installed'
modules=$top_builddir/trace/tests/browser
[ -d "$modules/node_modules" ] ||
	tap_plan skip "playwright-core is not installed: trace/tests/browser-setup.sh $modules"
tap_scratch
mkdir home
pictures=${VIEWER_PICTURES:-$PWD/pictures}
mkdir -p "$pictures"

seq 1 70 | sed 's/.*/line &: a <b> of "made.gc" \&amp; <\/script>/' >made.gc
# page NAME STEPS ARGUMENT…
page () {
	name=$1
	shift
	node "$top_srcdir/trace/tests/make-trace.mjs" "$@" >"$name.jsonl"
}
page short 64 made.gc
page loop 40 made.gc loop=20
page odd 48 made.gc 'name=<b>x</b></script><script>hurt()</script>' 'scenario=<i>'
page other 64 made.gc other=24 scenario=second
page long 10000 made.gc
# Here no step is one of the memory of m, which mutator m itself brings its stores into.
sed 's/"name":"memory of m"/"name":"memory of n"/; s/"thread":"memory of m"/"thread":"mutator m"/' short.jsonl >drained.jsonl
# The property is broken before the end, and nothing but a promise says that it must hold.
sed '$s/"step":64,"since":null,"until":null/"step":60,"since":3,"until":"swept"/
	$s/"given":\[.*\]}/"given":[]}/' short.jsonl >promised.jsonl
# A program's run.
# shellcheck source=tests/runtime.sh
. "$top_srcdir/tests/runtime.sh"
runtime=$top_srcdir/runtime
runtime_objects -O1 -DGCRT_DEBUG=1 || cat message
"$GCDSL" compile "$top_srcdir/examples/satb.gc" --target c -o collector >said
# shellcheck disable=SC2086 # a list of files
${CC:-cc} -std=gnu11 -D_GNU_SOURCE -O1 -pthread -DGCRT_DEBUG=1 -I"$runtime/api" -I"$runtime/src" \
	-I"$runtime/tests" -Icollector -DGC_ATTRS='"satb-attrs.h"' -DGC_EMBEDDER='"test-embedder.h"' \
	"$runtime/tests/traced/graph.c" collector/satb.c $objects -lm -o program &&
	./program trace=program.jsonl,trace-heap=200,parallelism=2 2 6 1 >said
for name in short loop odd long drained promised program; do
	"$GCDSL" view --events $name.jsonl -o $name.html >said 2>&1 || cat said
done
"$GCDSL" view --events short.jsonl --with other.jsonl -o both.html >said 2>&1 || cat said
# Blocks and lines: only the first line of an object is marked.
sed 's/for l in o.lines  store(l.live, 1);/store(o.line.live, 1);/' "$top_srcdir/tests/agree/lines.gc" >regions.gc
echo 'property none_lost = always forall o (freed(o) implies not reachable(o));' >>regions.gc
"$GCDSL" view regions.gc --results results -o regions.html >said 2>&1 || cat said
for arguments in 'satb examples/satb.gc --mutant unordered_stop --memory tso' \
	'peterson examples/litmus/mutex/peterson.gc --memory pso' \
	'staccato examples/staccato.gc --scenario writer --mutant no_fence --memory pso' \
	'late tests/run/late-window.gc --memory relaxed'; do
	# shellcheck disable=SC2086 # words on purpose
	set -- $arguments
	name=$1 file=$2
	shift 2
	(cd "$top_srcdir" && "$GCDSL" view "$file" --results "$tap_directory/results" "$@" \
		-o "$tap_directory/$name.html") >said 2>&1 || cat said
done

HOME=$PWD/home node "$top_srcdir/trace/tests/viewer.mjs" "$modules" "$BROWSER" "$PWD" "$pictures"
