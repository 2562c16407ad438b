#!/bin/sh
# regions.sh: models and C of collectors whose heap has blocks and lines: which places an allocation may take, which lines an object
# lies on, and what is freed with a line.
. "${top_srcdir:=.}/tests/agree/begin.sh"
here=$top_srcdir/tests/agree immix=$top_srcdir/examples/immix.gc

# agree OPTION… FILE: scenario, memory, the ends of both and the verdict of each row; the status.
agree () {
	"$GCDSL" agree "$@" > said 2>&1 && status=0 || status=$?
	"${AWK:-awk}" '$2 ~ /^(sc|tso|pso)$/ && NF >= 7 { sub(":", "", $7);  print $1, $2, $3, $4, $7 }' said
	echo "status $status"
}

tap_is 'a straddler is marked on both lines, and freed with either' "$(agree "$here/lines.gc")" \
"reached sc 1 1 equal
status 0"
tap_is 'workers: each place that fits, and what they have taken' "$(agree "$here/holes.gc")" \
"of_workers sc 6 6 equal
status 0"
tap_is 'mutators: what they have taken' "$(agree "$here/taken.gc")" \
"beside sc 3 3 equal
status 0"
tap_is 'mutators: what they have taken until a stop' "$(agree --set stops=true "$here/taken.gc")" \
"beside sc 2 2 equal
status 0"
tap_is 'objects are moved into holes, or kept' "$(agree "$immix" --scenario pinned)" \
"pinned sc 1 1 equal
status 0"
sed 's/\[a b\] \[b -\] \[c\] \[c\]/[a c] [c] [c]/' "$here/lines.gc" > three.gc
tap_is 'a place on three lines is refused' "$("$GCDSL" agree three.gc | sed -n 's/^reached.*inconclusive: //p')" \
	'an object lies on more than two lines, and a program has objects of one size'
sed 's/\[lost -\]/[lost - - - -]/' "$here/lines.gc" > full.gc
tap_is 'a line with too many places is refused' "$("$GCDSL" agree full.gc | sed -n 's/^reached.*inconclusive: //p')" \
	'the objects of a line need more bytes than it has'
tap_rest

tap_is 'immix: all schedules' "$(agree "$immix" --scenario straddle --scenario shared)" \
"straddle sc 4 4 equal
shared sc 4 4 equal
status 0"
# How many of the ends these reach depends on how far the time goes.
tap_is 'immix: some schedules of two workers' \
	"$(agree "$immix" --scenario shared --workers 2 --seconds 20 | sed 's/ [1-4] within/ some within/')" \
"shared sc 4 some within
status 0"
tap_is 'with store buffers' "$(agree "$here/lines.gc" --memory tso,pso)" \
"reached tso 1 1 equal
reached pso 1 1 equal
status 0"
tap_done
