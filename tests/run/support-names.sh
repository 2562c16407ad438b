#!/bin/sh
# A file, a collector, a scenario and a litmus test may have the name of a support file.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:-spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
support=$(cd "$top_srcdir/promela-backend/support" && pwd)

# NAME SCENARIO…: a collector
spec () {
	cat <<EOF
collector $1;
object { mark : bit = 0; }
work clear(o : ref) set { store(o.mark, 0); }
cycle gc from requested to drained(sweep);
bucket sweep { clear } fill for o : object emit clear(o);
property unmarked = always forall o (peek(o.mark) == 0);
verify { expect unmarked hold; }
EOF
	shift
	for scenario; do
		echo "scenario $scenario { objects a; mutator m (stack = { a }) { collect; } expected { a }; }"
	done
}

# readable DIRECTORY MODEL: the support files that were there are unchanged, and SPIN reads the
# model.
readable () {
	for file in "$support"/*.pml; do
		[ ! -e "$1/${file##*/}" ] || cmp "$file" "$1/${file##*/}" || return 1
	done
	(cd "$1" && "${SPIN:-spin}" -a "$2")
}

for file in "$support"/*.pml machine-states.pml memory-tables.pml; do
	name=${file##*/} name=${name%.pml}
	spec x s >"$name.gc"
	"$GCDSL" compile "$name.gc" --target promela -o "of-$name" >said 2>&1
	tap_run "$name.gc" readable "of-$name" "$name-model.pml"
done
spec x s >pool-model.gc
for name in pool pool-model; do
	"$GCDSL" compile $name.gc --target promela -o beside >said 2>&1
done
tap_is 'two names stay two' "$(cd beside && echo pool-*.pml)" 'pool-model-model.pml pool-model.pml'
tap_is 'only support files that the model includes' "$(cd of-heap && echo *.pml)" \
	'heap-model.pml heap.pml machine-states.pml memory-sc.pml pool.pml stop.pml'
spec x sc c11 >memory.gc
"$GCDSL" compile memory.gc --target promela -o memory >said 2>&1
tap_run 'scenario sc of memory.gc' readable memory memory-sc-model.pml
tap_run 'scenario c11 of memory.gc' readable memory memory-c11-model.pml
for name in pool $(! tap_all || echo heap answers canonical memory); do
	spec $name s >collector.gc
	tap_run "collector $name" "$GCDSL" verify collector.gc
	echo "litmus $name { location x = 0; thread { store(x, 1); } observe x; allowed (x == 1); }" >test.gc
	tap_run "litmus test $name" "$GCDSL" litmus test.gc
done
tap_done
