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
sed 's/\[a b\] \[b -\] \[c\] \[c\]/[a c] [c] [c]/' "$here/lines.gc" > three.gc
tap_is 'a place on three lines is refused' "$("$GCDSL" agree three.gc | sed -n 's/^reached.*inconclusive: //p')" \
	'an object lies on more than two lines, and a program has objects of one size'
sed 's/\[lost -\]/[lost - - - -]/' "$here/lines.gc" > full.gc
tap_is 'a line with too many places is refused' "$("$GCDSL" agree full.gc | sed -n 's/^reached.*inconclusive: //p')" \
	'the objects of a line need more bytes than it has'

tap_rest
tap_is 'mutators: what they have taken' "$(agree "$here/taken.gc")" \
"beside sc 3 3 equal
status 0"
tap_is 'mutators: what they have taken until a stop' "$(agree --set stops=true "$here/taken.gc")" \
"beside sc 2 2 equal
status 0"
tap_is 'loads of the condition of places are compared with each other' "$(agree "$here/compared.gc")" \
"s sc 3 3 equal
status 0"
# follow FILE STORY OPTION…: the status, what the C does and what fails.
follow () {
	"$GCDSL" explore "$1" --follow "$2" --workers 1 > said 2>&1 && status=0 || status=$?
	echo "status $status"
	sed -n -e 's/^\(followed\|directed\).*/\1/p' -e 's/^VIOLATION: \([a-z_]*\).*/VIOLATION \1/p' -e '/^[a-z0-9.]*: the model has/p' said | uniq
}
sed 's/for l in o.lines  store(l.live, 1);/store(o.line.live, 1);/' "$here/lines.gc" > first.gc
echo 'property none_lost = always forall o (freed(o) implies not reachable(o));' >> first.gc
"$GCDSL" trace --json first.gc > first.json
tap_is 'a story of lines' "$(follow first.gc first.json)" \
'status 0
followed
VIOLATION none_lost'
sed '9s/\("region":"line4",[^{]*{"live":\)0/\11/' first.json > other.json
tap_is 'metadata of a line that the story has and the C has not' "$(follow first.gc other.json)" \
'status 1
line4.live: the model has 1, the C has 0'

"$GCDSL" trace --json "$immix" --mutant never_rewritten > moved.json
tap_is 'a story of objects that move to other lines' "$(follow "$immix" moved.json)" \
'status 0
followed
VIOLATION none_lost'
tap_is 'objects are moved into holes, or kept' "$(agree "$immix" --scenario pinned)" \
"pinned sc 1 1 equal
status 0"
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
