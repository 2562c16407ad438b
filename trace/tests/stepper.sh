#!/bin/sh
# gcdsl trace --step: keys on a real terminal (tmux's), sizes, signals, and where there is no terminal.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
samples=$top_srcdir/trace/tests/samples
"$GCDSL" trace --step --events "$samples/litmus.json" >said 2>&1 && status=0 || status=$?
if grep -q 'built without ncurses' said; then
	tap_is 'without ncurses the option says how to get it' "$status $(sed -n '2s/  help: //p' said)" \
		'2 install libncurses-dev (./bootstrap --optional does) and build again, or leave out --step'
	tap_done
fi

# ---------------------------------------------------------------- no terminal, no run
# refuses WHAT MESSAGE HELP ARGUMENT…
refuses () {
	what=$1 message=$2 help=$3
	shift 3
	"$GCDSL" trace "$@" >said 2>&1 && status=0 || status=$?
	tap_is "$what" "$status $(cat said)" "2 gcdsl: error: $message
  help: $help"
}
refuses 'no terminal' 'standard output is no terminal, which --step needs' \
	'leave out --step: the run is written as text' --step --events "$samples/litmus.json"
refuses 'no search without a terminal' 'standard output is no terminal, which --step needs' \
	'leave out --step: the run is written as text' --step none.gc
refuses 'no stepping' '--events is for --step' 'add --step' --events "$samples/litmus.json"
refuses 'JSON' '--json writes a run, and --step shows it' 'leave out one of them' --step --json x.gc
refuses 'text' '--lanes and --heap are for text, and --step shows none' 'the screen of --step has both' --step --lanes x.gc
refuses 'a trace and a file' 'a trace or a model is given, and so is a file' \
	'gcdsl trace FILE, gcdsl trace --promela MODEL, or gcdsl trace --step --events TRACE' --step --events x y.gc

# The words are those of `gcdsl trace'.
said_words=$(sed -n 's/^\(EVENT\|STEP\)(.*, "\(.\{2,\}\)").*/\2/p' "$top_srcdir/promela-backend/events.def" |
	while IFS= read -r words; do
		grep -qF "\"$words\"" "$top_srcdir/trace/stepper/words.c" || echo "$words"
	done)
tap_is 'the words of steps are those of `gcdsl trace'"'" "$said_words" ''

if ! command -v tmux >/dev/null 2>&1; then
	tap_skip 'on a terminal' 'tmux is not installed'
	tap_done
fi

# -------------------------------------------------------------------------- terminal
# The name of a socket has at most some hundred characters: it is in a short folder.
TMUX_TMPDIR=$(mktemp -d /tmp/stepper.XXXXXX) || exit 99
export TMUX_TMPDIR
unset TMUX
tm () { tmux -f /dev/null "$@"; }
clean () {
	tm kill-server 2>/dev/null
	rm -rf "$TMUX_TMPDIR"
	tap_clean
}
trap clean EXIT
tm new-session -d 'sleep 1000' # the server ends with its last session
screen () { tm capture-pane -p -t "$window"; }

# start WIDTHxHEIGHT ARGUMENTS [ENVIRONMENT]: a window in which gcdsl trace --step runs.  Its number is in `window'.
start () {
	cat >in-window <<-END
		trap : INT # also the shell gets it
		cd '$top_srcdir'
		stty -g >'$tap_directory/stty-before'
		sh -c 'echo \$\$ >"$tap_directory/pid"; exec env ${3-} "$GCDSL" trace --step $2'
		status=\$?
		stty -g >'$tap_directory/stty-after'
		echo "status \$status"
		exec sleep 100
	END
	[ -z "${window-}" ] || tm kill-window -t "$window" 2>/dev/null
	window=$(tm new-session -d -P -F '#{window_id}' -x "${1%x*}" -y "${1#*x}" "sh '$tap_directory/in-window'")
}
keys () { tm send-keys -t "$window" "$@"; }

