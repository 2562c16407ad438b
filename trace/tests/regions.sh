#!/bin/sh
# Stories of heaps with blocks and lines: their metadata, and where objects lie.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc

# Only the first line of an object is marked.
sed 's/for l in o.lines  store(l.live, 1);/store(o.line.live, 1);/' "$top_srcdir/tests/agree/lines.gc" > first.gc
echo 'property none_lost = always forall o (freed(o) implies not reachable(o));' >> first.gc
"$GCDSL" trace --results results first.gc > text
tap_is 'how regions are numbered' "$(sed -n '/^it begins/,/^$/p' text)" 'it begins with:
  block0     kept 0
    line0    live 0  has a, b
    line1    live 0  has b
    line2    live 0  has c
    line3    live 0  has c
  block1     kept 0
    line4    live 0  has lost'
tap_is 'what lies on lines at the end' "$(sed -n '/^at this point/,$s/^    \(line.*\)/\1/p' text)" \
'line0    live 1  has a
line1    live 0  is empty
line2    live 1  has c (freed)
line3    live 0  has c (freed)
line4    live 0  has lost'

"$GCDSL" trace --results results --json first.gc > story.json
# mistakes SED: what the check of events says of the story, changed.
mistakes () {
	sed "$1" story.json > changed.json
	"$GCDSL" events changed.json 2>&1 | sed 's/^changed.json:[0-9]*: //' | sort -u
}
tap_is 'the story does not contradict itself' "$(mistakes '')" ''
tap_is 'regions at the start' "$(sed -n '1s/.*\("regions":.*\),"roots".*/\1/p' story.json | cut -c 1-183)" \
	'"regions":[{"region":"block0","sort":"block","in":null,"metadata":{"kept":0}},{"region":"line0","sort":"line","in":"block0","metadata":{"live":0}},{"region":"line1","sort":"line","in"'
tap_is 'on which lines an object lies' "$(sed -n '1s/.*\("object":"b".*\)/\1/p' story.json | sed 's/.*"on":\(\[[^]]*\]\)},{"object":"c".*/\1/')" \
	'["line0","line1"]'
last=$(($(grep -c . story.json) - 1))
tap_is 'metadata that nothing has stored' "$(mistakes "${last}s/\"line4\",\(.*\)\"live\":0/\"line4\",\1\"live\":1/")" \
	'line4.live: after the operations of this step it is 0 [state]'
tap_is 'an object that has moved' "$(mistakes "${last}s/\"on\":\[\"line4\"\]/\"on\":[\"line1\"]/")" \
	'heap[3].on: the place of an object does not change [state]'
tap_is 'a region that has moved' "$(mistakes "${last}s/\"line4\",\"sort\":\"line\",\"in\":\"block1\"/\"line4\",\"sort\":\"line\",\"in\":\"block0\"/")" \
	'regions[6].in: regions stay as they are [state]'
tap_is 'an object that lies nowhere' "$(mistakes "${last}s/\"on\":\[\"line4\"\]/\"on\":[]/")" \
'heap[3].on: an object lies on a region [state]
heap[3].on: the place of an object does not change [state]'
tap_is 'a region that is not there' "$(mistakes "s/\"in\":\"block1\"/\"in\":\"block2\"/" | grep -c "there is no region .block2. \[value\]")" 1
tap_rest

# In a client objects begin at any places, and words that nothing reads are not in the model.
"$GCDSL" trace --results results "$top_srcdir/examples/immix.gc" --mutant frees_new > client
tap_is 'an object on the second line alone' "$(sed -n '/^it begins/,/^$/p' client)" 'it begins with:
  a        reachable    state fresh  copy_at null  pin 0  data[0] 0  field { null }
  block0     evac 0
    line0    live 0  was 0  is empty
  block1     evac 0
    line1    live 0  was 0  has a
  roots    m0.r0 = a'
tap_is 'roots are called by their names' "$(sed -n 's/.*emit fix(s)  *\(emits .*\)/\1/p' client)" \
'emits fix(m0.r0); done
emits fix(a.field[0]); done'
"$GCDSL" trace --results results --json "$top_srcdir/examples/immix.gc" --mutant never_rewritten > moved.json
tap_run_status 'a story of objects that move' 0 "$GCDSL" events moved.json
tap_is 'a copy gets its place when it is allocated' "$(grep -o '"object":"new3"[^}]*},"fields":[^}]*},"on":[^]]*\]' moved.json |
	sed 's/.*"on"://' | uniq)" \
'[]
["line2"]'
tap_done
