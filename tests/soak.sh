#!/bin/sh
# tests/soak.sh: runs the client programs for a long time, in every shape.
#
#	soak.sh [-c COLLECTOR] [-t SECONDS] [-r SECONDS] [-j JOBS] [-s SEED] [-o FOLDER]
#	        [-w WHIPPET] [-g FOLDER]
#
#	-c  the collector: stw (the default), satb, or another of examples/
#	-t  how long to go on, in all (default 3600)
#	-r  how long one run takes (default 8)
#	-j  runs at once (default 2)
#	-s  seed of the order and of the programs (default: the time)
#	-o  where programs and logs go (default ./soak)
#	-w  a checkout of Whippet: its programs mt-gcbench and quads run too
#	-g  folder of an already generated collector (default: examples/COLLECTOR.gc)
#
# Each run is a program (gcbench or stress; mt-gcbench, quads) in a build
# (release or debug), with 1 to 4 mutators, 1 to 4 workers, and a heap of 1.2, 1.5,
# 2 or 4 times the live size, or so many times that for each space into which the collector divides the heap (quads, which has one mutator: at least 2 times, as
# its live size is only an estimate): 256 shapes, or 512, in random order, again
# and again with other seeds.  One line
# is printed and logged for each run.  The first failure stops everything and
# prints the command that repeats it; its output stays in FOLDER.
#
# GCDSL, CC and top_srcdir are taken from the environment (default: ./gcdsl, cc,
# the folder above this script).  Not part of `make check'.
set -u
: "${top_srcdir:=$(cd "$(dirname "$0")/.." && pwd)}"
: "${GCDSL:=./gcdsl}"
export top_srcdir
total=3600 run=8 jobs=2 seed=$(date +%s) folder=soak generated='' collector=stw whippet=''
while getopts c:t:r:j:s:o:w:g: option; do
	case $option in
	c) collector=$OPTARG ;;
	w) whippet=$OPTARG ;;
	t) total=$OPTARG ;;
	r) run=$OPTARG ;;
	j) jobs=$OPTARG ;;
	s) seed=$OPTARG ;;
	o) folder=$OPTARG ;;
	g) generated=$OPTARG ;;
	*) exit 2 ;;
	esac
done

mkdir -p "$folder/$collector" "$folder/log" || exit 2
folder=$(cd "$folder" && pwd)
rm -f "$folder/failed" "$folder/stop"
if [ -z "$generated" ]; then
	generated=$folder/$collector
	"$GCDSL" compile "$top_srcdir/examples/$collector.gc" --target c -o "$generated" >/dev/null || exit 2
fi
spaces=$(sed -n 's/.*\.space_count = \([0-9]*\),.*/\1/p' "$generated"/*.c)
: "${spaces:=1}"
build=$top_srcdir/tests/clients/build.sh
sh "$build" "$generated" "$folder/release" -O2 || exit 2
sh "$build" "$generated" "$folder/debug" -O1 -DGCRT_DEBUG=1 -DGC_DEBUG=1 || exit 2
peers=0
if [ -n "$whippet" ]; then
	peers=1
	for program in mt-gcbench quads; do
		sh "$build" -p "$whippet" $program "$generated" "$folder/release" -O2 &&
			sh "$build" -p "$whippet" $program "$generated" "$folder/debug" -O1 \
				-DGCRT_DEBUG=1 -DGC_DEBUG=1 || exit 2
	done
fi
echo "soak: $collector, $total s, $jobs at once, $run s each, seed $seed, logs in $folder"

# Prints all shapes, in an order that follows from the seed.
shapes () { # PASS
	awk -v seed="$((seed + $1))" -v peers="$peers" 'BEGIN {
		srand(seed)
		names = split("stress gcbench mt-gcbench quads", name, " ")
		for (m = 1; m <= 4; m++) for (w = 1; w <= 4; w++)
			for (h = split("1.2 1.5 2 4", heap, " "); h > 0; h--)
				for (p = 1; p <= (peers ? names : 2); p++) {
					line[n++] = name[p] " release " m " " w " " heap[h]
					line[n++] = name[p] " debug " m " " w " " heap[h]
				}
		while (n > 0) {
			i = int(rand() * n)
			print line[i], int(rand() * 1000000000)
			line[i] = line[--n]
		}
	}'
}

# Sets the command of a run, and its particular settings.
shape () { # PROGRAM BUILD MUTATORS WORKERS HEAP SEED
	times=$(awk "BEGIN { print $5 * $spaces }")
	case $1 in
	mt-gcbench)
		size="mt"
		command="$folder/$2/$1 $times $3 parallelism=$4"
		return ;;
	quads)
		heap=$times
		case $5 in 1.*) heap=$(awk "BEGIN { print 2.5 * $spaces }") ;; esac
		size="depth=$((7 + $6 % 3))"
		command="$folder/$2/$1 $((7 + $6 % 3)) $heap parallelism=$4"
		return ;;
	gcbench) size=--depth=$((13 + $6 % 4)) ;;
	*) # in a tight heap, blocks that each mutator has filled in part must not take much
		case $5 in
		1.*) nodes=$((16384 << $6 % 2)) ;;
		2) nodes=$((8192 << $6 % 2)) ;;
		*) nodes=$((4096 << $6 % 3)) ;;
		esac
		size="--nodes=$nodes --seed=$6"
		# ragged scans roots thread by thread, and allows no roots that belong to no thread.
		[ "$collector" != ragged ] || size="$size --share-object" ;;
	esac
	command="$folder/$2/$1 --mutators=$3 --workers=$4 --heap-multiplier=$times --seconds=$run $size"
}

one_run () { # PROGRAM BUILD MUTATORS WORKERS HEAP SEED
	log=$folder/log/$1-$2-m$3-w$4-x$5-$6
	shape "$@"
	# shellcheck disable=SC2086 # words of a command
	timeout -s ABRT $((run * 20 + 900)) $command >"$log" 2>&1
	status=$?
	if [ "$status" -eq 0 ]; then
		echo "ok   $1 $2 m=$3 w=$4 x=$5 $size: $(tail -n 1 "$log")" | cut -c 1-160 |
			tee -a "$folder/runs"
		rm -f "$log"
	else
		echo "FAIL $1 $2 m=$3 w=$4 x=$5 $size: exit status $status" | tee -a "$folder/runs"
		echo "$command   # output: $log" >>"$folder/failed"
	fi
}

# One of JOBS loops. Loop N takes every JOBS-th shape.
loop () { # N
	pass=0
	while :; do
		shapes $pass | awk -v n="$1" -v jobs="$jobs" 'NR % jobs == n' |
			while read -r program build mutators workers heap number; do
				if [ -e "$folder/failed" ] || [ -e "$folder/stop" ] ||
					[ "$(date +%s)" -ge "$end" ]; then
					exit 1
				fi
				one_run "$program" "$build" "$mutators" "$workers" "$heap" "$number"
			done || return 0
		pass=$((pass + 1))
	done
}

: >"$folder/runs"
end=$(($(date +%s) + total))
trap 'touch "$folder/stop"' INT TERM
n=0
while [ "$n" -lt "$jobs" ]; do
	loop "$n" &
	n=$((n + 1))
done
wait
echo "soak: $(grep -c '^ok' "$folder/runs") runs passed"
if [ -e "$folder/failed" ]; then
	echo "soak: FAILED; repeat with:"
	cat "$folder/failed"
	exit 1
fi
