#!/bin/sh
# mutants.sh: collectors with one mistake each; the programs that run on them
# must notice.  The first ones need no race to show.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
build=$top_srcdir/tests/clients/build.sh
PROGRAMS=stress
export PROGRAMS
spec=$top_srcdir/examples/stw.gc name=stw

# mutant NAME DESCRIPTION [SED-SCRIPT]: makes C of the specification's mutant of this name. With a
# script, builds the edited specification without its mutants, because the edit may make one of them
# equal to it.
mutant () {
	mkdir "$1"
	if [ $# -eq 2 ]; then
		"$GCDSL" compile "$spec" --target c --mutant "$1" -o "$1" >message 2>&1
	else
		sed '/^mutant/,$d' "$spec" >plain.gc
		sed -e "$3" plain.gc >"$1/$name.gc"
		! cmp -s plain.gc "$1/$name.gc" &&
			"$GCDSL" compile "$1/$name.gc" --target c -o "$1" >message 2>&1
	fi
	right=right
	[ "$name" = stw ] || right=right-$name
	if [ ! -e "$1/$name.c" ] || alike "$1/$name.c" $right/$name.c; then
		tap_not_ok "$2: becomes other C" "$(cat message)"
		return 1
	fi
}

# alike FILE FILE: whether two generated files are equal. Their first comments, which name the mutant,
# are not compared.
alike () {
	sed '1,/\*\/$/d' "$1" >one
	sed '1,/\*\/$/d' "$2" | cmp -s one -
}

# built NAME BUILD DESCRIPTION: builds the stress client on this mutant.
built () {
	flags=-O2
	[ "$2" = release ] || flags='-O1 -DGCRT_DEBUG=1'
	# A program that was compiled with other attributes is refused.
	same=
	! alike "$1/$name-attrs.h" "$right/$name-attrs.h" || same=yes
	# shellcheck disable=SC2086 # several flags
	sh "$build" ${same:+-r $right/$2} "$1" "$1/$2" $flags >message 2>&1 ||
		tap_not_ok "$3: builds" "$(tail -n 20 message)"
}

# caught NAME BUILD DESCRIPTION PATTERN: the stress client fails, and prints a line that matches.
# It has one mutator and one worker.
caught () {
	built "$1" "$2" "$3"
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

# The specification itself passes with the same numbers.
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
if mutant sweep_too_early "$what"; then
	caught sweep_too_early debug "$what" "$runtime"
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
if mutant marks_stay "$what"; then
	caught marks_stay debug "$what" "$runtime"
	caught marks_stay release "$what" "$anything"
fi
what="stacks are not scanned"
if mutant rootless "$what" '/^work scan_stack/,/^}/ s/if r != null  emit/if r != null and load(r.mark) == 1  emit/'; then
	caught rootless debug "$what" "$runtime"
fi

tap_rest
# ---- mutators beside the collector

# Such mistakes show only if a store or an allocation happens at the wrong moment of marking. So the
# graph takes some time to mark, and there are several seeds.
racing () { # NAME BUILD SEED
	timeout 120 "$1/$2/stress" --seed="$3" --mutators=2 --workers=1 --iterations=40000 \
		--nodes=16384 --heap-multiplier=1.3 >output 2>&1
}
caught_racing () { # NAME DESCRIPTION
	built "$1" debug "$2"
	seed=0 status=0
	while [ "$status" -eq 0 ] && [ "$seed" -lt 40 ]; do
		seed=$((seed + 1))
		racing "$1" debug $seed
		status=$?
	done
	if [ "$status" -ne 0 ] && grep -qE "$anything" output; then
		tap_ok "$2: noticed by the debug build"
	else
		tap_not_ok "$2: noticed by the debug build" "exit status $status:" "$(tail -n 3 output)"
	fi
}
what="mutators are not stopped"
if mutant no_stop "$what"; then
	caught_racing no_stop "$what"
fi

# The purpose of a barrier, and of a new object's mark.

spec=$top_srcdir/examples/satb.gc name=satb
mkdir -p right-satb
if ! { "$GCDSL" compile "$spec" --target c -o right-satb &&
	sh "$build" right-satb right-satb/debug -O1 -DGCRT_DEBUG=1 &&
	sh "$build" right-satb right-satb/release -O2; } >message 2>&1; then
	tap_not_ok "satb.gc itself builds" "$(tail -n 20 message)"
fi

for kind in debug release; do
	tap_run "satb.gc itself, in that shape: $kind" racing right-satb $kind 1
done
what="no barrier before stores"
if mutant no_barrier "$what"; then
	caught_racing no_barrier "$what"
fi
what="new objects are white while marking"
if mutant white_allocation "$what"; then
	caught_racing white_allocation "$what"
fi
what="satb: marks stay from one cycle to the next"
mv marks_stay marks_stay.stw
if mutant marks_stay "$what"; then
	caught_racing marks_stay "$what"
fi
tap_done
