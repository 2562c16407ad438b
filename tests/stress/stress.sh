#!/bin/sh
# tests/stress/stress.sh: many programs on many collectors under disturbed schedules.
#
#	stress.sh [-t SECONDS] [-j JOBS] [-s SEED] [-o FOLDER] [-r SECONDS]
#	          [-x SECONDS] [-k KINDS] [-c COLLECTORS] [-p PROGRAMS]
#
#	-t  how long to go on, in all (default 600)
#	-j  runs at once (default 2)
#	-s  seed of everything that is chosen (default: the time)
#	-o  where programs and logs go (default ./stress)
#	-r  how long one run takes, about (default 5)
#	-x  a run that takes longer hangs (default 1500, and 40 for each second of -r)
#	-k  builds: plain, bounded, sanitized, address, thread (build.sh says what they are;
#	    default: all)
#	-c  collectors of examples/ (default: all that have C)
#	-p  programs: stress, gcbench, lisp, handover, net (default: all)
#
# A run is a program in a build, on a collector, with 1 to 4 mutators and 1 to 4 workers, a
# heap of 1.1 to 4 times what lives, and more or fewer disturbances.  stress has threads that
# join and leave and hand their graphs on; lisp and handover, threads that hand values around; net
# compares the C of a specification, known or random, with what it means.  One line is
# printed and logged for each run.  The first failure stops everything and prints the
# command that repeats it; its output stays in FOLDER/log.  In a heap of less than 1.3 times
# what lives a program may find it too small: `full'.
#
# Exit status: 0; 1, a run failed; 2, it could not begin.  GCDSL, CC, top_srcdir and
# top_builddir are taken from the environment (default: ./gcdsl, cc, the folder above this
# script, the current one).
set -u
: "${top_srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${top_builddir:=.}"
: "${GCDSL:=./gcdsl}"
export top_srcdir GCDSL
total=600 jobs=2 seed=$(date +%s) folder=stress run=5
kinds='plain bounded sanitized address thread' longest=
collectors='stw satb ragged incremental' programs='stress gcbench lisp handover net'
while getopts t:j:s:o:r:x:k:c:p: option; do
	case $option in
	t) total=$OPTARG ;;
	j) jobs=$OPTARG ;;
	s) seed=$OPTARG ;;
	o) folder=$OPTARG ;;
	r) run=$OPTARG ;;
	x) longest=$OPTARG ;;
	k) kinds=$OPTARG ;;
	c) collectors=$OPTARG ;;
	p) programs=$OPTARG ;;
	*) exit 2 ;;
	esac
done

: "${longest:=$((run * 40 + 1500))}"
mkdir -p "$folder/log" || exit 2
folder=$(cd "$folder" && pwd)
rm -f "$folder/failed" "$folder/stop"
: >"$folder/runs"
if [ "$programs" != net ]; then
	for kind in $kinds; do
		# shellcheck disable=SC2086 # a list of words
		PROGRAMS=$programs sh "$top_srcdir/tests/stress/build.sh" "$folder" "$kind" $collectors || exit 2
	done
fi
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS
echo "stress: $total s, $jobs at once, about $run s each, seed $seed, logs in $folder"

# Prints the runs with numbers FIRST, FIRST + JOBS, …, each as a line of words.
shapes () { # FIRST
	awk -v seed="$seed" -v first="$1" -v jobs="$jobs" -v kinds="$kinds" \
		-v collectors="$collectors" -v programs="$programs" '
	# The generator of Lehmer. In some versions of awk, srand gives the same numbers for all large
	# seeds.
	function random() {
		state = state * 48271 % 2147483647
		return state / 2147483647
	}
	function one(list, n, word) {
		n = split(list, word, " ")
		return word[1 + int(random() * n)]
	}
	BEGIN {
		for (i = first; i < 1000000; i += jobs) {
			state = (seed % 2147483647 * 1009 + i) % 2147483646 + 1
			random()
			random()
			print one(programs), one(kinds), one(collectors), one("1 2 3 4"), one("1 2 3 4"),
				one("1.1 1.2 1.3 1.5 2 4"), one("0 5 20 20 80 80 400"),
				1 + int(random() * 1000000000)
		}
	}'
}

