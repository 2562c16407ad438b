#!/bin/sh
# spaces.sh: models and C of collectors whose heap is divided, whose metadata lies in the objects, whose kernels ask
# policies, and whose kernels access data words.
. "${top_srcdir:=.}/tests/agree/begin.sh"
semispace=$top_srcdir/examples/semispace.gc choosy=$top_srcdir/tests/run/choosy.gc
overlay=$top_srcdir/tests/run/overlay.gc
wordwise=$top_srcdir/tests/run/wordwise.gc answers=$top_srcdir/tests/agree/answers.gc

# agree OPTION… FILE: scenario, memory, the ends of both and the verdict of each row; the status.
agree () {
	"$GCDSL" agree "$@" > said 2>&1 && status=0 || status=$?
	"${AWK:-awk}" '$2 ~ /^(sc|tso|pso)$/ && NF >= 7 { sub(":", "", $7);  print $1, $2, $3, $4, $7 }' said
	echo "status $status"
}

sed -f "$top_srcdir/tests/clients/overlaid.sed" "$semispace" >overlaid.gc
tap_is 'a reference over its object: all schedules' "$(grep -c '^  overlay fwd' overlaid.gc; agree overlaid.gc --scenario diamond)" \
"1
diamond sc 1 1 equal
status 0"
tap_is 'each answer of a policy is a choice of the schedule' "$(agree "$answers")" \
"one sc 3 3 equal
status 0"

# follow FILE OPTION…: the status, what was done, and what fails.
follow () {
	"$GCDSL" explore "$@" > said 2>&1 && status=0 || status=$?
	echo "status $status"
	sed -n -e 's/^\(followed\|directed\):.*/\1/p' -e 's/^it fails: //p' -e 's/^VIOLATION: \([a-z_]*\).*/VIOLATION \1/p' said
}
# story FILE MUTANT SCENARIO OPTION… SAID: the C does it.
story () {
	"$GCDSL" trace --json "$1" --mutant "$2" --scenario "$3" > story.json
	tap_is "a story: $2" "$(follow "$1" --follow story.json $4)" "$5"
}
tap_rest
tap_is 'spaces: all schedules' "$(agree "$semispace" --scenario shared)" \
"shared sc 1 1 equal
status 0"
sed 's/^  fwd   : ref/  header fwd : ref/' "$semispace" >headed.gc
tap_is 'metadata in the objects: all schedules' "$(grep -c 'header fwd' headed.gc; agree headed.gc --scenario diamond)" \
"1
diamond sc 1 1 equal
status 0"
story "$choosy" loses_what_stays chain --directed 'status 0
directed
VIOLATION none_lost'
story "$semispace" frees_the_copies two_ways --directed 'status 0
directed
VIOLATION none_lost'

tap_is 'two roots, with store buffers' "$(agree "$semispace" --scenario diamond --memory sc,tso,pso)" \
"diamond sc 1 1 equal
diamond tso 1 1 equal
diamond pso 1 1 equal
status 0"
tap_is 'two workers race for an object' "$(agree "$semispace" --scenario shared --workers 2 --preemptions 1)" \
"shared sc 1 1 within
status 0"
tap_is 'who loses the race for an object loads what lies over it' "$(agree "$overlay" --scenario shared --workers 2 --preemptions 1)" \
"shared sc 4 4 within
status 0"
tap_is 'what lies over an object, and lists of cells' "$(agree "$overlay" --scenario shared)" \
"shared sc 4 4 equal
status 0"
# Whether these come to all schedules depends on the machine.
some () { agree --seconds 12 "$@" | sed 's/equal\|within/agrees/'; }
tap_is 'two cycles: some schedules' "$(some "$semispace" --scenario two_ways)" \
"two_ways sc 1 1 agrees
status 0"
tap_is 'kernels copy words' "$(agree "$wordwise" --scenario leaf)" \
"leaf sc 2 2 equal
status 0"
tap_is 'objects that policies choose: some schedules' "$(some "$choosy" --scenario chain)" \
"chain sc 9 9 agrees
status 0"
story "$choosy" asks_twice chain --directed 'status 0
directed
VIOLATION none_lost'
story "$wordwise" to_itself shared --directed 'status 0
directed
VIOLATION faithful'
tap_done
