#!/bin/sh
# moving.sh: models and C of kernels that allocate and copy, and of scripts with data words and asserts.
. "${top_srcdir:=.}/tests/agree/begin.sh"
copying=$top_srcdir/examples/copying.gc words=$top_srcdir/tests/agree/words.gc

# agree OPTION… FILE: scenario, memory, the ends of both and the verdict of each row; the status.
agree () {
	"$GCDSL" agree "$@" > said 2>&1 && status=0 || status=$?
	"${AWK:-awk}" '$2 ~ /^(sc|tso|pso)$/ && NF >= 7 { sub(":", "", $7);  print $1, $2, $3, $4, $7 }' said
	echo "status $status"
}

tap_is 'words and asserts: all schedules' "$(agree "$words" --scenario one --memory sc)" \
"one sc 1 1 equal
status 0"

# What scripts assert is checked in C.  The reads of an assert are at its place, and so are the steps of the story.
sed 's/and q == 4/and q == 3/' "$words" > wrong.gc
"$GCDSL" explore wrong.gc --scenario one --model > said 2> warning && status=0 || status=$?
tap_is 'an assert of a script fails' "$status $(sed -n 's/^one  *sc .*[0-9]  fails: //p' said)" \
	'1 the assert at wrong.gc:26 does not hold'
tap_is 'the model fails, too' "$(sed -n 's/^the model does all [0-9]* //p; s/^\([a-z:]*\) fails: .*/\1/p' said)" \
'events of the C, and fails then, too
assert:same'

# follow FILE OPTION…: the status, what was done, and what fails.
follow () {
	"$GCDSL" explore "$@" > said 2>&1 && status=0 || status=$?
	echo "status $status"
	sed -n -e 's/^\(followed\|directed\):.*/\1/p' -e 's/^it fails: //p' -e 's/^VIOLATION: \([a-z_]*\).*/VIOLATION \1/p' said
}
"$GCDSL" trace --json wrong.gc --scenario one > assert.json
tap_is 'a story of an assert' "$(follow wrong.gc --follow assert.json)" \
'status 0
followed
the assert at wrong.gc:26 does not hold'
tap_rest
tap_is 'a heap without room: all schedules' "$(agree "$copying" --scenario full)" \
"full sc 1 1 equal
status 0"

tap_is 'objects that are copied or not: all schedules' "$(agree "$copying" --scenario shared --memory sc,tso)" \
"shared sc 4 4 equal
shared tso 4 4 equal
status 0"
tap_is 'two workers race for an object' "$(agree "$copying" --scenario full --workers 2 --preemptions 1)" \
"full sc 1 1 within
status 0"
tap_is 'words in store buffers' "$(agree "$words" --scenario two --memory tso --seconds 4)" \
"two tso 4 4 within
status 0"

# A kernel that does not test the result promises that there is room.
sed 's/^  if n == null {$/  if n == o {/' "$copying" > promises.gc
"$GCDSL" explore promises.gc --scenario full > said 2> warning && status=0 || status=$?
tap_is 'a promise that there is room' "$status $(sed -n 's/^full  *sc .*\(fails: .*\) for an object.*/\1/p' said)" \
	'1 fails: the runtime stops the program: `alloc` finds no room'

# story MUTANT SCENARIO OPTION… SAID: the C does it.
story () {
	"$GCDSL" trace --json "$copying" --mutant "$1" --scenario "$2" > story.json
	tap_is "a story: $1" "$(follow "$copying" --follow story.json $3)" "$4"
}
story forgets_contents shared '' 'status 0
followed
VIOLATION faithful'
story racy_claim shared --directed 'status 0
directed
VIOLATION one_copy'
story keeps_forwarding cycle_of_one --directed 'status 0
directed
VIOLATION none_lost'
"$GCDSL" trace --json "$copying" --mutant never_published --scenario shared > story.json
tap_is 'a story: a copy that is never published' "$(follow "$copying" --follow story.json |
	sed 's/.*\(waits for ever\):.*/\1/')" 'status 0
followed
waits for ever'
tap_done
