#!/bin/sh
# Every statement of the kernels, fills, functions and barriers of stw.gc, satb.gc, incremental.gc,
# copying.gc, semispace.gc, compact.gc, staccato.gc and immix.gc is needed: without it, the compiler says so or a property fails.  What
# nobody notices must be explained, statement by statement, in
# doc/dropped-statements.md.  (Some of them, unless all is to be tried.)
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
drop=$top_builddir/tests/run/drop-statement
explained=$top_srcdir/doc/dropped-statements.md
tap_scratch
tap_quick_cc any
printf '' >survivors
cp -R "$top_srcdir/examples/parts" . # what is imported

# survives HOW: nothing decides against the statement in hand, so it must be explained.
survives () {
	printf '%s: %s\n' "$declaration" "$statement" >>survivors
	if grep -F -e "\`$statement\` in \`$declaration\`" "$explained" >/dev/null; then
		tap_ok "$what: $1, and is explained"
	else
		tap_not_ok "$what: $1" 'and doc/dropped-statements.md does not say why'
	fi
}

# statements NAME COUNT ARGUMENT…: tries those of NAME.gc, or of $part, which it imports; at least COUNT.  The
# arguments select the cells in which a property may fail.  If no model of the scenario $first can be made, the others take too long.
# Unless all is to be tried, it is the statements with the numbers $some: one that the compiler misses, one that a property
# misses, and one that nobody does.
first='' part='' workers='--workers any' some='' tried=0
statements () {
	name=$1 count=$2
	spec=$top_srcdir/examples/${part:-$name.gc}
	cp "$top_srcdir/examples/$name.gc" dropped.gc
	shift 2
	"$drop" "$spec" >list || tap_not_ok "the statements of $spec can be listed"
	tap_is "${part:-$name.gc} has statements" "$([ "$(wc -l <list)" -ge "$count" ] && echo yes)" yes
	while read -r number place declaration statement; do
		tap_all || case " $some " in *" $number "*) ;; *) continue ;; esac
		tried=$((tried + 1))
		what="${part:-$name.gc}, $declaration, line ${place%:*}: $statement"
		"$drop" "$spec" "$number" >"${part:-dropped.gc}"
		if ! "$GCDSL" check dropped.gc >/dev/null 2>said; then
			tap_ok "$what: caught by the compiler, $(sed -n \
				's/.*error: .*\[\(E[0-9]*\)\]$/\1/p' said | head -n 1)"
			continue
		fi
		if [ -n "$first" ]; then
			"$GCDSL" trace dropped.gc --raw --results results --memory sc --scenario "$first" >story 2>said
			if grep -q E0924 said; then
				survives 'no model can be made'
				continue
			fi
		fi
		# shellcheck disable=SC2086 # an option and its argument, or nothing
		"$GCDSL" trace dropped.gc --raw --results results $workers "$@" >story 2>said &&
			status=0 || status=$?
		case $status in
		0) tap_ok "$what: caught by $(sed -n 's/^\([a-z_:]*\) fails.*/\1/p' story)" ;;
		1)
			survives 'survives'
			;;
		*) tap_not_ok "$what: could not be checked" "exit status $status" \
			"$(cat said story)" ;;
		esac
	done <list
}

some='5 17'
# shellcheck disable=SC2046 # an option and its argument, or nothing
statements stw 20 --memory sc $(tap_all || echo --scenario two_roots)
some=26
# shellcheck disable=SC2046
statements copying 30 --memory sc --scenario cycle_of_one $(! tap_all || echo --scenario full)
[ "$tried" -ge 3 ] && tap_ok "$tried statements are tried" || tap_not_ok 'three statements are tried' "$tried"
tap_rest
statements satb 30 --memory sc --set shading=during_marking --set allocate_black=true \
	--scenario two_fields --scenario stacks_and_loops --scenario pointer_shuffling \
	--scenario pointer_deletion --scenario allocate_marked --scenario hung_under_new \
	--scenario second_cycle
for part in '' parts/mark-sweep.gc; do
	statements incremental 15 --memory sc --set shading=new_value --set rescan=true \
		--scenario idle_heap --scenario moved_behind --scenario kept_on_stack \
		--scenario stored_into_old --scenario chain_under_new --scenario deleted \
		--scenario second_cycle
done
part=
statements semispace 20 --memory sc --scenario shared --scenario diamond --scenario two_ways
statements compact 30 --memory sc --scenario holes --scenario twice
statements staccato 50 --memory sc,pso --scenario writer --scenario twice --scenario full --scenario linker
workers='' first=straddle # it has cells for one worker, and for two that race
statements immix 40 --memory sc --scenario straddle --scenario pinned --scenario twice --scenario shared

# Each statement that is explained still exists, and can still be dropped without a failure.
tap_is 'every explanation is needed' \
	"$(grep -c '^- `.*` in `' "$explained")" "$(wc -l <survivors | tr -d ' ')"
tap_done
