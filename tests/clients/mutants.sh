#!/bin/sh
# mutants.sh: collectors with one mistake each; the programs that run on them
# must notice.  None of these mistakes needs a race to show.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch
build=$top_srcdir/tests/clients/build.sh
spec=$top_srcdir/examples/stw.gc

# mutant NAME DESCRIPTION SED-SCRIPT: builds NAME from the specification, edited.
mutant () {
	mkdir "$1"
	sed -e "$3" "$spec" >"$1/stw.gc"
	if cmp -s "$spec" "$1/stw.gc"; then
		tap_not_ok "$2: the edit changes something"
		return 1
	fi
	if ! "$GCDSL" compile "$1/stw.gc" --target c -o "$1" >message 2>&1; then
		tap_not_ok "$2: becomes C" "$(cat message)"
		return 1
	fi
	if ! { sh "$build" -r right/debug "$1" "$1/debug" -O1 -DGCRT_DEBUG=1 &&
		sh "$build" -r right/release "$1" "$1/release" -O2; } >message 2>&1; then
		tap_not_ok "$2: builds" "$(tail -n 20 message)"
		return 1
	fi
}

# caught NAME BUILD DESCRIPTION PATTERN: the stress client does not succeed, and
# says something that fits.  The shape is one mutator and one worker.
caught () {
	timeout 60 "$1/$2/stress" --seed=1 --mutators=1 --workers=1 --iterations=20000 \
		--nodes=1024 >output 2>&1
	status=$?
	if [ "$status" -eq 0 ]; then
		tap_not_ok "$3: noticed by the $2 build" "$(tail -n 3 output)"
	elif grep -qE "$4" output; then
		tap_ok "$3: noticed by the $2 build"
	else
		tap_not_ok "$3: noticed by the $2 build" "exit status $status, but not '$4':" \
			"$(tail -n 3 output)"
	fi
}

# The specification itself, in the same shape, is all right.
mkdir right
if ! { "$GCDSL" compile "$spec" --target c -o right &&
	sh "$build" right right/debug -O1 -DGCRT_DEBUG=1 &&
	sh "$build" right right/release -O2; } >message 2>&1; then
	tap_not_ok "the specification itself builds" "$(tail -n 20 message)"
fi
for kind in debug release; do
	tap_run "the specification itself: $kind" timeout 60 right/$kind/stress --seed=1 \
		--mutators=1 --workers=1 --iterations=20000 --nodes=1024
done

runtime='gcdsl runtime: '
anything='gcdsl runtime: |stress: |client: '

what="sweep opens before marking is done"
if mutant early "$what" 's/^\(bucket sweep .*\)drained(trace)/\1drained(stacks)/'; then
	caught early debug "$what" "$runtime"
fi
what="the fields of objects are not scanned"
if mutant blind "$what" '/^work scan_obj/,/^}/ s/if target != null  emit mark_obj(target);/fence(seq_cst);/'; then
	caught blind debug "$what" "$runtime"
	caught blind release "$what" "$anything"
fi
what="sweep frees what is marked"
if mutant inverted "$what" '/^work sweep_obj/,/^}/ s/load(o.mark) == 0/load(o.mark) == 1/'; then
	caught inverted debug "$what" "$runtime"
	caught inverted release "$what" "$anything"
fi
what="marks stay from one cycle to the next"
if mutant sticky "$what" '/^work sweep_obj/,/^}/ s/else *store(o.mark, 0);//'; then
	caught sticky debug "$what" "$runtime"
	caught sticky release "$what" "$anything"
fi
what="stacks are not scanned"
if mutant rootless "$what" '/^work scan_stack/,/^}/ s/if r != null  emit mark_obj(r);/fence(seq_cst);/'; then
	caught rootless debug "$what" "$runtime"
fi

tap_done
