#!/bin/sh
# peterson.sh: the marks of Peterson's algorithm are those that the rules A and B (doc/events.md) give for SPIN's
# own replay of the same trail, which a script of its own reads: without fences, with the first one, and with
# both (figures 6 to 8 of Matsumoto and Ugawa, 2019); as a model written by hand, and as a litmus test under pso.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_long
tap_scratch
tap_quick_cc
cp "$top_srcdir"/trace/tests/promela/* .
cat >names <<'EOF'
want0 at 0
want1 at next want0
turn at next want1
EOF

# search MODEL: a run that breaks the assertion. (The process `mem' can wait for a queue that stays empty.)
search () {
	"$SPIN" -a "$1" >spin.out 2>&1 && "$GCDSL_CC" -O0 -DNOREDUCE -DREACH -o pan pan.c >gcc.out 2>&1 &&
		./pan -w16 -E -i >pan.out 2>&1
}

# By the queues that SPIN prints after each statement: "RULE STORE op location thread" for each mark. Process 2
# has `want0' as its own location, and process 3 `want1'. A fence empties the queues of its process in one
# step, so nothing waits after it that it could overtake.
cat >replay.awk <<'EOF'
BEGIN { split("want0 want1 turn", name, " ") }
# The access of LOCATION by process P, which comes before store NEXT in the program, marks P's older stores
# that wait. A load also marks the stores of others to LOCATION that have such a mark.
function access(p, location, op, next_store,    s) {
	for (s = 1; s <= stores; s++) {
		if (waits[s] && owner[s] == p && s < next_store) {
			print "A", s, op, name[location + 1], p
			overtaken[s] = 1
		}
		if (waits[s] && owner[s] != p && at[s] == location && op == "load" && overtaken[s])
			print "B", s, op, name[location + 1], p
	}
}
function written(q) {
	stores++
	owner[stores] = int(q / 3); at[stores] = q % 3; waits[stores] = 1
}
function performed(q,    s) {
	for (s = 1; !(waits[s] && owner[s] == int(q / 3) && at[s] == q % 3); s++) ;
	waits[s] = 0
	if (process != int(q / 3)) access(int(q / 3), q % 3, "store", s)
}
/^ *[0-9]+:\tproc/ {
	process = $3
	if ($0 ~ /shared_memory\[.*->|->.*shared_memory\[/) {
		location = $0 ~ /shared_memory\[2\]/ ? 2 : 3 - process
		access(process, location, "load", stores + 1)
	}
}
/^\t\tqueue [0-9]+ \(queue\[/ {
	q = $3; gsub(/[^0-9]/, "", q)
	now = gsub(/\[[-0-9]+\]/, "&", $0) - 1
	if (now > held[q]) written(q)
	if (now < held[q]) performed(q)
	held[q] = now
}
EOF
# ours FILE: the same, of a trace.
ours () {
	grep -o '"red":\[{[^]]*\]' "$1" | grep -o '"store":[0-9]*,"rule":"."\|"op":"[a-z]*","location":"[a-z0-9]*"\|"thread":"[^"]*"' |
		sed 's/"store":\([0-9]*\),"rule":"\(.\)"/\2 \1/; s/"thread":".*(\([0-9]*\))"/\1/; s/"op":"\(.*\)","location":"\(.*\)"/\1 \2/' |
		paste -d' ' - - - | awk '{ print $1, $2, $4, $5, $3 }'
}

# compare WHAT MODEL MARKS
compare () {
	search "$2"
	"$SPIN" -t -p -g "$2" 2>/dev/null | awk -f replay.awk >wanted
	"$GCDSL" trace --promela "$2" --names names --json >events 2>err
	ours events >found
	tap_same "$1: the marks are those of SPIN's replay" found wanted
	tap_is "$1: the marks" "$(paste -sd, found)" "$3"
}
compare 'no fence' peterson.pml \
	'A 1 load want0 3,A 2 load want0 3,B 1 load want1 2,A 3 load want1 2,A 4 load want1 2'
printf '#define BEFORE_IF FENCE()\n#include "peterson.pml"\n' >one.pml
compare 'the first fence' one.pml 'A 3 store turn 2,B 3 load want0 3'
sed 's/WRITE(turn/FENCE();  &/' peterson.pml >between.pml
printf '#define BEFORE_IF FENCE()\n#include "between.pml"\n' >both.pml
search both.pml
tap_is 'both fences: no run fails' "$(grep -o 'errors: [0-9]*' pan.out) $(find . -name 'both*.trail')" 'errors: 0 '

# It is noticed if the script for SPIN's replay knows one rule less.
for rule in A B; do
	sed "s/print \"$rule\"/if (0) &/" replay.awk >less.awk
	"$SPIN" -t -p -g one.pml 2>/dev/null | awk -f less.awk >less
	tap_is "without rule $rule" "$(paste -sd, less)" "$(grep -v "^$rule" found | paste -sd, -)"
done
# ---- the same algorithm as a litmus test, under pso
# By what SPIN prints of the windows of the threads after each statement: mem_at[] has, for each thread, the
# locations of the stores that wait, and 1 added; `found' is what a load reads.
cat >litmus.awk <<'EOF'
function ids(t, i) { return id[t * window + i] }
# The access of LOCATION by thread P, before which the entries from 0 to OLDER - 1 are in the program.
function access(p, location, op, older,    i, t) {
	for (i = 0; i < older; i++)
		if (ids(p, i)) {
			print "A", ids(p, i), op, name[location], p + 1
			now_overtaken[ids(p, i)] = 1
		}
	for (i = 0; op == "load" && i < window; i++)
		if (ids(p, i) && at[p * window + i] == location + 1)
			return # its own store answers it
	for (t = 0; op == "load" && t < 2; t++)
		for (i = 0; t != p && i < window; i++)
			if (ids(t, i) && at[t * window + i] == location + 1 && overtaken[ids(t, i)])
				print "B", ids(t, i), op, name[location], p + 1
}
# Entry FROM of thread T is in memory; the younger ones move down.
function performed(t, from,    i) {
	for (i = from; i + 1 < window; i++)
		id[t * window + i] = id[t * window + i + 1]
	id[t * window + window - 1] = 0
}
# The step is over.
function finish(    t, i, location, s) {
	for (t = 0; t < 2; t++) {
		# what left the window, the oldest first
		while (entries(before, t) > entries(at, t)) {
			for (i = 0; before[t * window + i] == at[t * window + i]; i++) ;
			location = before[t * window + i] - 1
			performed(t, i)
			for (s = i; s < window; s++)
				before[t * window + s] = s + 1 < window ? before[t * window + s + 1] : 0
			if (who == "memory")
				access(t, location, "store", i)
		}
		if (entries(before, t) < entries(at, t))
			id[t * window + entries(before, t)] = ++stores
	}
	if (loaded >= 0)
		access(who + 0, loaded, "load", window)
	for (s in now_overtaken)
		overtaken[s] = 1
	split("", now_overtaken)
	for (i = 0; i < 2 * window; i++)
		before[i] = at[i]
	loaded = -1
}
function entries(list, t,    i, count) {
	for (i = 0; i < window; i++)
		count += list[t * window + i] > 0
	return count + 0
}
BEGIN { loaded = -1 }
NR == FNR { # the model
	if ($1 == "#define" && $2 == "MEM_WINDOW") window = $3
	if ($1 == "#define" && $2 ~ /^AT_/) name[$3] = substr($2, 4)
	next
}
/^ *[0-9]+:\tproc/ {
	if ($1 != step)
		finish()
	step = $1
	who = $4; gsub(/[^a-z0-9]|thread|:.*/, "", who)
	if ($0 ~ /\[found = .*mem\[[0-9]+\]/) {
		loaded = $0; sub(/.*mem\[/, "", loaded); sub(/\].*/, "", loaded); loaded += 0
	}
}
/^\t\tmem_at\[[0-9]+\] = / { i = $1; gsub(/[^0-9]/, "", i); at[i] = $3 }
END { finish() }
EOF
# compare_litmus WHAT TEST MARKS
compare_litmus () {
	rm -rf kept
	"$GCDSL" trace "$top_srcdir/examples/litmus/mutex/peterson.gc" --scenario "$2" --memory pso --no-cache --json \
		--keep kept >events 2>err
	for kept in kept/*-switches; do
		(cd "$kept" && "$SPIN" -k short.trail -t -p -g "$2.pml") 2>/dev/null >replay
		model=$kept/$2.pml
	done
	awk -f litmus.awk "$model" replay >wanted
	sed 's/"thread":"thread \([12]\)"/"thread":"thread(\1)"/g' events >named
	ours named >found
	tap_same "$1: the marks are those of SPIN's replay" found wanted
	tap_is "$1: the marks" "$(paste -sd, found)" "$3"
}
compare_litmus 'one fence, as a litmus test' peterson_fence_before_if 'A 1 store turn 1,B 1 load want0 2'
compare_litmus 'no fence, as a litmus test' peterson_no_fence 'A 1 store turn 1,A 1 load turn 1,A 1 load want1 1,B 1 load want0 2'
for rule in A B; do
	sed "s/print \"$rule\"/if (0) &/" litmus.awk >less.awk
	awk -f less.awk "$model" replay >less
	tap_is "a litmus test without rule $rule" "$(paste -sd, less)" "$(grep -v "^$rule" found | paste -sd, -)"
done
"$GCDSL" trace "$top_srcdir/examples/litmus/mutex/peterson.gc" --scenario peterson_both_fences --memory pso --json >events 2>err &&
	status=0 || status=$?
tap_is 'both fences, as a litmus test: no run has an overlap' "$status $(cat events)" '1 '
tap_done