# seen PATTERN: within 20 seconds the screen has a line with it.
seen () {
	for try in $(seq 100); do
		screen 2>/dev/null | grep -q -e "$1" && return
		[ "$try" -lt 5 ] && sleep 0.04 || sleep 0.2
	done
	return 1
}
# shows WHAT PATTERN
shows () {
	if seen "$2"; then
		tap_ok "$1"
	else
		tap_not_ok "$1" "no line has $2" "$(screen)"
	fi
}
# A process that has ended, and that nobody has waited for yet, is gone, too.
# On a machine that does other work this can take seconds.
is_gone () {
	for try in $(seq 100); do
		case $(sed -n 's/^State:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null) in
		'' | Z* | X*) return 0 ;;
		esac
		sleep 0.2
	done
	return 1
}

start 120x36 "--events $samples/collector.json"
shows 'the state at the start' '^ 0/19  stw, mutant unordered_stop, shuffle, memory tso'
shows 'the specification' '^ *1  // A parallel stop-the-world\|^ *1  '
keys j Down Right
shows 'keys and arrows step' '^ 3/19 '
keys k Left
shows 'and back' '^ 1/19 '
keys r
shows 'the next red mark' '^! A  `a.field\[0\] = null` of mutator n (step 2) is not'
shows 'the store has the mark in its lane' '>   4 .*!! ! drop r'
shows 'the line of the store has it, too' '^ *165!     write(a.field\[0\], null)'
shows 'the line of the thread' '^>2    167      drop r;'
shows 'stores that wait' 'waits !   a.field\[0\] = null of mutator n, since step 2, overtaken'
shows 'what a thread observes' 'a.field\[0\]        c           c           null w'
shows 'the heap' 'm.a --> a \[white\]  mark 0'
keys 1 6 Enter
shows 'a number is a step' '^ 16/19 '
shows 'the store reaches memory' '>  16 .*■│ *performs the store'
keys b
shows 'the next bucket' '^ 17/19 .*'
keys /
shows 'a prompt' '^/_'
keys -l 'SCAN_STACK'
keys Enter
shows 'a search finds none later' "^no later step has .SCAN_STACK'"
keys N
shows 'a match before' "match [0-9]* of [0-9]*"
keys t
keys -l 'm'
keys Enter
shows 'only one thread' '^[0-9]* of 19 steps are shown'
keys a '?'
shows 'the help' '^  q  *quit'
keys q
shows 'ends with any key' '^─ Specification'
keys G
shows 'the end' '^none_lost fails\|fails, with'
keys z Tab Tab
shows 'one pane' '^─\[State\]──*$'
tm resize-window -t "$window" -x 60 -y 12
shows 'a small window' '^─\[State\]─\{40,\}'
tm resize-window -t "$window" -x 39 -y 12
shows 'a window that is too small' '^too small: 40 columns and 10 lines are'
tm resize-window -t "$window" -x 200 -y 50
keys z
shows 'a large one' '^─ Specification examples/stw.gc ─*│─ Steps'
keys q
shows 'the end has status 0' '^status 0'
tap_same 'the terminal is as before' stty-after stty-before

# A program's trace has its heap.
start 160x40 "--events $samples/program.json"
seen '^ 0/10 '
keys Right Right Right Right Right
shows 'a program: what was found' 'm1.roots\[2\]: null -> o2, as found'
shows 'a new field' 'o2.field\[0\] is o1, as found'
shows 'what is held no longer' 'o2 is held no longer'
shows 'the heap from its roots' 'm1.roots\[2\] --> o2, above'
shows 'what is held' '(held) --> o3'
keys Right Right Right Right
shows 'what is unreachable' '(unreachable) --> o4'

start 100x30 "--events $samples/litmus.json" 'NO_COLOR=1'
seen '^ 0/'
keys r
shows 'a litmus test: registers and memory' '^.*│  location          memory      thread 1 '
tap_is 'NO_COLOR: no colours' "$(tm capture-pane -p -e -t "$window" | grep -cE '\[(3[0-7]|[0-9;]*;3[0-7])m')" 0
keys C-c
shows 'Ctrl-C ends it as a signal' '^status 130'
tap_same 'and restores the terminal' stty-after stty-before

start 100x30 "--events $samples/litmus.json" 'LC_ALL=C'
seen '^ 0/'
keys r
shows 'C locale: no other characters' '^- Specification .*|-\[Steps\]-'
tap_is 'none at all' "$(screen | LC_ALL=C grep -c '[^ -~]')" 0
pid=$(cat pid)
tm kill-window -t "$window"
is_gone "$pid" && tap_ok 'a terminal that goes away ends it' || tap_not_ok 'a terminal that goes away ends it'

