#!/bin/sh
# examples/bench/peer-bench.sh: programs written for Whippet, unmodified, with a
# generated collector and with Whippet's own.
#
#	peer-bench.sh WHIPPET [WORK]
#
# WHIPPET is a checkout of that library, which is only read; WORK (default:
# ./peer-bench) gets everything that is built.  Builds benchmarks/mt-gcbench.c
# and quads.c with OWN (a collector of examples/, stw if it is not given; semispace, copying) and, with Whippet's own
# makefile in a copy, with COLLECTORS (default: mmc parallel-mmc bdw; bdw needs libgc-dev).  Then runs
# each program ROUNDS times (default 5) with each collector in turn, so that
# what happens to the machine meanwhile happens to all, checks exit status and
# output of every run, and prints the median times, wall and processor, and the
# median of the ratios of each round.  Exits 1 when a run with OWN fails; runs of others that fail
# (bdw runs out of space where its heap is tight; semi allows one thread) are counted and left out.
#
# From the environment: GCDSL, CC, top_srcdir, ROUNDS, OWN, COLLECTORS, GC_OPTIONS
# (for OWN: "parallelism=2"), HEAP (of mt-gcbench: times the live size, default 2.0), QUADS_HEAP (default 2.5),
# OPTIMIZE (default: the flags of Whippet's makefile).
set -u
: "${top_srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${GCDSL:=./gcdsl}" "${CC:=cc}" "${ROUNDS:=5}" "${COLLECTORS=mmc parallel-mmc bdw}"
: "${OPTIMIZE=-O2 -g -flto=auto -fno-strict-aliasing -fvisibility=hidden -DNDEBUG}"
: "${GC_OPTIONS=}" "${OWN:=stw}" "${HEAP:=2.0}" "${QUADS_HEAP:=2.5}"

die () {
	echo "peer-bench: $*" >&2
	exit 2
}

whippet=${1-}
work=${2-peer-bench}
[ -n "$whippet" ] || die "say where Whippet is: make peer-bench WHIPPET=DIR"
for file in benchmarks/mt-gcbench.c benchmarks/quads.c api/gc-api.h Makefile; do
	[ -f "$whippet/$file" ] || die "$whippet is no checkout of Whippet: it has no $file"
done
whippet=$(cd "$whippet" && pwd)
mkdir -p "$work/$OWN" "$work/log" || exit 2
work=$(cd "$work" && pwd)

# ---- build

build_own () { # PROGRAM
	# shellcheck disable=SC2086
	$CC -std=gnu11 -D_GNU_SOURCE -w -pthread $OPTIMIZE \
		-I"$top_srcdir/runtime/api" -I"$top_srcdir/runtime/src" -I"$work/$OWN" \
		-DGC_PRECISE_ROOTS=1 -DGC_ATTRS="\"$OWN-attrs.h\"" \
		-DGC_EMBEDDER="\"$whippet/benchmarks/$1-embedder.h\"" \
		-o "$work/$1.$OWN" "$whippet/benchmarks/$1.c" "$work/$OWN/$OWN.c" \
		"$top_srcdir"/runtime/src/*.c -lm
}

build_whippet () { # PROGRAM COLLECTOR
	(cd "$work/whippet" && make -s CC="$CC" "bin/$1.$2") >"$work/log/build.$1.$2" 2>&1 &&
		cp "$work/whippet/bin/$1.$2" "$work/$1.$2"
}

"$GCDSL" compile "$top_srcdir/examples/$OWN.gc" --target c -o "$work/$OWN" ||
	die "gcdsl compile failed"
rm -rf "$work/whippet"
mkdir "$work/whippet" &&
	cp -R "$whippet/api" "$whippet/benchmarks" "$whippet/src" "$whippet/Makefile" \
		"$work/whippet" || exit 2
for program in mt-gcbench quads; do
	build_own "$program" || die "$program does not build with $OWN"
done
peers=
for collector in $COLLECTORS; do
	if [ "$collector" = bdw ] && ! pkg-config --exists bdw-gc; then
		echo "peer-bench: no bdw: libgc-dev is missing" >&2
		continue
	fi
	if build_whippet mt-gcbench "$collector" && build_whippet quads "$collector"; then
		peers="$peers $collector"
	else
		echo "peer-bench: Whippet's $collector does not build here, see" \
			"$work/log/build.*.$collector" >&2
	fi
done

# ---- run

# Prints microseconds of processor time, from the second line of `times'.
processor_time () { # FILE
	awk 'NR == 2 { split($1 "m" $2, t, /[ms]+/); printf "%d", (t[1] * 60 + t[2] + t[3] * 60 + t[4]) * 1e6 }' "$1"
}

# Does one run, and appends "PROGRAM-AND-ARGUMENTS COLLECTOR ROUND TIME CPU-TIME COLLECTIONS".
run () { # ROUND COLLECTOR PROGRAM ARGUMENT…
	round=$1 collector=$2 program=$3
	shift 3
	label=$(echo "$program $*" | tr ' ' _)
	log=$work/log/$label.$collector.$round
	binary=$work/$program.$collector
	if [ "$collector" = "$OWN" ] && [ -n "$GC_OPTIONS" ]; then
		set -- "$@" "$GC_OPTIONS"
	fi
	start=$(date +%s%N)
	(
		timeout 600 "$binary" "$@" >"$log" 2>&1
		status=$?
		times >"$work/cpu"
		exit "$status"
	)
	status=$?
	end=$(date +%s%N)
	if [ "$status" -ne 0 ] || grep -q Failed "$log" || ! grep -q 'major collections' "$log"; then
		echo "peer-bench: $program $* with $collector: exit status $status:" \
			"$(tail -n 1 "$log")" >&2
		[ "$collector" != "$OWN" ] || failed=1
		echo "$label $collector $round failed" >>"$work/times"
		return
	fi
	collections=$(sed -n 's/^\(Completed \)\{0,1\}\([0-9]*\) major collections.*/\2/p' "$log")
	echo "$label $collector $round $(((end - start) / 1000)) $(processor_time "$work/cpu")" \
		"${collections:-?}" >>"$work/times"
}

