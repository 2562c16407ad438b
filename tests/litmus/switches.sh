#!/bin/sh
# switches.sh: how many context switches a run needs (doc/model.md, "Context switches").
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'there is no SPIN'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc

# In `asks' the threads wait for each other: 1 asks, 2 answers, 1 asks again.  In `both' the second
# thread can do all that it does at once, between the loads of the first one.
cat >known.gc <<'END'
litmus asks {
  location x = 0, y = 0;
  thread {
    store(x, 1, relaxed);
    repeat { let a = load(y, relaxed); } until a == 1;
    store(x, 2, relaxed);
  }
  thread {
    repeat { let b = load(x, relaxed); } until b == 1;
    store(y, 1, relaxed);
    repeat { let c = load(x, relaxed); } until c == 2;
  }
  allowed (a == 1 and c == 2) under sc;
}
litmus both {
  location x = 0, y = 0;
  thread { let a = load(x, relaxed);  let b = load(x, relaxed); }
  thread { store(y, 1, relaxed);  store(x, 1, relaxed);  let c = load(y, relaxed); }
  allowed (a == 0 and b == 1 and c == 1) under sc;
}
litmus one_after_the_other {
  location x = 0;
  thread { store(x, 1, relaxed);  let a = load(x, relaxed); }
  thread { let b = load(x, relaxed);  store(x, 2, relaxed); }
  thread { let c = load(x, relaxed); }
  allowed (a == 1 and b == 1 and c == 2) under sc;
}
END

# known NUMBER TEST MEMORY
known () {
	"$GCDSL" trace known.gc --scenario "$2" --memory "$3" --results results --json >"$2" 2>err
	tap_is "$2 $3 needs $1" "$(sed -n '$s/.*"switches": *\([0-9]*\),.*"fewest_switches": *\([0-9a-z]*\).*/\1 \2/p' "$2")" \
		"$1 $1"
}
known 3 asks sc

# A store that waits can save a switch though nothing overtakes it: the claim is about runs under sc.
cat >waits.gc <<'END'
litmus waits {
  location x = 0;
  thread { store(x, 1, relaxed); }
  thread { let a = load(x, relaxed);  let b = load(x, relaxed); }
  forbidden (a == 0 and b == 1) under sc, tso;
}
END
"$GCDSL" trace waits.gc --memory tso --results results >story 2>err
tap_is 'needs no reordering: the claim is about sc' "$(sed -n 's/^2 context switches: //p' story)" \
	'no such run under sc has fewer'
if tap_all; then
	"$GCDSL" trace waits.gc --memory tso --reorderings=1 --results results --json >late 2>err
	tap_is 'under tso one has fewer' \
		"$(sed -n '$s/.*"reorderings": *\([0-9]*\),.*"switches": *\([0-9]*\),.*/\1 \2/p' late)" '0 1'
fi
if tap_all; then
	known 2 both sc
	known 2 one_after_the_other sc

	# Without counting, a run with none is found at once, and is not taken for one.
	"$GCDSL" trace known.gc --scenario asks --memory sc --no-cache --keep kept >whole 2>&1
	cd kept/*switches || exit
	least () {
		"$SPIN" -a asks.pml >spin.log 2>&1 && "$GCDSL_CC" -O0 -w -DSAFETY -DNOFAIR -DREACH -o pan pan.c &&
			./pan -E -n -w16 -m20000 -i >pan.log 2>&1
		./pan -n -r asks.pml.trail 2>&1 | sed -n 's/^ *@ switches number=//p'
	}
	tap_is 'the model by hand' "$(least)" 3
	cp asks.pml copy
	sed '/define STEP_OF/s/&&.*);/\&\& false);/' copy >asks.pml
	tap_is 'a model that does not count' "$(least)" 0
	sed 's/fewest_found = true; //' copy >asks.pml
	tap_is 'a model that does not stop at the fewest' "$([ "$(least)" -gt 3 ] && echo more)" more
	cd ../..

	# Buckets open in the releaser's steps, or in other threads' steps: that changes no number.
	stw=$top_srcdir/examples/stw.gc
	for options in '' '--property none_lost' --no-fold=openings --no-fold; do
		# shellcheck disable=SC2086
		"$GCDSL" trace "$stw" --mutant first_field_only --results results $options >story 2>&1
		tap_is "first_field_only $options" "$(sed -n '2s/ context.*//p' story)" 4
	done

	# Each mutant fails with as few switches as possible: the bound loses no failure.  `unordered_stop' needs a
	# reordering, so nothing is claimed of it.
	for mutant in $(sed -n 's/^mutant \([a-z0-9_]*\).*/\1/p' "$stw"); do
		"$GCDSL" trace "$stw" --mutant "$mutant" --results results >story 2>&1 || continue
		case $mutant in
		unordered_stop) claim='whether such a run can have fewer is not known' ;;
		*) claim='no such run has fewer' ;;
		esac
		tap_is "$mutant" "$(sed -n 's/^[0-9]* context switch.*: //p' story)" "$claim"
	done
fi
tap_done
