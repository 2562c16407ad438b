#!/bin/sh
# schedule.sh: estimates, which search is next, the memory of all together, rows as they finish, and what a
# terminal shows meanwhile.  All tools are fakes, so this needs no spin.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
tap_no_verifiers
here=$PWD
TMPDIR=$here/tmp
mkdir tmp fake
SPIN=$here/fake/spin GCDSL_CC=$here/fake/gcc
export here TMPDIR SPIN GCDSL_CC
cat >fake/spin <<'END'
#!/bin/sh
[ "$1" = -V ] && { echo "Spin Version 0 (fake)"; exit 0; }
: >pan.c
END
cat >fake/gcc <<'END'
#!/bin/sh
[ "$1" = --version ] && { echo "gcc 0 (fake)"; exit 0; }
cp "$here/fake/pan" pan
END
# Each run writes a line with the cell and its memory in MB when it begins, and one when it ends.  It needs FAKE_MB for
# its states, beside 32 MB for itself; in the cell $FAKE_WAITS it waits until there is a file ./go.
cat >fake/pan <<'END'
#!/bin/sh
cell=${PWD##*/} mb=$(($(ulimit -v) / 1024))
echo "begin $cell $mb $*" >>"$here/runs"
report () {
	echo 'Full statespace search for:'
	printf '\tassertion violations\t+\n\tnon-progress cycles\t+\n\tinvalid end states\t+\n'
	echo "State-vector 1 byte, depth reached ${FAKE_DEPTH:-2}, errors: 0"
	echo "       ${FAKE_STATES:-70} states, stored"
	echo '   12.0	total actual memory usage'
	echo 'pan: elapsed time 0 seconds'
	echo '@ met 1'
}
case $cell in $FAKE_WAITS)
	echo 'Depth=      60 States=    1e+05 Transitions= 2e+05 Memory=    31.9	t=  1 R=  1e+05'
	echo $$ >"$here/waiting"
	while [ ! -e "$here/go" ]; do sleep 0.05; done ;;
esac
[ -z "$FAKE_SLOW" ] || sleep "$FAKE_SLOW"
if [ "$mb" -lt $((${FAKE_MB:-0} + 32)) ]; then
	echo 'pan: out of memory'
	echo 'Warning: Search not completed'