# Sets the command of a run, its particular settings, and its folder.
shape () { # PROGRAM KIND COLLECTOR MUTATORS WORKERS HEAP SEED
	place=$folder
	case $1 in
	stress)
		# In a tight heap, blocks that each mutator has filled in part must not take much.
		nodes=4096
		case $6 in 1.*) nodes=16384 ;; esac
		share=
		[ "$3" != ragged ] && [ $(($7 % 2)) -eq 0 ] || share=--share-object
		what=nodes=$nodes
		command="$folder/$2/stress-$3 --mutators=$4 --workers=$5 --heap-multiplier=$6 $share"
		command="$command --seconds=$run --nodes=$nodes --seed=$7" ;;
	gcbench) # one round of depth 13 in a tight heap takes half a minute
		depth=$(((run < 2 ? 8 : 10) + $7 % 4))
		what=depth=$depth
		command="$folder/$2/gcbench-$3 --mutators=$4 --workers=$5 --heap-multiplier=$6"
		command="$command --seconds=$run --depth=$depth" ;;
	lisp) # 1.93 MB are live in `tight', less in the others
		what=$(echo channels tight tables trees tight strings | cut -d ' ' -f $((1 + $7 % 6)))
		[ "$2 $what" != 'thread trees' ] || what=tables
		place=$top_srcdir/examples/clients/lisp/programs
		bytes=$(echo "$6" | awk '{ print int(1930000 * $1) }')
		command="$folder/$2/lisp-$3 -o heap-size=$bytes,parallelism=$5 $what.lisp" ;;
	handover) # less than 48 kB are live
		what=length=$((4 + $7 % 20))
		bytes=$(echo "$6" | awk '{ print int(64000 * $1) }')
		command="$folder/$2/handover-$3 $(($4 + 1)) $5 $bytes $run $((4 + $7 % 20)) $7" ;;
	net)
		set -- "$7" "$top_srcdir"/tests/differential/known-c/*.gc
		number=$1
		shift
		net="$top_builddir/tests/differential/differential -q 0 -d $folder/net.$number"
		shift $((number % $#))
		what=$(basename "$1" .gc)
		command="$net -c 40 $1"
		[ $((number % 2)) -eq 0 ] || what=random command="$net -c 30 -s $number -n 6" ;;
	esac
}

# Whether a run is right: its STATUS and its output.
verdict () { # PROGRAM HEAP STATUS LOG KIND
	case $1$3 in
	lisp0) cmp -s "$4" "$place/$what.expected" || { echo wrong; return; } ;;
	lisp1)
		# in debug builds the heap grows by the red zones, but not by the room that is lost
		# between cells
		case $2-$5 in 1.1-* | 1.2-* | 1.3-sanitized)
			! grep -q 'out of memory' "$4" || { echo full; return; } ;;
		esac ;;
	stress3 | gcbench3 | handover3)
		case $2 in 1.1 | 1.2) echo full; return ;; esac
		# a sixth of the live bytes, in one piece: objects do not move to make room for it
		[ "$2" != 1.3 ] || ! grep -q 'no room for the array' "$4" || { echo full; return; } ;;
	esac
	[ "$3" -eq 0 ] && echo ok || echo "FAIL $3"
}

one_run () { # PROGRAM KIND COLLECTOR MUTATORS WORKERS HEAP GAP SEED
	log=$folder/log/$1-$2-$3-$8
	shape "$1" "$2" "$3" "$4" "$5" "$6" "$8"
	# shellcheck disable=SC2086 # words of a command
	(cd "$place" && STRESS_NOISE="$8 $7" timeout -s ABRT "$longest" $command) >"$log" 2>&1
	status=$?
	is=$(verdict "$1" "$6" $status "$log" "$2")
	printf '%s\n' "$is $1 $what $2 $3 mutators=$4 workers=$5 heap=$6 gap=$7 seed=$8: $(
		tail -n 1 "$log" | cut -c 1-60)" | tee -a "$folder/runs"
	case $is in
	ok | full) rm -rf "$log" "$folder/net.$8" ;;
	*) echo "cd $place && STRESS_NOISE='$8 $7' $command   # output: $log" >>"$folder/failed" ;;
	esac
}

over () {
	[ -e "$folder/failed" ] || [ -e "$folder/stop" ] || [ "$(date +%s)" -ge "$end" ]
}

end=$(($(date +%s) + total))
trap 'touch "$folder/stop"' INT TERM
n=0
while [ "$n" -lt "$jobs" ]; do
	# shellcheck disable=SC2046 # words of a line
	shapes "$n" | while ! over && read -r line; do one_run $line; done &
	n=$((n + 1))
done
wait
echo "stress: $(grep -c '^ok' "$folder/runs") runs passed, $(grep -c '^full' "$folder/runs") found" \
	"the heap too small, seed $seed"
if [ -e "$folder/failed" ]; then
	echo "stress: FAILED; repeat with:"
	cat "$folder/failed"
	exit 1
fi
