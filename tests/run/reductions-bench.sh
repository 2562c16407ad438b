#!/bin/sh
# reductions-bench.sh: what each reduction gains alone: the states of some cells in the reduced model, and
# how many times as many there are without one reduction.  `-': as many. `?': not finished.  doc/reductions.md
# has the table.
set -u
: "${top_srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${GCDSL:=$top_srcdir/build/gcdsl}"
folder=${TMPDIR:-/tmp}/reductions-bench.$$
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
mkdir -p "$folder" || exit 1
cp "$top_srcdir/examples/satb.gc" "$top_srcdir/examples/bugs/paper-satb.gc" "$folder" || exit 1
cat >>"$folder/satb.gc" <<'END'
scenario small_client { objects 2;  mutators 1 any 3 steps; }
verify { memory sc, tso, pso, relaxed;  workers any;  scenarios small_client;  expect none_lost hold; }
END
cat >>"$folder/paper-satb.gc" <<'END'
scenario small_client { objects 2;  mutators 1 any 3 steps; }
verify {
  memory sc;  workers any;  scenarios small_client;
  options mode = one_stop;  options black = from_own_scan;  options shading = during_marking;
  expect complete holds;
}
END

# states REDUCTION SPEC ARGUMENT…: the states without REDUCTION (all: with every one)
states () {
	reduction=$1 spec=$2
	shift 2
	case $reduction in
	all) set -- --fold=all "$@" ;;
	symmetry) set -- --fold=all "$@" --canonical=no ;;
	*) set -- --no-fold="$reduction" "$@" ;;
	esac
	"$GCDSL" verify "$folder/$spec" --no-mutants --workers any --time-limit 100 --results "$folder/results" "$@" 2>"$folder/err" |
		awk '/^scenario / { for (i = 1; i <= NF; i++) if ($i == "states") column = NF - i; next }
			column != "" && NF > 6 && $1 != "…" { for (i = NF; i > 1; i--) if ($i ~ /^[0-9.]+$/ && $(i - 1) ~ /^[0-9.]+$/ && $(i - 2) ~ /^[0-9]+$/) { print $(i - 2); exit } }'
}

reductions='claims sets openings private buffers cells doubts picks unread symmetry'
echo "| cell | states | $(echo "$reductions" | sed 's/ / | /g') |"
echo "|---|---:|$(for r in $reductions; do printf -- '---:|'; done)"
# row NAME SPEC ARGUMENT…
row () {
	name=$1
	shift
	all=$(states all "$@")
	printf '| %s | %s |' "$name" "${all:-?}"
	for r in $reductions; do
		without=$(states "$r" "$@")
		awk -v all="${all:-0}" -v without="${without:-0}" 'BEGIN {
			if (!all || !without) printf " ? |"
			else if (all == without) printf " - |"
			else printf " %.2f |", without / all }'
	done
	echo
}

row 'satb, shuffling, sc' satb.gc --scenario pointer_shuffling --memory sc --set shading=during_marking --set allocate_black=true
row 'satb, shuffling, relaxed' satb.gc --scenario pointer_shuffling --memory relaxed
row 'satb, deletion, relaxed' satb.gc --scenario pointer_deletion --memory relaxed
row 'satb, allocation, relaxed' satb.gc --scenario allocate_marked --memory relaxed
row 'satb, two cycles, tso' satb.gc --scenario second_cycle --memory tso
row 'satb, stacks, sc' satb.gc --scenario stacks_and_loops --memory sc --property none_lost
row 'satb, client, sc' satb.gc --scenario small_client --memory sc --canonical=yes --property none_lost
row 'satb, client, tso' satb.gc --scenario small_client --memory tso --canonical=yes --property none_lost
row 'satb, client, relaxed' satb.gc --scenario small_client --memory relaxed --canonical=yes --property none_lost
row 'paper, shuffling, sc' paper-satb.gc --scenario pointer_shuffling --memory sc --set shading=during_marking --set mode=concurrent
row 'paper, client, sc' paper-satb.gc --scenario small_client --memory sc --canonical=yes --property complete
