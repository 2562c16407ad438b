#!/bin/sh
# Models with foldings and without them have the same verdicts, and their runs
# end alike; and those without are what an explorer of the documented semantics
# finds, which shares nothing with the backends: for random specifications (SEED=…, COUNT=…), and for collectors of
# known/, each of which shows what is lost when the folding that its first line
# names is used without its side condition; under the memory that a line names.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" > /dev/null || tap_plan skip 'spin is not installed'
tap_scratch
program=$top_builddir/tests/differential/differential
# Some models are checked several times, so the output of their verifiers is kept.
DIFFERENTIAL_KEPT=$PWD/kept
mkdir kept
export SPIN DIFFERENTIAL_KEPT

for file in "$top_srcdir"/tests/differential/known/*.gc; do
	tap_every 40 || continue
	name=$(basename "$file" .gc)
	unsound=$(sed -n '1s/^.. unsound: //p' "$file")
	memory=$(sed -n '2s/^.. memory: //p' "$file")
	tap_is "$name: folded as it may be" "$("$program" -m "${memory:-sc}" "$file")" "$file: same"
	[ -n "$unsound" ] || continue
	case $("$program" -u "$unsound" "$file") in
	"$file: different: "*) tap_ok "$name: $unsound without its side condition is noticed" ;;
	*) tap_not_ok "$name: $unsound without its side condition is noticed" ;;
	esac
	! tap_all || tap_is "$name: as documented" "$("$program" -e "$file")" "$file: same"
	! tap_all || tap_is "$name: as documented with one worker" "$("$program" -e -v 24 "$file")" "$file: same"
	[ "$unsound" != buffers ] || continue  # its property is about units
	tap_all || continue
	case $("$program" -e -u "$unsound" "$file") in
	"$file: different: "*) tap_ok "$name: $unsound without its side condition is not" ;;
	*) tap_not_ok "$name: $unsound without its side condition is not" ;;
	esac
done

# Specifications about mistakes that models and generated C had, or could have.
for file in "$top_srcdir"/tests/differential/known-semantics/*.gc; do
	tap_every 56 || continue
	name=$(basename "$file" .gc)
	tap_is "$name: as documented" "$("$program" -e "$file")" "$file: same"
	! tap_all || tap_is "$name: as documented with one worker" "$("$program" -e -v 24 "$file")" "$file: same"
done

# What orders two loads, and what does not: early loads.
for file in "$top_srcdir"/tests/differential/known-early/*.gc; do
	tap_every 20 || continue
	tap_is "$(basename "$file" .gc): early loads as documented" "$("$program" -e -m relaxed "$file")" "$file: same"
done

# Stores of workers that are late: litmus tests as collectors, and where a worker has waited for its stores.
for file in "$top_srcdir"/tests/differential/known-late/*.gc; do
	tap_every 12 || continue
	name=$(basename "$file" .gc)
	for memory in tso pso relaxed; do
		tap_is "$name: late stores as documented under $memory" "$("$program" -e -m $memory "$file")" "$file: same"
		! tap_all || tap_is "$name: the same with one worker of each kind" \
			"$("$program" -e -v 24 -m $memory "$file")" "$file: same"
	done
done

# Barriers that answer with the object to access.
for file in "$top_srcdir"/tests/differential/known-redirect/*.gc; do
	tap_every 16 || continue
	name=$(basename "$file" .gc)
	tap_is "$name: a redirected access, as documented" "$("$program" -e "$file")" "$file: same"
	! tap_all || case $("$program" "$file") in
	"$file: same" | "$file: alike") tap_ok "$name: a redirected access, folded as it may be" ;;
	*) tap_not_ok "$name: a redirected access, folded as it may be" ;;
	esac
done

# Units that wait for values.
for file in "$top_srcdir"/tests/differential/known-await/*.gc; do
	tap_every 16 || continue
	name=$(basename "$file" .gc)
	memory=$(sed -n '2s/^.. memory: //p' "$file")
	tap_is "$name: units that wait, as documented" "$("$program" -e -m "${memory:-sc}" "$file")" "$file: same"
	! tap_all || case $("$program" "$file") in
	"$file: same" | "$file: alike") tap_ok "$name: units that wait, folded as it may be" ;;
	*) tap_not_ok "$name: units that wait, folded as it may be" ;;
	esac
done

# The same specification in other words has the same results.
file=$top_srcdir/tests/differential/known/sets.gc
tap_is 'sets: in other words' "$("$program" -v 49152 -d said "$file")" "$file: same"
tap_is 'which are other words' "$(grep -c 'r00[0-9]_' said/otherwise.gc)" \
	"$(grep -cE 'start|scan_stack|mark_obj|scan_obj|first|stacks|trace' said/otherwise.gc)"

# As many as fit in a few seconds, or in a minute: nearly all the time goes into compiling.
count=2
tap_all && count=12
seed=${SEED:-20260703}
count=${COUNT:-$count}

# leg WHAT NUMBER LEAST OPTION…: compares NUMBER random specifications. None may differ, and more
# than LEAST must be comparable.
leg () {
	what=$1
	number=$2
	least=$3
	shift 3
	said=$("$program" "$@" -s "$seed" -n "$number" -j 2 -q 0 2>&1) && status=0 || status=$?
	tap_is "$number random specifications of seed $seed: $what" "$status" 0
	printf '%s\n' "$said" | sed 's/^/# /'
	compared=$(printf '%s\n' "$said" | sed -n 's/.* \([0-9]*\) same,.*/\1/p')
	[ "${compared:-0}" -gt "$least" ] && tap_ok "$what: enough can be compared" ||
		tap_not_ok "$what: enough can be compared" "$said"
}
leg 'with foldings as without' "$count" $((count / 2))
! tap_all || leg 'most general clients in canonical form as without' $((count / 2)) $((count / 6)) -k
leg 'the plain models as documented' "$count" $((count / 2)) -e
leg 'most general clients as documented' $((count / 2)) $((count / 6)) -e -k
! tap_all || leg 'clients of collectors that move objects, as documented' $((count / 4)) 0 -e -k -b
! tap_all || leg 'clients of collectors whose objects slide, as documented' $((count / 4)) 0 -e -k -t
! tap_all || leg 'clients with several spaces, as documented' $((count / 4)) 0 -e -k -y
! tap_all || leg 'clients with data words, as documented' $((count / 4)) 0 -e -k -g