fi
report
echo "end $cell $mb" >>"$here/runs"
END
chmod +x fake/*

cat >many.gc <<'END'
collector many;
object { mark : bit = 0;  field : ref[]; }
work begin_gc() once { stop mutators;  for m : mutator  emit roots(m); }
work roots(m : mutator) set { for s in m.roots { let r = load(s);  if r != null  emit mark_obj(r); } }
work mark_obj(o : ref) bag {
  if fetch_or(o.mark, 1) == 0
    for s in o.field { let t = load(s);  if t != null  emit mark_obj(t); }
}
work end_gc() once { resume mutators; }
cycle gc from requested to drained(finish);
bucket start  { begin_gc }   fill emit begin_gc();
bucket stacks { roots }      open when drained(start);
bucket trace  { mark_obj }   open when drained(stacks);
bucket finish { end_gc }     open when drained(trace)  fill emit end_gc();
property none_lost = always forall o (freed(o) implies not reachable(o));
scenario one   { objects a;           mutator m (stack = { a }) { collect; } }
scenario three { objects a, b, c;     mutator m (stack = { a, b }) { collect;  collect; }
                                      mutator n (stack = { c }) { collect; } }
scenario two   { objects a, b;        mutator m (stack = { a, b }) { collect; } }
scenario four  { objects a, b, c, d;  mutator m (stack = { a, b }) { collect;  collect; }
                                      mutator n (stack = { c }) { collect; } }
verify { workers any;  expect none_lost hold; }
mutant early { bucket trace open when drained(start); } caught by none_lost;
END

# verify OPTION…: writes ./out, ./err and ./runs, and sets $status.
verify () {
	: >runs
	"$GCDSL" verify many.gc --no-mutants --results results "$@" >out 2>err && status=0 || status=$?
}
started () {
	awk '$1 == "begin" { sub("-.*", "", $2); printf "%s%s", n++ ? " " : "", $2 }' runs
}
rows () {
	awk '$3 == "sc" { printf "%s%s", n++ ? " " : "", $1 }' out
}

# ---- estimates
list () {
	"$GCDSL" verify many.gc --no-mutants --results results --list "$@"
}
sources () {
	awk '{ printf "%s%s", n++ ? " " : "", $NF }' out
}
list >out
tap_is 'what was never searched is guessed' "$(sources)" 'guessed guessed guessed guessed'
longest=$(sort -t'/' -k1,1 out | awk '{ for (i = 1; i <= NF; i++) if ($i == "states") print $(i - 1), $1 }' |
	sort -rn | cut -d' ' -f2 | tr '\n' ' ')
tap_is 'more objects and mutators are more states' "$longest" 'four three two one '
verify -j1
tap_is 'the longest begin first' "$status $(started)" '0 four three two one'
tap_is 'the table has its own order' "$(rows)" 'one three two four'
list >out
tap_is 'what was searched is measured' "$(sources) $(grep -c '  70 states .* 12.0 MB ' out)" \
	'measured measured measured measured 4'
sed -i 's/^property none_lost = always /&(true or true) and /' many.gc
list >out
tap_is 'also in the version before' "$(sources)" 'measured measured measured measured'
sed 's/^scenario two /scenario new /; s/workers any;/workers any, 1;/' many.gc >other.gc
mv many.gc saved.gc && mv other.gc many.gc
list >out
tap_is 'a cell like others is guessed from them' "$(sort out | awk '{ print $1, $2, $3, $(NF - 6), $NF }' |
	grep -cE '(one|three|four) sc 1 70 guessed') $(grep -cE '^new .* guessed' out)" '3 2'
mv saved.gc many.gc
list --json >json
tap_is 'as JSON' "$(tr '{' '\n' <json | grep -c '^"source":"measured","states":70,"seconds":.*"memory_mb":12.0}')" 4
"$GCDSL" verify many.gc --results results --list >out
tap_is 'a mutant is guessed from the cell that it is tried in' "$(grep -c '^mutant early .* 70 states .*guessed$' out)" 1

# ---- memory
limits () { # of each run, sorted
	awk '$1 == "begin" { print $3 }' runs | sort -n | tr '\n' ' '
}
most () { # the most that runs have had together
	awk '$1 == "begin" { now += $3; if (now > most) most = now } $1 == "end" { now -= $3 } END { print most }' runs
}
fold='--fold=all --no-cache'
# shellcheck disable=SC2086
verify $fold -j4 --memory-total 10G
tap_is 'where memory is plenty each search has all that it may have' "$(limits)" '2282 2282 2282 2282 '
# shellcheck disable=SC2086
FAKE_SLOW=0.2 verify $fold -j4 --memory-total 300
tap_is 'else what it is expected to need' "$status $(limits)" '0 104 104 104 104 '
tap_is 'all together have no more than there is' "$(most)" 208
export FAKE_MB
FAKE_MB=200
# shellcheck disable=SC2086
FAKE_SLOW=0.1 verify $fold -j4 --memory-total 600
tap_is 'a search that outgrows it is made again, with more' "$status $(limits)" '0 104 104 104 104 320 320 320 320 '
tap_is 'and together they have no more than there is' "$([ "$(most)" -le 600 ] && echo fits)" fits
tap_is 'its verdict is that of the last search' "$(awk '$3 == "sc" { print $4, $6 }' out | sort -u)" 'holds 70'
FAKE_MB=600
# shellcheck disable=SC2086
verify $fold -j4 --memory-total 600 --scenario one
tap_is 'a search that needs more than all is alone, and unfinished' "$status $(limits)" '3 599 599 '
tap_is 'what it had is said' "$(grep -c 'one sc any has 504 MB for its states, and not 2000: all searches' err)" 1
tap_is 'also where it has no verdict' \
	"$(grep -c 'inconclusive: the memory limit was reached (504 MB and not 2000, because all searches' out)" 1
# shellcheck disable=SC2086
verify $fold -j4 --memory-total 8G --memory-limit 300 --scenario one
tap_is 'never more than --memory-limit' "$status $(limits) $(cat err)" '3 369 369  '
FAKE_MB=
for size in 143 1x 0 '' 12M; do
	verify --memory-total "$size"
	tap_is "--memory-total '$size'" "$status $(grep -c 'at least 144 MB are needed' err)" '2 1'
done
verify --no-cache --memory-total 144M -j4
tap_is 'the least that is enough' "$status $(most)" '0 104'

list --results unfinished --scenario one >out
FAKE_MB=600
# shellcheck disable=SC2086
verify $fold --memory-total 600 --scenario one --results unfinished
FAKE_MB=
list --results unfinished --scenario one >out
tap_is 'a search that did not end measures nothing' "$status $(sources)" '3 guessed'

# ---- depth and table
flags () {
	sed -n 's/.* \(-w[0-9]*\) \(-m[0-9]*\).*/\1 \2/p' runs | tr '\n' ' '
}
export FAKE_DEPTH FAKE_STATES
FAKE_DEPTH=30000 FAKE_STATES=300000
for what in guessed measured; do
	# shellcheck disable=SC2086
	verify $fold --results flags --scenario one
	flags >$what