# The manual shows a screen.
start 100x28 "--events $samples/collector.json"
seen '^ 0/'
keys r
seen '^ 4/'
sed -n '/^This is a run of/,/^\*\*The spec/s/^    //p' "$top_srcdir/doc/stepper.md" >wanted
screen | sed 's/ *$//' >shown
tap_same 'the screen in doc/stepper.md' shown wanted
# The manual has each key of the help.
tap_is 'the keys in doc/stepper.md' "$(sed -n 's/.*\[STEP_DO_.*\] = { "\([^"]*\)",.*/\1/p' \
	"$top_srcdir/trace/stepper/keys.c" | tr ' ' '\n' | grep '^[^ ]$' | while IFS= read -r key; do
	grep -qF "\`$key\`" "$top_srcdir/doc/stepper.md" || [ "$key" = : ] || echo "$key"
done)" ''

tap_rest

# -------------------------------------------------------------- what takes longer
start 100x30 "--events $samples/litmus.json" 'TERM=xterm'
seen '^ 0/' && keys r && seen '^! '
tap_is 'marks are red' "$(tm capture-pane -p -e -t "$window" | grep -q '31m' && echo red)" red
for term in "foo:is not known: TERM is .foo'" 'dumb:shows no full screen' ':TERM is not set'; do
	start 120x24 "--events $samples/litmus.json" "TERM=${term%%:*}"
	shows "TERM=${term%%:*}" "^gcdsl: error: .*${term#*:}"
	shows 'with a way out' '^  help: set TERM'
	shows 'and a status' '^status 2'
done
head -n 5 "$samples/litmus.json" >cut.json
start 200x24 "--events $tap_directory/cut.json"
shows 'a damaged trace' '^gcdsl: error: .* is not a trace that can be shown'
shows 'a damaged trace has status 2' '^status 2'
start 80x24 '--events none.json'
shows 'no trace' '^gcdsl: error: cannot read none.json'
start 80x24 "--events - <$samples/litmus.json"
shows 'a trace from standard input' '^ 0/'
keys j
shows 'and keys from the terminal' '^ 1/'
start 160x24 "--events $samples/litmus.json --only red"
shows '--only is the first filter' '\[some steps are hidden\]'

# A terminal that goes away, and nobody is told.
cat >deaf <<-END
	trap '' HUP
	exec '$GCDSL' "\$@"
END
start 80x24 "--events $samples/litmus.json" "sh $tap_directory/deaf trace --step --events $samples/litmus.json; :"
seen '^ 0/'
pid=$(cat pid)
tm kill-window -t "$window"
is_gone "$pid" && tap_ok 'also if it is deaf to the signal' || tap_not_ok 'also if it is deaf to the signal'

if command -v node >/dev/null 2>&1; then
	node "$top_srcdir/trace/tests/make-trace.mjs" 10000 none.gc >long.json
	start 120x36 "--events $tap_directory/long.json"
	seen '^ 0/10000'
	# Processor time of the stepper itself, because this machine may do other work: hundredths of a second.
	used () { awk '{ print $14 + $15 }' "/proc/$(cat pid)/stat"; }
	begin=$(used)
	lost=
	for go in 'G 10000' 'k 9999' 'g 0' 'j 1' 'r 3' 'b 5' 'G 10000' 'R 9988' 'k 9987' 'k 9986'; do
		keys "${go% *}"
		seen "^ ${go#* }/" || lost="$lost ${go% *}"
	done
	tap_is '10,000 steps: each key goes to its step' "$lost" ''
	each=$((($(used) - begin) ))
	[ "$each" -lt 100 ] && tap_ok "10,000 steps: a key takes $each ms" ||
		tap_not_ok '10,000 steps: a key takes less than 100 ms' "$each ms"
	keys /
	keys -l 'no such text'
	begin=$(used)
	keys Enter
	shows 'a search to the end' '^no shown step'
	each=$((($(used) - begin) * 10))
	[ "$each" -lt 100 ] && tap_ok "a search takes $each ms" || tap_not_ok 'a search' "$each ms"
else
	tap_skip '10,000 steps' 'node is not installed'
fi
tap_done