! tap_all || leg 'the plain models of units that wait, as documented' $((count / 2)) $((count / 4)) -a -e
! tap_all || leg 'units that wait, with foldings as without' $((count / 2)) $((count / 4)) -a
if tap_all; then
	leg 'collectors that move objects, with foldings as without' $((count / 3)) $((count / 6)) -b
	leg 'collectors that move objects, as documented' $((count / 2)) $((count / 4)) -b -e
	leg 'collectors that ask policies, as documented' $((count / 4)) $((count / 8)) -z -e
	leg 'collectors that ask policies, without and with foldings' $((count / 8)) 0 -z
	leg 'collectors that move objects, clients in canonical form' $((count / 4)) 0 -b -k
	leg 'collectors that move objects, under pso' $((count / 4)) 0 -b -m pso
fi
if tap_all; then
	leg 'heaps of blocks and lines, as documented' $((count / 3)) $((count / 8)) -l -e
	leg 'heaps of several spaces, as documented' $((count / 2)) $((count / 4)) -y -e
	leg 'heaps of several spaces, with foldings as without' $((count / 3)) $((count / 6)) -y
	leg 'heaps of several spaces, early loads as documented' $((count / 4)) 0 -y -e -m relaxed
fi
if tap_all; then
	leg 'objects that slide, as documented' $((count / 2)) $((count / 4)) -t -e
	leg 'objects that slide, with foldings as without' $((count / 4)) 0 -t
	leg 'objects that slide, early loads as documented' $((count / 4)) 0 -t -e -m relaxed
fi
! tap_all || leg 'objects with data words as documented' "$count" $((count / 2)) -g -e
! tap_all || leg 'clients with data words in canonical form as without' $((count / 4)) 0 -g -k
! tap_all || leg 'early loads, and late stores of workers, as documented' "$count" $((count / 2)) -e -m relaxed
! tap_all || leg 'late stores of workers as documented under tso' $((count / 4)) $((count / 8)) -e -m tso
! tap_all || leg 'late stores of workers as documented under pso' $((count / 4)) $((count / 8)) -e -m pso
! tap_all || leg 'redirected accesses as documented' $((count / 2)) $((count / 4)) -i -e

# Models with and without foldings, where stores reach memory late.
for memory in $(! tap_all || echo tso pso) relaxed; do
	leg "under $memory memory with foldings as without" $(((count + 3) / 4)) 0 -m $memory
done
! tap_all || leg 'clients under tso in canonical form as without' $((count / 2)) 0 -k -m tso
! tap_all || leg 'clients whose kernels ask for units, with early doubts as without' $((count / 4)) 1 -o
tap_done
