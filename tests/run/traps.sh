#!/bin/sh
# The traps of SPIN: each is shown to be one, and models are shown to avoid it.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_needs_spin
tap_scratch
heaps=$top_srcdir/tests/run/heaps.gc

tap_quick_cc

# pan FILE CC-FLAGS PAN-FLAGS: prints the first complaint, or nothing
pan () {
	# shellcheck disable=SC2086
	{ "$SPIN" -a "$1" && "$GCDSL_CC" -O0 -w $2 -o pan pan.c; } > spin.out 2>&1 || {
		cat spin.out
		return
	}
	./pan -w16 $3 2>&1 | grep -E '^pan:1|^error' | head -n 1
}

# ---- each support file is right on its own
support=$top_srcdir/promela-backend/support
cp "$support"/*.pml .
"$GCDSL" compile "$heaps" --target promela -o made >/dev/null 2>&1  # some are made by the program
cp made/machine-states.pml .
cat > frame.pml <<'EOF'
#define OBJECTS 2
#define SLOTS_PER_OBJECT 1
#define FIRST_SLOT 0
#define FIRST_ROOT 3
#define END_ROOT 4
#define LOCATIONS 4
#define IS_STRONG(slot) true
#define MEM_TYPE byte
#define MEM_INITIAL { 1, 2, 2, 0 }
#define LIVE_INITIAL { 1, 1, 0 }
#define REACH_INITIAL { 0, 0, 0 }
#define REACH_STORAGE hidden
#define MUTATORS 1
#define SCRIPT_TYPE byte
#define OPERATIONS_REACH skip
#define IN_OPERATION(m) false
#define HANDSHAKES(m) false
EOF
for file in pool memory-sc stop; do
	{ cat frame.pml; echo "#include \"$file.pml\""; echo 'active proctype p() { skip }'; } > one.pml
	tap_is "$file.pml alone" "$(pan one.pml '-DSAFETY')$(cat spin.out)" ''
done
{
	cat frame.pml
	printf '#define MEM_REACH skip\n#include "memory-sc.pml"\n#include "heap.pml"\n'
	# 0 -> 1, root -> 0; then 0 drops its reference to 1
	echo 'active proctype p() {
		d_step { heap_reach(); assert(REACHABLE(0) && REACHABLE(1) && !REACHABLE(NIL)); x_found = 0 };
		d_step { heap_clear_slots(0); heap_reach();
		         assert(REACHABLE(0) && !REACHABLE(1)); x_found = 0 };
		d_step { mem_poke(3, NIL); heap_reach(); assert(!REACHABLE(0)); x_found = 0 } }'
} > one.pml
tap_is 'heap.pml with memory: what can be reached' "$(pan one.pml '-DSAFETY')$(cat spin.out)" ''
sed -i 's/!REACHABLE(1)/REACHABLE(1)/' one.pml
tap_is '... and its test can fail' "$(pan one.pml '-DSAFETY' | grep -c violated)" 1

# ---- spin -t does not execute C in a model
model "$heaps" script
tap_is 'no C in models' "$(find model -name '*.pml' ! -name canonical.pml -exec cat {} + | grep -cE 'c_(code|expr|decl|state|track)')" 0

# ---- a choice inside a d_step silently takes its first branch
cat > choice.pml <<'EOF'
byte x;
active proctype p() { d_step { if :: x = 1 :: x = 2 fi; x = x + 0 }; assert(x == 1) }
EOF
tap_is 'a choice in a d_step is lost' "$(pan choice.pml '-DSAFETY')" ''
# Every if and do outside the processes has two options, and the second is `else`.  (The other
# memory modules distinguish kinds of operations, and make choices on purpose.)
cat > choices.awk <<'EOF'
/^(proctype|init)/ { exit }
{ sub(/\/\/.*/, "") }
/^[ \t]*(if|do)[ \t]*\\?$/ { depth++; options[depth] = 0; last[depth] = "" }
/^[ \t]*(do|if) ::/ { next } # in one line
/^[ \t]*::/ { options[depth]++; last[depth] = $0 }
/^[ \t]*(fi|od)[; \t\\]*$/ {
	if (options[depth] != 2 || last[depth] !~ /:: else/) print FILENAME ":" FNR ": a choice"
	depth--
}
EOF
tap_is 'no choice in the steps of a model' "$(for f in model/*.pml; do
	case $f in */memory-buffers.pml | */memory-c11*.pml | */answers.pml) ;; *) awk -f choices.awk "$f" ;; esac
