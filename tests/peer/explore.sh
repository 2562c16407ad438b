#!/bin/sh
# explore.sh GENMC GCEXPLORE [PART] [NIDHUGG]: the tests of other explorers under gcexplore.  GENMC and
# NIDHUGG are copies of their sources, of which nothing is in this tree.  Either may be empty.
#
#   tests/correct/litmus, synthetic   complete executions under sequential consistency are as many
#                                     as expected.sc.mo.in says
#   tests/wrong/safety, racy, …       an execution fails, under some memory model
#   programs                          the time that both need, if GENMC has a program `genmc'
#   tests/smoke of NIDHUGG            an execution fails where reference.results.txt says Allow, and
#                                     nowhere else.  (Its counts are of other equivalences.)
#
# What is counted apart, by name, and why:
#   barrier*      GenMC has a reduction of its own for barriers
#   lamport       it waits in loops that GenMC turns into assumptions
#   -unroll       loops that GenMC cuts off
# and, of Nidhugg's: deadlocks and loops that wait for ever, which it does not report; functions that
# only it has; data races of what is not volatile.
set -u
genmc=${1-} gcexplore=${2:?} part=${3:-all} nidhugg=${4-}
[ -n "$genmc$nidhugg" ] || {
	echo 'explore.sh: GENMC=DIR or NIDHUGG=DIR says where the tests are' >&2
	exit 2
}
include=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
same=0 different=0 apart=0

# rows DIRECTORY: ARGUMENTS@COUNT, one for each set of arguments.
rows () {
	if [ -f "$1/args.sc.mo.in" ]; then
		paste -d@ "$1/args.sc.mo.in" "$1/expected.sc.mo.in" | grep '.@.'
	else
		echo "|@$(head -n 1 "$1/expected.sc.mo.in")"
	fi
}
# explored OPTION… : sets complete and status. Files and flags are the caller's.
explored () {
	timeout 120 "$gcexplore" "$@" >"$work/out" 2>&1 && status=0 || status=$?
	complete=$(sed -n 's/.*: \([0-9]*\) complete.*/\1/p' "$work/out")
}
# why NAME ARGUMENTS: why the counts of this test are not comparable; nothing: they are.
why () {
	case $1:$2 in
	barrier*) echo 'a reduction of barriers' ;;
	lamport:*) echo 'assumptions instead of loops that wait' ;;
	*-unroll*) echo 'loops that are cut off' ;;
	esac
}
counts () {
	for directory in "$genmc"/tests/correct/"$1"/*/; do
		name=$(basename "$directory")
		[ -f "$directory/expected.sc.mo.in" ] || continue
		rows "$directory" >"$work/rows"
		while IFS= read -r row; do
			wanted=$(echo "${row##*@}" | tr -d ' ') row=${row%@*}
			flags=${row#*|} options=
			case $row in *disable-race*) options=--no-races ;; esac
			[ -z "$(why "$name" "$row")" ] || {
				echo "apart: $1/$name: $(why "$name" "$row")"
				apart=$((apart + 1))
				continue
			}
			case $flags in *=*) ;; *) [ -n "$(echo "$flags" | tr -d ' ')" ] || flags= ;; esac
			[ "${wanted:-0}" -le "${MOST:-300000}" ] || {
				echo "apart: $1/$name: $wanted executions"
				apart=$((apart + 1))
				continue
			}
			for file in "$directory"variants/*.c; do
				# shellcheck disable=SC2086 # flags, or none
				explored $options "$file" -- -I"$include" $flags
				# 3: no execution is complete, so nothing was examined at the end of one
				[ "$wanted" != 0 ] && right=0 || right=3
				if [ "$complete" = "$wanted" ] && [ "$status" -eq $right ]; then
					same=$((same + 1))
				else
					different=$((different + 1))
					echo "different: $1/$name/$(basename "$file") $flags:" \
						"$wanted expected, ${complete:-none}: $(head -n 1 "$work/out")"
				fi
			done
		done <"$work/rows"
	done
}
wrong () {
	[ "$1" = memory ] && more=--uninitialised || more=
	for file in "$genmc"/tests/wrong/"$1"/*/variants/*.c; do
		found=
		for memory in sc c11 pso; do
			# shellcheck disable=SC2086 # an option, or none
			explored $more --memory=$memory --steps=2000 --executions=100000 "$file" -- -I"$include"
			[ "$status" -ne 1 ] || { found=$memory && break; }
		done
		if [ -n "$found" ]; then
			same=$((same + 1))
		else
			different=$((different + 1))
			echo "not found: $1/$(basename "$file"): $(head -n 1 "$work/out")"
		fi
	done
}
# now: nanoseconds.
now () {
	date +%s%N
}
speed () {
	[ -x "$genmc/genmc" ] || return
	echo "program: seconds of genmc --sc, of gcexplore with compiling, of its search alone"
	for row in ticketlock:-DN=5 ticketlock:-DN=6 ticketlock:-DN=7 chase-lev: treiber-stack: \
		ms-queue: ring:-DN=6 ring:-DN=8 fib_bench: big0: lastzero:-DN=15 readers:-DN=13 \
		indexer:-DN=15 casrot:-DN=8; do
		name=${row%%:*} flags=${row#*:}
		for file in "$genmc"/tests/correct/*/"$name"/variants/*0.c "$include/$name.c"; do
			[ -f "$file" ] || continue
			from=$(now)
			# shellcheck disable=SC2086 # a flag, or none
			timeout 300 "$genmc/genmc" --sc --disable-estimation --disable-race-detection \
				-- $flags "$file" >/dev/null 2>&1
			between=$(now)
			# shellcheck disable=SC2086
			explored --no-races "$file" -- -I"$include" $flags
			end=$(now)
			echo "$name $flags: $(((between - from) / 1000000)) ms," \
				"$(((end - between) / 1000000)) ms," \
				"$(sed -n 's/.*; \([0-9.]*\) s$/\1 s/p' "$work/out"), ${complete:-none} complete"
		done
	done
}

# What only Nidhugg has, or does not report.
is_apart () {
	grep -qE 'no task can go on|waits for ever|undefined symbol|error:|data race' "$work/out"
}
second () {
	grep -E '^[a-z].* (Forbid|Allow) ' "$nidhugg/tests/smoke/reference.results.txt" >"$work/rows"
	while read -r name verdict _ count; do
		[ "$verdict" = Allow ] && wanted=1 || wanted=0
		[ "$count" -le "${MOST:-300000}" ] || continue
		explored --volatile --executions=300000 "$nidhugg/tests/smoke/C-tests/$name.c" \
			-- -include stdint.h </dev/null
		if [ "$status" -eq "$wanted" ]; then
			same=$((same + 1))
		elif is_apart; then
			apart=$((apart + 1))
			echo "apart: $name: $(grep -m 1 -E 'no task|waits|undefined|error|race' "$work/out")"
		else
			different=$((different + 1))
			echo "different: $name: $verdict $count expected: $(head -n 1 "$work/out")"
		fi
	done <"$work/rows"
}

if [ -n "$genmc" ]; then
	case $part in
	all | counts) counts litmus && counts synthetic ;;
	esac
	case $part in
	all | wrong) for sort in safety racy memory locking barriers infr liveness; do wrong "$sort"; done ;;
	esac
	case $part in
	all | speed) speed ;;
	esac
fi
[ -z "$nidhugg" ] || case $part in
all | second) second ;;
esac
echo "$same as expected, $different not, $apart counted apart"
[ "$different" -eq 0 ]
