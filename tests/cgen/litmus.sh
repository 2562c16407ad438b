#!/bin/sh
# litmus.sh: litmus tests as C programs: free of warnings, right about what one
# thread does, wide awake where threads race, and strict about what is forbidden.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
gc=$top_srcdir/tests/cgen/litmus.gc
warnings='-std=c11 -Wall -Wextra -Werror'

# build NAME: makes the program ./NAME from NAME.gc.
build () {
	# shellcheck disable=SC2086 # words
	"$GCDSL" compile "$1.gc" --target c -o "$1.c" >said 2>&1 &&
	    "$CC" $warnings -O2 -pthread -o "$1" "$1.c/$1-litmus.c" >said 2>&1
}

# fails DESCRIPTION NAME PATTERN ARGUMENTS…: the program prints PATTERN and exits with 1.
fails () {
	description=$1 name=$2 pattern=$3
	shift 3
	"./$name" "$@" >said 2>&1 && status=0 || status=$?
	if [ $status -eq 1 ] && grep -q "$pattern" said; then
		tap_ok "$description"
	else
		tap_not_ok "$description" "status $status" "$(head -n 20 said)"
	fi
}

# ---- warnings of each compiler that is installed.  The first makes the program that runs below.

cp "$gc" litmus.gc
"$GCDSL" compile litmus.gc --target c -o made >/dev/null 2>&1
set -- gcc clang
case $CC in gcc | clang) ;; *) set -- "$CC" "$@" ;; esac
for cc; do
	if ! command -v "${cc%% *}" >/dev/null 2>&1; then
		tap_skip "no warnings of $cc" "there is no $cc"
		continue
	fi
	for optimise in -O0 -O2; do
		tap_all || [ "$optimise" = -O2 ] || [ ! -e litmus ] || continue
		# shellcheck disable=SC2086 # words
		tap_run "no warnings of $cc $optimise" $cc $warnings $optimise -pthread -o "tests$optimise" \
			made/litmus-litmus.c
	done
	[ -e litmus ] || cp tests-O2 litmus
done

# ---- the output of runs

tap_run "one thread does what it says" ./litmus -n 2000 alone
tap_run "one thread does what it says, without optimisation" ./tests-O0 -n 2000 alone
runs=50000
! tap_all || runs=200000
tap_run "nothing forbidden is seen" ./litmus -n $runs --seed 7
./litmus -n 300000 sb >sb.out
tap_is "it is told what was run" "$(sed -n 's/^litmus sb, litmus.gc:[0-9]*: \([0-9]*\) runs in .*/\1/p' \
	sb.out)" 300000
outcomes=$(grep -c '^ *[0-9][0-9]*  a=[01]  b=[01]' sb.out)
if [ "$outcomes" -ge 2 ]; then
	tap_ok "threads race: $outcomes outcomes of sb"
else
	tap_not_ok "threads race" "$(cat sb.out)"
fi
tap_is "every run is counted" "$("$AWK" '/a=/ { sum += $1 } END { print sum }' sb.out)" 300000
./litmus -n 12345 -s 1000 lock >lock.out
tap_is "the last round may be smaller" "$("$AWK" '/n=2/ { print $1 }' lock.out)" 12345

# ---- a forbidden outcome is an error: a claim forbids it, or no claim allows it

cat >wrong.gc <<'END'
litmus by_claim {
  location x = 0, y = 0;
  thread { store(x, 1);  let a = load(y); }
  thread { store(y, 1);  let b = load(x); }
  forbidden (a == 0 and b == 1) under c11;
}
litmus by_none {
  location x = 0, y = 0;
  thread { store(x, 1);  let c = load(y); }
  thread { store(y, 1);  let d = load(x); }
  observe c, d;
  allowed (c == 1) under c11;
}
litmus of_sc {
  location x = 0;
  thread { store(x, 1); }
  forbidden (x == 1) under sc;
}
litmus unnamed {
  location x = 0;
  thread { store(x, 1); }
  observe x;
  allowed (x == 0) under sc, pso, relaxed, paper;
}
litmus together {
  location x = 0;
  thread { critical { store(x, 1); } }
  thread { critical { store(x, 2); } }
  forbidden (overlap and x == 1 or overlap and x == 2 or not not overlap);
}
litmus doubtful {
  location x = 0;
  thread { critical { store(x, 1); } }
  thread { critical { store(x, 1); } }
  observe x, overlap;
  forbidden (overlap and x == 1) under c11;
  forbidden (overlap and not (x == 2)) under c11;
  allowed (x == 1) under c11;
}
litmus vain {
  location x = 0;
  thread { repeat { let e = load(x); } until e == 1; }
  observe e;
  allowed (e == 1);
}
END
tap_run "wrong.gc becomes a program" build wrong
fails "an outcome that a claim forbids" wrong 'a=0  b=1    FORBIDDEN under c11: wrong.gc:5 forbidden (a' \
	-n 100000 by_claim
fails "an outcome that no claim allows" wrong 'c=0  d=1    FORBIDDEN under c11: wrong.gc:7 allows it not' \
	-n 100000 by_none
tap_run "a machine need not have SC" ./wrong -n 1000 of_sc
tap_run "a model that no claim names says nothing" ./wrong -n 1000 unnamed
fails "an overlap of critical sections" wrong '  overlap    FORBIDDEN under c11' -n 100000 together
tap_run "of a run with an overlap nothing is taken for granted" ./wrong -n 100000 doubtful
./wrong -n 100000 doubtful >said
tap_is "that overlap was seen" "$(grep -c '^ *[0-9]*  overlap$' said)" 1
if tap_all; then
	./wrong -n 1 vain >said
	tap_is "a thread that waits for ever is given up" "$(grep -c '^ *1  did not end' said)" 1
fi
case $(uname -m) in
x86_64)
	sed '/a == 0 and b == 0/ { s/under sc;/under tso;/; s/under tso, c11;/under c11;/; }' "$gc" >tso.gc
	build tso
	fails "store buffering is seen" tso 'a=0  b=0    FORBIDDEN under tso: tso.gc:' -n 400000 sb
	for seed in 1 2 3 4 5 6 7 8 9 10; do
		./litmus -n 50000 --seed $seed peterson_without_fences >said
		! grep -q '  overlap    not under sc' said || break
	done
	tap_is "a lock without its fences lets two in" "$(grep -c '  overlap    not under sc' said)" 1
	;;
*)
	tap_skip "store buffering is seen" "the processor is none with TSO"
	tap_skip "a lock without its fences lets two in" "the processor is none with TSO"
	;;
esac

# ---- options

tap_run_status "a test that is not there" 2 ./litmus -n 1 nobody
tap_run_status "no number" 2 ./litmus -n
tap_run_status "a wrong number" 2 ./litmus -n 1x sb
tap_run_status "no runs at all" 2 ./litmus -n 0 sb
tap_run_status "an option that is not there" 2 ./litmus --fast
tap_run "--help" ./litmus --help
tap_done