done)" ''
printf 'inline x() {\n\tif\n\t:: a -> b\n\t:: c -> d\n\tfi\n}\n' > planted
tap_is '... and one would be noticed' "$(awk -f choices.awk planted)" 'planted:5: a choice'

# ---- bytes wrap silently
cat > wrap.pml <<'EOF'
#include "pool.pml"
byte counter = 253; bool over;
active proctype p() { do :: d_step { !over -> INCREMENT; over = (counter < 253) } :: over -> break od }
EOF
sed 's/INCREMENT/counter++/' wrap.pml > wraps.pml
tap_is 'a byte wraps' "$(pan wraps.pml '-DSAFETY')" ''
sed 's/INCREMENT/MORE(counter, "full\\n")/' wrap.pml > more.pml
tap_is 'a counter does not' "$(pan more.pml '-DSAFETY' | grep -c 'failed_property!=250')" 1

# ---- names that pan's own C has
model "$top_srcdir/tests/run/names.gc" proctype
tap_is 'a specification may use the names of SPIN and pan' "$model_verdict" holds
cat > clash.pml <<'EOF'
hidden byte t; byte x;
active proctype p() { d_step { t = 3; x = t; t = 0 } }
EOF
pan clash.pml '-DSAFETY' > clash.out 2>&1
tap_is 'a hidden variable of pan’s name is not ours' \
	"$("$SPIN" -a clash.pml > /dev/null && ${CC:-cc} -O0 -DSAFETY -fsyntax-only pan.c 2>&1 | grep -c -m 1 warning)" 1

# ---- with a claim, pan looks for no deadlock: the safety run must be made too
model "$heaps" S3 -m stuck -l -p stays_marked
tap_is 'an LTL run does not see a deadlock' "$model_verdict" holds
model "$heaps" S3 -m stuck -p cycle_ends
tap_is 'the safety run of the same cell does' "$model_verdict" cycle_ends
tap_is 'no end labels: a stop anywhere else is seen' "$(grep -cE '^[ \t]*end[A-Za-z_0-9]*:' model/model.pml)" 0

# ---- endless runs: weak fairness is for each process, so they are searched for that way
model "$heaps" ring -m endless -p cycle_ends
tap_is 'an endless run is found' "$model_verdict" cycle_ends
tap_is '... as a cycle' "$(grep -c '^pan:1: non-progress cycle' run.out)" 1

# ---- a search that was cut short has no verdict
model "$heaps" script
# shellcheck disable=SC2046
(cd model && ./pan $(sed -n 's/^ \*   cc .*\.\/pan //p' model.pml | sed 's/-m[0-9]*/-m20/')) > cut.out 2>&1
tap_is 'a depth that is too small is an error' "$(grep -c 'errors: 0$' cut.out)" 0

# ---- the trail's lines
model "$heaps" S3 -m through_null
(cd model && "$SPIN" -t -T model.pml) > trail.out 2>&1
tap_is 'a replay begins with the model' "$(grep '^@ ' trail.out | head -n 1)" \
	'@ model spec=heaps scenario=S3 objects=a,b,c mutators=m roots=m.a,m.null address=4'
tap_is 'and tells what failed' \
	"$(grep '^@ fail' trail.out | head -n 1 | sed 's/ where=.*heaps.gc:/ where=/; s/:[0-9]*$//')" \
	"@ fail property=no_freed_access binding=-1 where=$(grep -n 'fetch_or' "$heaps" | cut -d: -f1)"
(cd model && "$SPIN" -t -p model.pml) > replay.out 2>&1
tap_is 'options name the line of the specification' \
	"$([ "$(grep -c 'heaps.gc:[0-9]* (state' replay.out)" -gt 5 ] && echo yes)" yes

tap_done