failed=0
: >"$work/times"
round=1
while [ "$round" -le "$ROUNDS" ]; do
	for collector in $OWN $peers; do
		run "$round" "$collector" mt-gcbench "$HEAP" 1
		run "$round" "$collector" mt-gcbench "$HEAP" 2
		run "$round" "$collector" quads 10 "$QUADS_HEAP"
	done
	round=$((round + 1))
done

# ---- report

awk -v rounds="$ROUNDS" -v base="$OWN" '
function median(list, n,    i, j, t) {
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && list[j] < list[j - 1]; j--) {
			t = list[j]; list[j] = list[j - 1]; list[j - 1] = t
		}
	return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}
{
	if (!($1 in seen)) { seen[$1] = 1; programs[++program_count] = $1 }
	if (!($2 in known)) { known[$2] = 1; collectors[++collector_count] = $2 }
	if ($4 == "failed") { failures[$1, $2]++; next }
	time[$1, $2, $3] = $4; cpu[$1, $2, $3] = $5; collections[$1, $2] = $6
}
# Prints the median of the rounds, and its ratio to the time of OWN.
function columns(program, collector, table,    r, n, both, own, ratio) {
	for (r = 1; r <= rounds; r++) {
		if (!((program, collector, r) in table)) continue
		own[++n] = table[program, collector, r] / 1000
		if ((program, base, r) in table)
			ratio[++both] = table[program, base, r] / 1000 / own[n]
	}
	if (n) printf " %10.1f %9.2f", median(own, n), both ? median(ratio, both) : 0
	return n
}
END {
	printf "%-18s %-14s %10s %9s %10s %9s %7s\n", "program", "collector", "time ms", "own / it",
		"cpu ms", "own / it", "cycles"
	for (p = 1; p <= program_count; p++)
		for (c = 1; c <= collector_count; c++) {
			name = programs[p]; gsub("_", " ", name)
			printf "%-18s %-14s", name, collectors[c]
			if (columns(programs[p], collectors[c], time)) {
				columns(programs[p], collectors[c], cpu)
				printf " %7s", collections[programs[p], collectors[c]]
			}
			if (failures[programs[p], collectors[c]])
				printf " (%d of %d runs failed)", failures[programs[p], collectors[c]], rounds
			printf "\n"
		}
}' "$work/times"
echo "($ROUNDS rounds, medians; own / it: the median of the rounds' ratios, more than 1: $OWN is slower.)"
exit "$failed"
