#!/bin/sh
# interrupt.sh: a signal ends gcdsl agree and gcdsl explore.  They report what is known until then, and no other file
# is left behind.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
command -v gcc > /dev/null || tap_plan skip 'gcc is not installed'
case ${SANITIZE-} in *thread* | *address*) tap_plan skip 'programs are not loaded into a sanitized gcdsl' ;; esac
tap_scratch
TMPDIR=$PWD/tmp
export TMPDIR
unset GCDSL_CC
mkdir tmp
ends=$top_srcdir/tests/agree/order.gc

# soon COMMAND…: waits until the command succeeds.
soon () {
	tries=0
	until "$@" > /dev/null 2>&1; do
		[ $tries -lt 1200 ] || return 1
		tries=$((tries + 1))
		sleep 0.05
	done
}

# A compiler that waits when it compiles what $WAITS names.
cat > compiler <<END
#!/bin/sh
case "\$PWD \$*" in
*"\$WAITS"*) echo \$\$ > "$PWD/waiting"; exec sleep 100 ;;
esac
exec gcc "\$@"
END
chmod +x compiler

# interrupted NAME SIGNAL STATUS CHILD: $running is, while CHILD is its child.
interrupted () {
	kill "-$2" $running
	wait $running && status=0 || status=$?
	tap_is "$1: it dies of the signal" $status "$3"
	tap_is "$1: it leaves no files" "$(ls tmp)" ''
	soon dead "$4" && tap_ok "$1: its child is dead" || tap_not_ok "$1: its child is dead" "$4"
}

dead () {
	! kill -0 "$1" 2> /dev/null
}

# ---- in the compiler
# (Files of the driver that only watch are the second of three parts.)
WAITS=/watch.c GCDSL_CC=$PWD/compiler "$GCDSL" agree "$ends" > out 2> err &
running=$!
soon test -s waiting || cat err
interrupted 'while the runtime is compiled' TERM 143 "$(cat waiting)"
tap_is 'no half of the runtime is kept' "$(find cache -name 'explored-*')" ''
rm -f waiting
if tap_all; then
	WAITS=program.c GCDSL_CC=$PWD/compiler "$GCDSL" explore "$ends" -o schedule > out 2> err &
	running=$!
	soon test -s waiting || cat err
	interrupted 'while a program is compiled' HUP 129 "$(cat waiting)"
fi

# ---- after the first of two cells
# This one is found instead of gcc, so that the runtime is not compiled again.
tap_quick_cc
runtime_explored
mkdir waits
sed "s|exec gcc|exec $(command -v gcc)|" compiler > waits/gcc
chmod +x waits/gcc
{ cat "$ends" && sed -n 's/^scenario s /scenario second /; /^scenario/,$p' "$ends"; } > two.gc
# said FILE: the verdicts in FILE.html and FILE.sarif, and whether these are incomplete.
said () {
	python3 - "$1" << 'END'
import json, re, sys
page = open(sys.argv[1] + ".html", encoding="utf-8").read()
data = json.loads(re.search(r'id="verdicts">(.*?)</script>', page, re.S).group(1))
print(*(cell["scenario"] + " " + cell["verdict"] for file in data["files"] for cell in file["cells"]),
      data["interrupted"], data["files"][0]["interrupted"], sep=", ")
log = json.load(open(sys.argv[1] + ".sarif"))["runs"][0]
invocation = log["invocations"][0]
print(len(log["results"]), invocation["executionSuccessful"], invocation["exitSignalNumber"],
      *(note["message"]["text"] for note in invocation["toolExecutionNotifications"]), sep=", ")
END
}
# In the second cell agree compiles what WAITS says; so does explore.
while read -r command signal wanted name verdict results; do
	[ -n "$command" ] || continue
	rm -f waiting
	WAITS=scenario-second PATH=$PWD/waits:$PATH "$GCDSL" "$command" two.gc --sarif "$command.sarif" \
		--report "$command.html" > out 2> err &
	running=$!
	soon test -s waiting || cat err
	interrupted "$command, in the second cell" "$signal" "$wanted" "$(cat waiting)"
	tap_is "$command: the report and SARIF have the first cell, and say that they are incomplete" "$(said "$command")" \
		"s $verdict, second inconclusive, $name, True
$results, False, $((wanted - 128)), two.gc: second sc: inconclusive: interrupted"
	tap_is "$command: the table has it, too" "$(sed -n 's/: an end that only the model has$//; s/^\(s\|second\) .*  \([a-z:]*\)/\1 \2/p' out)" "s $verdict
second inconclusive: interrupted"
	tap_is "$command: how much was done" "$(cat err)" 'gcdsl: interrupted: 1 of 2 cells are decided'
done << END
agree TERM 143 Terminated different 1
$(! tap_all || echo explore HUP 129 Hangup verified 0)
END
tap_is 'nothing is half written' "$(find . -maxdepth 1 \( -name '*html*' -o -name '*sarif*' \) | sort | tr '\n' ' ')" \
	"./agree.html ./agree.sarif $(! tap_all || echo './explore.html ./explore.sarif ')"
# ---- while the models are searched
cat > slow-spin << 'END'
#!/bin/sh
[ "$1" = -V ] || { kill -INT "$PPID" && sleep 1; }
exec spin "$@"
END
chmod +x slow-spin
SPIN=$PWD/slow-spin "$GCDSL" agree two.gc --no-cache --sarif models.sarif --report models.html --json > out 2> err && status=0 || status=$?
tap_is 'while the models are searched' "$status $(said models)" '130 s inconclusive, second inconclusive, Interrupt, True
0, False, 2, two.gc: s sc: inconclusive: interrupted, two.gc: second sc: inconclusive: interrupted'
tap_is 'JSON says so' "$(grep -o '"interrupted":true' out)" '"interrupted":true'

tap_rest
# ---- in the explorer, which needs much longer than this test
"$GCDSL" explore "$top_srcdir/examples/ragged.gc" --scenario early_black --workers 2 > out 2> err &
running=$!
soon sh -c 'test -s tmp/*/scenario-early_black/program.so' || cat err
sleep 1
interrupted 'while the C is explored' TERM 143 "$(ps -o pid= --ppid $running | tr -d ' ')"
tap_is 'nothing is known of it' "$(sed -n 's/^early_black .*  //p' out)" 'inconclusive: interrupted'
tap_done
