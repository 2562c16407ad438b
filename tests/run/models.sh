#!/bin/sh
# Models of small collectors have the verdicts and the states that they must
# have, and every check of a model can fail, and finds what it finds alone.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_needs_spin
tap_scratch
tap_quick_cc

heaps=$top_srcdir/tests/run/heaps.gc
builtin=no_freed_access,unit_unique,no_stranded
always=$builtin,none_lost,garbage_freed
all=$always,stays_marked,all_marked

# The slice: one cycle, cut when marking is done.  The models by hand have 10, 22, 28, 60, 18 and 70
# states.  A property about something that must happen some time needs a search for endless runs,
# which stores states twice.
for row in S1:13:10 S2:25:22 S3:31:28 S4:65:60 S5:23:18 S6:79:70; do
	tap_every 6 || continue
	scenario=${row%%:*} rest=${row#*:}
	model "$heaps" "$scenario" -p $all -u trace
	tap_is "slice $scenario holds" "$model_verdict" holds
	model "$heaps" "$scenario" -p $always -u trace
	tap_is "slice $scenario" "$model_verdict $model_states" "holds ${rest%:*}"
	[ "$model_states" -le $((2 * ${rest#*:})) ] && tap_ok "slice $scenario is small" ||
		tap_not_ok "slice $scenario is small"
done

# Whole runs, all properties in one search.
for row in S6:any S6:2:mark_obj S3:2:sweep_obj twice:any script:1 moving:any ring:any; do
	tap_every 6 || continue
	model "$heaps" "${row%%:*}" -w "${row#*:}"
	tap_is "${row%%:*} with ${row#*:} holds" "$model_verdict" holds
done
model "$heaps" S6 -w any -p $all
any=$model_states
model "$heaps" S6 -w 3 -p $all
three=$model_states
model "$heaps" S6 -w 1 -p $all
tap_is 'more workers, more behaviour: one has fewer states than three' \
	"$([ "$model_states" -lt "$three" ] && echo yes)" yes
tap_is 'three workers of a kind do all that S6 allows' "$three" "$any"

# Each property fails where it must.  Without its own check (the FAIL of its number, which is 1 if
# it is alone) the same search finds nothing.  So this one has an effect, which is tried once for
# each property.
tried=
while read -r property scenario mutant; do
	tap_every 7 || continue
	model "$heaps" "$scenario" -m "$mutant" -p "$property"
	tap_is "$mutant in $scenario breaks $property" "$model_verdict" "$property"
	tap_all || continue
	case "$tried cycle_ends " in # a deadlock is also an invalid end state
	*" $property "*) [ "$mutant" = starved ] || continue ;;
	esac
	tried="$tried $property"
	# a property about something that must happen is unknown if a run may stop before, which is
	# reported separately
	[ "$mutant" = starved ] && without=cycle_ends || without=holds
	model_edit='s/FAIL(1)/skip/' model "$heaps" "$scenario" -m "$mutant" -p "$property"
	tap_is "without its check $property is not found" "$model_verdict" $without
done <<'EOF'
no_freed_access S3 through_null
no_freed_access S6 early_sweep
unit_unique S6 two_steps
no_stranded S3 short_cycle
cycle_ends S3 stuck
cycle_ends ring endless
cycle_ends S3 unasked
stays_marked S3 unmark
all_marked S3 half
none_lost S6 early_sweep
none_lost S6 empty_guard
none_lost moving running
all_marked S3 starved
none_lost script dirty
garbage_freed script keeps
EOF

model "$heaps" S3 -m denies -p none_lost
tap_is 'an assert of a kernel fails' "$model_verdict" assert
tap_rest
model "$heaps" S3 -p all_marked -m two_steps
tap_is 'a mark in two steps loses nothing by itself' "$model_verdict" holds
model "$heaps" S5 -p none_lost -m endless
tap_is 'a counter that would wrap ends the search' "$model_verdict" bound
model "$heaps" S4 -m counts_marks -p none_lost
tap_is 'a bit that leaves its range ends the search' "$model_verdict" bound
model "$heaps" wide -p none_lost -m early_sweep
tap_is 'roots behind location 255 are roots' "$model_verdict" none_lost

# Kernels of every shape. They assert what they compute.
kernels=$top_srcdir/tests/run/kernels.gc
for row in graph::holds empty::holds graph:wrong_sum:assert graph:closes_early:cycle_ends; do
	scenario=${row%%:*} row=${row#*:}
	mutant=${row%:*}
	model "$kernels" "$scenario" ${mutant:+-m $mutant}
	tap_is "kernels of every shape: $scenario $mutant" "$model_verdict" "${row#*:}"
done

# A property is checked after a step only if the step writes something that it reads. Checking all
# properties after every step must make no difference.
for row in script: S6:early_sweep script:keeps S3:unmark; do
	tap_every 2 || continue
	mutant=${row#*:}
	model "$heaps" "${row%%:*}" ${mutant:+-m $mutant}
	before="$model_verdict $model_states"
	model "$heaps" "${row%%:*}" ${mutant:+-m $mutant} -e
	tap_is "checks after every step: ${row%%:*} $mutant" "$model_verdict $model_states" "$before"
done

# As LTL, with weak fairness.
for property in stays_marked all_marked none_lost garbage_freed; do
	tap_every 2 || continue
	model "$heaps" S6 -l -p $property
	tap_is "$property holds as LTL" "$model_verdict" holds
done
! tap_all || model "$heaps" S3 -l -p all_marked -m half
! tap_all || tap_is 'all_marked fails as LTL' "$model_verdict" ltl
model "$heaps" S6 -l -p none_lost -m early_sweep
tap_is 'none_lost fails as LTL' "$model_verdict" ltl

tap_done
