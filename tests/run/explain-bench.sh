#!/bin/sh
# explain-bench.sh: how much shorter and simpler than SPIN's own trails the runs of `gcdsl trace' are.
#
# For each mutant of the examples, under each memory model where it fails, it prints
#   - the steps that SPIN replays in its own shortest trail (spin -t -p), and the reorderings there,
#   - the steps that `trace' shows, the reorderings there, and how many are needed,
#   - the seconds that `trace' takes, with nothing kept from before.
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

# replayed: the steps that SPIN prints of the trail that is kept.
replayed () {
	for trail in "$scratch"/kept/*/short.trail "$scratch"/kept/*/first.trail; do
		[ -s "$trail" ] || continue
		model=$(grep -l '^/\* Made by gcdsl' "${trail%/*}"/*.pml)
		(cd "${trail%/*}" && "$SPIN" -k "${trail##*/}" -t -p "${model##*/}" 2>/dev/null) |
			grep -c 'proc '
		return
	done
	echo -
}

# measure FILE MUTANT MEMORY
measure () {
	if [ "$2" = - ]; then
		set -- "$1" '' "--memory=$3"
	else
		set -- "$1" "--mutant=$2" "--memory=$3"
	fi
	rm -rf "$scratch/kept"
	# shellcheck disable=SC2086
	"$GCDSL" trace "$1" $2 $3 --raw --json --no-cache --results "$scratch/results" \
		--keep "$scratch/kept" >"$scratch/raw" 2>/dev/null || return 0
	[ -s "$scratch/raw" ] || return 0
	steps=$(replayed)
	begin=$(date +%s%N)
	# shellcheck disable=SC2086
	"$GCDSL" trace "$1" $2 $3 --json --no-cache --results "$scratch/results" >"$scratch/ours" \
		2>/dev/null
	end=$(date +%s%N)
	seconds=$(awk "BEGIN { printf \"%.1f\", ($end - $begin) / 1e9 }")
	printf '%-22s %-24s %-8s %6s %5s %6s %5s %6s %8s\n' "${1##*/}" "${2#--mutant=}" \
		"${3#--memory=}" "$steps" "$(member reorderings "$scratch/raw")" \
		"$(grep -c '"event":"step"' "$scratch/ours")" \
		"$(member reorderings "$scratch/ours")" "$(member needed "$scratch/ours")" "$seconds"
}

printf '%-22s %-24s %-8s %6s %5s %6s %5s %6s %8s\n' file mutant memory spin late shown late \
	needed seconds
for file in ${FILES:-examples/stw.gc examples/satb.gc examples/ragged.gc examples/bugs/paper-satb.gc}; do
	# Without mutants, all cells would be checked; the paper's collector itself fails.
	for mutant in $(case $file in *paper*) echo - ;; esac) $(sed -n 's/^mutant \([a-z0-9_]*\).*/\1/p' "$file"); do
		for memory in sc tso pso relaxed; do
			measure "$file" "$mutant" $memory
		done
	done
done | tee "$scratch/rows"
awk '
	$4 != "-" { share[++n] = $6 / $4 }
	$5 ~ /[0-9]/ && $7 > $5 { worse++ }
	$9 > longest { longest = $9 }
	END {
		for (i = 1; i <= n; i++)
			for (j = i + 1; j <= n; j++)
				if (share[j] < share[i]) { x = share[i]; share[i] = share[j]; share[j] = x }
		printf "%d runs: the median of shown steps is %.2f of those in SPIN'"'"'s trail; ", NR,
		    n % 2 ? share[(n + 1) / 2] : (share[n / 2] + share[n / 2 + 1]) / 2
		printf "%d have more reorderings; the longest takes %.1f seconds\n", worse, longest
	}' "$scratch/rows"