done
tap_is 'depth and table are the usual ones at first' "$(cat guessed)" '-w16 -m20000 '
tap_is 'and then those that sufficed' "$(cat measured)" '-w18 -m400000 '
FAKE_DEPTH='' FAKE_STATES=

# ---- rows as they finish
until_there () { # FILE PATTERN: until a line of FILE matches
	tries=0
	while ! grep -q "$2" "$1" 2>/dev/null && [ $tries -lt 400 ]; do
		sleep 0.05
		tries=$((tries + 1))
	done
}
early () { # what is written while the cell $FAKE_WAITS is searched, until a row matches
	rm -f go waiting early*
	wanted=$1
	shift
	"$GCDSL" verify many.gc --no-mutants --results early -j2 "$@" >out 2>err &
	verify=$!
	until_there waiting .
	until_there out "$wanted"
	sleep 0.2
	written=$(rows)
	: >go
	wait $verify && status=0 || status=$?
}
export FAKE_WAITS
FAKE_WAITS='two-*'
early '^three '
tap_is 'a row is written when those before it are' "$status $written" '0 one three'
tap_is 'and then the rest' "$(rows)" 'one three two four'
early '^one ' --stream
tap_is '--stream: also when one before it is not' "$status $(echo "$written" | tr ' ' '\n' | sort | tr '\n' ' ')" \
	'0 four one three '
tap_is '... and then that one' "$(rows | sed 's/.* //')" 'two'
FAKE_WAITS=
verify --quiet
tap_is '--quiet: no row that is as expected' "$status $(grep -vc '^$' out)" '0 2'
sed 's/expect none_lost hold;/expect none_lost in one hold;  expect none_lost in two fail;/' many.gc >fails.gc
"$GCDSL" verify fails.gc --no-mutants --quiet --results results >out 2>err && status=0 || status=$?
tap_is '... but those that are not' "$status $(grep -c '^[a-z]* .* NOT AS EXPECTED$' out)" '1 1'
"$GCDSL" verify many.gc --results results --json --stream >json 2>err
tap_is 'as JSON there are no rows' "$(wc -l <json)" 1

# ---- what is mistyped is known before anything is searched
echo 'a many.gc
b many.gc --scenario two' >x.campaign
: >runs
"$GCDSL" verify --campaign x.campaign --no-cache --results new --memory tos >out 2>err && status=0 || status=$?
tap_is 'a mistyped option stops a campaign before it begins' \
	"$status $(grep -c 'nothing is verified with --memory .tos.' err) $(wc -l <runs) $(wc -c <out)" '2 1 0 0'
echo 'c many.gc --scenario tow' >>x.campaign
"$GCDSL" verify --campaign x.campaign --no-cache --results new >out 2>err && status=0 || status=$?
tap_is 'so does one in its file' "$status $(grep -c 'nothing is verified with --scenario .tow.' err) $(wc -l <runs)" '2 1 0'
sed -i '$d' x.campaign
"$GCDSL" verify --campaign x.campaign --results new --no-mutants --json >json 2>err
tap_is 'the last line of JSON has the totals' \
	"$(sed -n '$p' json | sed 's/"states":\([0-9]*\).*/\1/')" \
	'{"version":1,"campaign":"x","summary":{"cells":5,"as_expected":5,"not_as_expected":0,"inconclusive":0,"tool_failed":0,"mutants":0,"caught":0,"searches":4,"kept":1,350'
tap_is 'and so has the history' "$("$GCDSL" results --results new --json |
	grep -c '"costs":{"searches":4,"states":350,')" 1

