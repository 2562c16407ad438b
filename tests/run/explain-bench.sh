#!/bin/sh
# explain-bench.sh: how much shorter and simpler than SPIN's own trails the runs of `gcdsl trace' are.
#
# For each mutant of the examples, under each memory model where it fails, it prints
#   - the statements that SPIN replays in its own shortest trail (spin -t -p), its transitions (all
#     statements of a d_step are one), and the reorderings and context switches there,
#   - the steps that `trace' shows, the reorderings there, how many are needed, the context switches,
#     and the fewest that are possible with so few reorderings (-: not known),
#   - the seconds that `trace' takes, with nothing kept from before.
# For cells of most general clients it also prints the operations of mutators and the objects, in SPIN's
# run, in the run that is shown, and the fewest.
# `make explain-bench' runs it.  FILES: other specifications.  It takes some minutes.
# shellcheck disable=SC2154
set -eu
: "${top_srcdir:=.}" "${GCDSL:=gcdsl}" "${SPIN:=spin}"
cd "$top_srcdir"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# member NAME FILE: a number in the last line of a trace; or "-".
member () {
	sed -n '$s/.*"'"$1"'": *\([0-9][0-9]*\|null\).*/\1/p' "$2" | sed 's/null/-/'
}

# kept_trail: the trail that is kept.
kept_trail () {
	for trail in "$scratch"/kept/*/short.trail "$scratch"/kept/*/first.trail; do
		[ -s "$trail" ] && echo "$trail" && return
	done
}

# statements TRAIL: the statements that SPIN prints.
statements () {
	model=$(grep -l '^/\* Made by gcdsl' "${1%/*}"/*.pml)
	(cd "${1%/*}" && "$SPIN" -k "${1##*/}" -t -p "${model##*/}" 2>/dev/null) | grep -c 'proc '
}

# transitions TRAIL: its lines but those at the head, which begin with a minus.
transitions () {
	grep -c '^[0-9]' "$1"
}

# measure FILE MUTANT MEMORY [SCENARIO]
measure () {
	mutant=${2#-} scenario=${4-}
	if [ "$2" = - ]; then
		set -- "$1" '' "--memory=$3"
	else
		set -- "$1" "--mutant=$2" "--memory=$3"
	fi
	rm -rf "$scratch/kept"
	# shellcheck disable=SC2086
	"$GCDSL" trace "$1" $2 $3 ${scenario:+"--scenario=$scenario"} --raw --json --no-cache --results "$scratch/results" \
		--keep "$scratch/kept" >"$scratch/raw" 2>/dev/null || return 0
	# A run that meets a limit of the model shows no failure.
	if [ ! -s "$scratch/raw" ] || grep -q '^{"event":"fail","property":"limit"' "$scratch/raw"; then
		return 0
	fi
	trail=$(kept_trail)
	begin=$(date +%s%N)
	# shellcheck disable=SC2086
	"$GCDSL" trace "$1" $2 $3 ${scenario:+"--scenario=$scenario"} --json --no-cache --results "$scratch/results" >"$scratch/ours" \
		2>/dev/null
	end=$(date +%s%N)
	seconds=$(awk "BEGIN { printf \"%.1f\", ($end - $begin) / 1e9 }")
	printf '%-14s %-20s %-7s %5s %5s %4s %4s %5s %4s %4s %4s %4s %5s %4s %4s %4s %4s %4s %4s\n' "${1##*/}" \
		"${mutant:--}" "${3#--memory=}" "$(statements "$trail")" \
		"$(transitions "$trail")" "$(member reorderings "$scratch/raw")" \
		"$(member switches "$scratch/raw")" "$(grep -c '"event":"step"' "$scratch/ours")" \
		"$(member reorderings "$scratch/ours")" "$(member needed "$scratch/ours")" \
		"$(member switches "$scratch/ours")" "$(member fewest_switches "$scratch/ours")" \
		"$seconds" \
		"$(member operations "$scratch/raw")" "$(member operations "$scratch/ours")" \
		"$(member fewest_operations "$scratch/ours")" "$(member objects "$scratch/raw")" \
		"$(member objects "$scratch/ours")" "$(member fewest_objects "$scratch/ours")"
}

# Cells of most general clients: file, mutant, memory, scenario.
clients='examples/bugs/paper-satb.gc - sc one_client
examples/bugs/paper-satb.gc - sc two_clients
tests/run/client.gc no_barrier sc three_objects
tests/run/client.gc white sc three_objects
tests/run/client.gc no_barrier sc two_mutators
tests/run/client.gc white sc two_mutators'


printf '%-14s %-20s %-7s %5s %5s %4s %4s %5s %4s %4s %4s %4s %5s %4s %4s %4s %4s %4s %4s\n' file mutant memory spin trans \
	late swi shown late need swi few sec op op few obj obj few
for file in ${FILES:-examples/stw.gc examples/satb.gc examples/ragged.gc examples/incremental.gc examples/bugs/paper-satb.gc}; do
	# Without mutants, all cells would be checked; the paper's collector itself fails.
	for name in $(case $file in *paper*) echo - ;; esac) $(sed -n 's/^mutant \([a-z0-9_]*\).*/\1/p' "$file"); do
		for memory in sc tso pso relaxed; do
			measure "$file" "$name" $memory
		done
	done
done | tee "$scratch/rows"
[ "${FILES-}" ] || echo "$clients" | while read -r file name memory scenario; do
	measure "$file" "$name" "$memory" "$scenario"
done | tee -a "$scratch/rows"
awk '
	# The median of LIST, from 1 to N.
	function median(list, n, i, j, x) {
		for (i = 1; i <= n; i++)
			for (j = i + 1; j <= n; j++)
				if (list[j] < list[i]) { x = list[i]; list[i] = list[j]; list[j] = x }
		return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
	}
	{ of_statements[NR] = $8 / $4; of_transitions[NR] = $8 / $5 }
	$9 > $6 { later++ }
	$12 == "-" { unknown++ }
	$11 > $7 { worse++ }
	{ before[NR] = $7; after[NR] = $11 }
	$13 > longest { longest = $13 }
	$15 != "-" {
		clients++
		ops_before[clients] = $14; ops_after[clients] = $15
		obs_before[clients] = $17; obs_after[clients] = $18
		if ($16 == "-") ops_unknown++
	}
	END {
		printf "%d runs: the median of shown steps is %.2f of the statements in the trail of SPIN, and " \
		    "%.2f of its transitions; ", NR, median(of_statements, NR), median(of_transitions, NR)
		printf "%d have more reorderings; ", later
		printf "median of context switches: %.1f before, %.1f after, %d have more, of %d the fewest are not known; ",
		    median(before, NR), median(after, NR), worse, unknown
		printf "the longest takes %.1f seconds\n", longest
		if (clients)
			printf "%d cells of clients: median of operations: %.1f before, %.1f after; of objects: %.1f " \
			    "before, %.1f after; of %d the fewest are not known\n", clients,
			    median(ops_before, clients), median(ops_after, clients),
			    median(obs_before, clients), median(obs_after, clients), ops_unknown
	}' "$scratch/rows"