# ---- what a terminal shows
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
	TERM=xterm CI=
	export TERM CI
	# terminal COLUMNS ROWS COMMAND: runs it there, and writes ./screen; meanwhile ./shown grows.
	terminal () {
		script -qec "stty cols $1 rows $2; $3" /dev/null </dev/null 2>/dev/null >shown
		tr -d '\r' <shown >screen
	}
	escapes () {
		grep -c "$(printf '\033\\[')" screen
	}
	run="$GCDSL verify many.gc --no-mutants --no-cache --results results -j2 --color never"
	FAKE_WAITS='four-*'
	rm -f go waiting shown
	(until_there waiting .; until_there shown '3/4 done'; sleep 0.3; : >go) &
	terminal 100 30 "$run --memory-total 1G"
	wait
	tap_is 'a search has a line' "$(grep -cE '^ *four sc any +1e\+05 states +[0-9.e+]+/s +[0-9]+ MB' screen | sed 's/[1-9].*/some/')" some
	tap_is 'and all together have one' "$(grep -cE '3/4 done, 0 not as expected; about .* left, until ..:..:..; [0-9]+ of 1024 MB' screen | sed 's/[1-9].*/some/')" some
	tap_is 'rows are written beside it' "$(grep -cE '(^|J)(one|three|two|four) +any +sc ' screen)" 4
	tap_is 'nothing of it is left' "$(sed -n '/\(^\|J\)[0-9]* cells: /,$p' screen | grep -c ' done, ') $(
		sed -n 's/^\(.*J\)*\([0-9]* cells: .*\)/\2/p' screen)" \
		'0 4 cells: 4 as expected, 0 not, 0 inconclusive'
	rm -f go waiting shown
	(until_there waiting .; until_there shown '[1-9] not as expected'; sleep 0.3; : >go) &
	terminal 100 30 "$GCDSL verify fails.gc --no-mutants --no-cache --results results -j2"
	wait
	tap_is 'what is not as expected is counted' "$(grep -cE ' done, [1-9] not as expected' screen | sed 's/[1-9].*/some/') $(
		grep -c 'NOT AS EXPECTED' screen)" 'some 1'
	FAKE_WAITS=
	terminal 24 3 "FAKE_SLOW=0.4 $run"
	tap_is 'a narrow terminal: no line is longer' \
		"$(tr '\033' '\n' <screen | sed 's/^\[[0-9]*[AJ]//' | grep -E 'done,|^  (one|two|three|four)' | awk 'length > 23' | wc -l)" 0
	FAKE_WAITS='four-*'
	rm -f go waiting
	cat >resized <<END
$run --memory-total 1G &
tries=0
while [ ! -s waiting ] && [ \$tries -lt 400 ]; do sleep 0.05; tries=\$((tries + 1)); done
sleep 0.6
stty cols 30
sleep 0.8
: >go
wait \$!
END
	terminal 100 30 'sh ./resized'
	tr '\033' '\n' <screen | sed -n '/^\[[3-9]A/,$p' | sed 's/^\[[0-9]*[AJ]//' >after
	tap_is 'a terminal that becomes narrower: all rows of the broken lines are removed, once' \
		"$(tr '\033' '\n' <screen | grep -c '^\[[3-9]A')" 1
	tap_is 'and the lines after it are not longer than it' \
		"$(grep -c 'done, ' after | sed 's/[1-9].*/some/') $(
			grep -E 'done,|^  (one|two|three|four)' after | awk 'length > 29' | wc -l)" 'some 0'
	FAKE_WAITS=
	for with in 'CI=1' 'TERM=dumb' 'TERM='; do
		terminal 80 24 "env $with FAKE_SLOW=0.3 $run"
		tap_is "$with: nothing" "$(escapes) $(grep -c '^4 cells: 4' screen)" '0 1'
	done
	terminal 80 24 "FAKE_SLOW=0.3 $run --quiet"
	tap_is '--quiet: nothing' "$(escapes)" 0
	FAKE_WAITS='four-*'
	rm -f go waiting
	cat >interrupted <<END
$run &
tries=0
while [ ! -s waiting ] && [ \$tries -lt 400 ]; do sleep 0.05; tries=\$((tries + 1)); done
sleep 0.6
kill -INT \$!
wait \$!
echo "status \$?"
END
	# a shell that is not interactive lets what it starts with & ignore SIGINT
	sed -i 's/-INT/-TERM/' interrupted
	terminal 80 24 'sh ./interrupted'
	: >go
	tap_is 'interrupted: it is removed' \
		"$(sed -n 's/.*J\(many.gc\)$/\1/p' screen) $(grep -c 'gcdsl: interrupted: 3 of 4' screen) $(tail -n 1 screen)" \
		'many.gc 1 status 143'
else
	tap_skip 'what a terminal shows' 'there is no script(1) of util-linux'
fi
tap_is 'nothing is left behind' "$(ls tmp)" ''
tap_done
