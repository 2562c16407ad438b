#!/bin/sh
# What `gcdsl verify` does when its tools are missing, die, hang or lie, when
# the disk or the results' file is of no use, and when it is interrupted.  All
# tools are fakes, so this needs no spin.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
tap_no_verifiers
here=$PWD
cp "$top_srcdir/tests/run/verify.gc" .
TMPDIR=$here/tmp
mkdir tmp bin
export TMPDIR here

# Fake tools.  FAKE_SPIN, FAKE_CC and FAKE_PAN select how each misbehaves.  Each run of pan writes a
# line to ./runs.
cat >bin/spin <<'EOF'
#!/bin/sh
[ "$1" = -V ] && { echo "Spin Version 0 (fake)"; exit 0; }
echo "spin $*" >>"$here/runs"
case $FAKE_SPIN in
syntax) echo 'spin: model.pml:7, Error: syntax error saw a fake'; exit 1 ;;
killed) kill -KILL $$ ;;
nothing) exit 0 ;;
hangs) sleep 1000 ;;
replays)
	[ "$1" = -T ] && { echo '@ fail property=none_lost binding=-'
		echo 'spin: trail ends after 2 steps'; exit 0; } ;;
nowhere) [ "$1" = -T ] && { echo 'spin: trail ends after 2 steps'; exit 0; } ;;
elsewhere)
	[ "$1" = -T ] && { echo 'spin: model.pml:7, Error: assertion violated'
		echo 'spin: trail ends after 2 steps'; exit 0; } ;;
esac
: >pan.c
EOF
cat >bin/gcc <<'EOF'
#!/bin/sh
[ "$1" = --version ] && { echo "gcc 0 (fake)"; exit 0; }
case $FAKE_CC in
full) echo 'cc1: error: writing pan.o: No space left on device' >&2; exit 1 ;;
killed) kill -SEGV $$ ;;
waits) : >"$(mktemp)"; echo $$ >"$here/waiting"; exec sleep 1000 ;;
esac
printf '%s\n' "$*" | sed -n 's/.*-DMA=\([0-9]*\).*/\1/p' >automaton
case " $* " in *' -DREACH '*) name=pan-short ;; *) name=pan ;; esac
cp "$here/bin/pan" $name
EOF
cat >bin/pan <<'EOF'
#!/bin/sh
echo "pan $PWD" >>"$here/runs"
report () {
	echo 'Full statespace search for:'
	printf '\tassertion violations\t+\n\tnon-progress cycles\t+\n\tinvalid end states\t+\n'
	echo "State-vector 1 byte, depth reached 2, errors: $1"
	echo '       70 states, stored'
	[ "$2" = cut ] || echo 'pan: elapsed time 0 seconds'
	[ "$2" != whole ] || echo '@ met 1'
}
case $FAKE_PAN in
killed) kill -SEGV $$ ;;
short) kill -KILL $$ ;;
hangs) sleep 1000 ;;
garbage) head -c 100000 /dev/urandom; exit 0 ;;
cut) report 0 cut; exit 0 ;;
silent) report 0 silent ;;
limit) echo 'pan: reached -DMEMLIM bound'; echo 'Warning: Search not completed'; report 0 whole ;;
narrow) # needs an automaton of 602 bytes, and says so
	if [ ! -s automaton ]; then
		echo 'pan: reached -DMEMLIM bound'; echo 'Warning: Search not completed'; report 0 whole
	elif [ "$(cat automaton)" -lt 602 ]; then
		echo 'pan: error: MA too small -- recompile with -DMA=N with N>300'
	else
		report 0 whole
	fi ;;
shallow) echo 'error: max search depth too small'; report 0 whole ;;
liar) echo 'pan:1: assertion violated 0 (at depth 2)'
	echo 'pan: wrote small.pml.trail'; : >small.pml.trail; report 1 whole ;;
slow-whole) grep -q '^ \* foldings, .*: none$' small.pml && sleep 1000; report 0 whole ;;
only-*) # only the model without reductions fails, or only the reduced one
	if grep -q '^ \* foldings, .*: none$' small.pml; then fails=only-whole; else fails=only-reduced; fi
	if [ $FAKE_PAN = $fails ]; then
		echo 'pan:1: assertion violated 0 (at depth 2)'
		echo 'pan: wrote small.pml.trail'; : >small.pml.trail; report 1 whole
	else
		report 0 whole
	fi ;;
waits)
	case $PWD in
	*/pair*) echo $$ >"$here/waiting"; while [ ! -e "$here/go" ]; do sleep 0.05; done ;;
	esac
	report 0 whole ;;
*) report 0 whole ;;
esac
EOF
chmod +x bin/*
SPIN=$here/bin/spin
GCDSL_CC=$here/bin/gcc
export SPIN GCDSL_CC

# verify WHAT STATUS PATTERN [ARGUMENT…]: checks the exit status, and that a line of output matches.
verify () {
	what=$1 wanted=$2 pattern=$3
	shift 3
	rm -f results
	"$GCDSL" verify verify.gc --results results --no-mutants --property none_lost "$@" \
		>out 2>&1 && status=0 || status=$?
	tap_is "$what: exit status" $status "$wanted"
	if grep -e "$pattern" out >/dev/null; then
		tap_ok "$what: told"
	else
		tap_not_ok "$what: told" "no line with: $pattern" "$(head -c 2000 out)"
	fi
}

verify 'all is well' 0 '^2 cells: 2 as expected, 0 not, 0 inconclusive$'
(SPIN=no-such-spin; verify 'no spin' 4 'no-such-spin. is not installed.*variable SPIN names it'
 GCDSL_CC=no-such-cc SPIN=$here/bin/spin; verify 'no gcc' 4 'no-such-cc. is not installed.*variable GCDSL_CC names it'
 echo "$tap_count" >count)
tap_count=$(cat count)
printf '#!/bin/sh\necho "tcc version 0.9.27 (x86_64 Linux)"\n' >bin/tcc
chmod +x bin/tcc
(GCDSL_CC=$here/bin/tcc; verify 'tcc' 4 'whose verifiers find wrong results: set GCDSL_CC to gcc'
 echo "$tap_count" >count)
tap_count=$(cat count)
# Without GCDSL_CC, clang compiles verifiers that search only briefly, if it is installed and works.
mkdir compilers
cp bin/pan bin/spin compilers/
cat >compilers/gcc <<'EOF'
#!/bin/sh
name=${0##*/}
[ "$2" != "$FAKE_REFUSES" ] || exit 1
[ "$1" = --version ] && { echo "$name 0 (fake)"; exit 0; }
echo "$name $1$(echo " $*" | grep -o -e ' -fno-dse')" >>"$here/compiled"
case "$name $1" in $FAKE_BROKEN) exit 1 ;; esac
cp "$here/bin/pan" pan
EOF
chmod +x compilers/gcc
compiled_by () { # WHAT STATUS PATTERN COMPILED
	rm -f compiled
	saved=$PATH PATH=$here/compilers:$PATH GCDSL_CC=
	verify "$1" "$2" "$3" --json
	PATH=$saved GCDSL_CC=$here/bin/gcc
	tap_is "$1: with what" "$(sort -u compiled | tr '\n' ' ')" "$4"
}
FAKE_BROKEN='' FAKE_REFUSES=nothing
export FAKE_BROKEN FAKE_REFUSES
cp compilers/gcc compilers/clang
compiled_by 'clang and gcc' 0 '"cc": *"clang 0 (fake); gcc 0 (fake)"' 'clang -O0 gcc -o '
FAKE_BROKEN='clang *'
compiled_by 'a clang that cannot compile' 0 '"status": *0' 'clang -O0 gcc -O1 -fno-dse '
FAKE_REFUSES=-fno-dse
compiled_by 'a gcc that does not know an option' 0 '"status": *0' 'clang -O0 gcc -O1 '
FAKE_REFUSES=nothing
FAKE_BROKEN='gcc -o'
compiled_by 'objects of clang that gcc cannot link' 0 '"status": *0' 'clang -O0 gcc -O1 -fno-dse gcc -o '
FAKE_BROKEN=
printf '#!/bin/sh\nexit 1\n' >compilers/clang
compiled_by 'a clang that cannot be run' 0 '"cc": *"gcc 0 (fake)"' 'gcc -O0 '
for row in \
	'FAKE_SPIN:syntax:4:syntax error saw a fake' \
	'FAKE_SPIN:killed:4:spin was killed by signal 9' \
	'FAKE_SPIN:nothing:4:made no pan.c' \
	'FAKE_CC:full:4:No space left on device' \
	'FAKE_CC:killed:4:gcc was killed by signal 11' \
	'FAKE_PAN:killed:4:pan was killed by signal 11' \
	'FAKE_PAN:garbage:4:pan cannot be relied on' \
	'FAKE_PAN:cut:4:its report is not whole' \
	'FAKE_PAN:silent:4:pan does not say which premises were met' \
	'FAKE_PAN:limit:3:the memory limit was reached, after 70 states, at depth 2' \
	'FAKE_PAN:narrow:0:^2 cells: 2 as expected' \
	'FAKE_PAN:short:3:the system killed the verifier' \
	'FAKE_PAN:shallow:3:a run has more than [0-9]* steps' \
	'FAKE_PAN:liar:4:spin, replaying, did not get to the end'
do
	name=${row%%:*} rest=${row#*:}
	value=${rest%%:*} rest=${rest#*:}
	export "$name=$value"
	verify "$name=$value" "${rest%%:*}" "${rest#*:}"
	unset "$name"
done
for name in FAKE_SPIN FAKE_PAN; do
	export $name=hangs
	verify "$name=hangs" 3 'took longer than 1 s' --time-limit 1
	unset $name
done
export FAKE_PAN=liar
for row in 'nowhere:met no error on the way' "elsewhere:an assertion of the model's own at model.pml:7, "; do
	export FAKE_SPIN="${row%%:*}"
	verify "FAKE_SPIN=$FAKE_SPIN, replaying" 4 "${row#*:}"
done
unset FAKE_PAN FAKE_SPIN
verify 'an error that is a lie is not kept' 0 '^2 cells: 2 as expected'

# A verifier that is kept is not compiled again, and SPIN has nothing to do.
rm "$XDG_CACHE_HOME/gcdsl/verifiers"
# tools ARGUMENT…: which of spin and gcc are run.
tools () {
	rm -f runs compiled
	saved=$PATH PATH=$here/compilers:$PATH GCDSL_CC=
	verify "tools $*" 0 '^2 cells: 2 as expected' "$@"
	PATH=$saved GCDSL_CC=$here/bin/gcc
	used="$(sed -n 's/^spin -a.*/spin/p' runs | sort -u) $(sed 's/ .*//' compiled 2>/dev/null | sort -u)"
}
tools
tap_is 'the first time' "$used" 'spin gcc'
tap_is 'two verifiers are kept' "$(find "$XDG_CACHE_HOME/gcdsl/verifiers" -type f | wc -l | tr -d ' ')" 2
tools
tap_is 'the second time' "$used" ' '
tools --no-cache
tap_is 'checked again' "$used" 'spin gcc'
tools --keep kept
tap_is 'what is to be left there is made' "$used $(find kept -name pan | wc -l | tr -d ' ')" 'spin gcc 2'
tools --memory-limit 20
tap_is 'other flags' "$used" 'spin gcc'
for file in "$XDG_CACHE_HOME"/gcdsl/verifiers/*; do
	printf 'x' | dd of="$file" bs=1 seek=20 conv=notrunc 2>/dev/null
done
tools
tap_is 'damaged ones are made again' "$used" 'spin gcc'
tools
tap_is 'and kept' "$used" ' '
for file in "$XDG_CACHE_HOME"/gcdsl/verifiers/*; do # whole, and of another machine
	printf '\177ELF of another machine' >foreign
	{ cat foreign; sha256sum <foreign | cut -c1-64 | tr -d '\n'; } >"$file"
done
tools
# … and not those of the reduced models instead.
tap_is 'those of another machine are made again' \
	"$used $(ls "$XDG_CACHE_HOME/gcdsl/verifiers" | wc -l) $(grep -l 'of another machine' "$XDG_CACHE_HOME"/gcdsl/verifiers/* | wc -l)" \
	'spin gcc 4 2'
tools
tap_is 'and kept, too' "$used" ' '
sed -i 's/^property none_lost = /&not false and /' verify.gc
tools
tap_is 'another model' "$used" 'spin gcc'
cp "$top_srcdir/tests/run/verify.gc" .
rm -rf kept
tap_no_verifiers

tap_is 'nothing is left behind' "$(ls tmp)" ''
saved=$TMPDIR TMPDIR=$here/no/such/directory
verify 'no scratch directory' 4 'cannot make a directory in'
TMPDIR=$saved
(ulimit -f 8; FAKE_PAN=; verify 'files may not grow' 4 'cannot write in\|cannot be used\|cannot be kept'
 echo "$tap_count" >count) 2>&1
[ -s count ] && tap_count=$(cat count)

# ---- models with and without reductions that disagree
sed 's/expect none_lost hold/expect none_lost in one hold/; s/expect nothing_freed in pair fail/expect none_lost in pair fail/' \
	verify.gc >expects.gc
says () { # WHAT PAN STATUS "SEARCHES VERDICT…" [OPTION…]
	what=$1 pan=$2 wanted=$3 line=$4
	shift 4
	: >runs
	FAKE_SPIN=replays FAKE_PAN=$pan "$GCDSL" verify expects.gc --no-cache --no-mutants \
		--property none_lost "$@" >out 2>&1 && status=0 || status=$?
	tap_is "$what" "$status $(grep -c ^pan runs) $(awk '$1 == "one" || $1 == "pair" {
		printf "%s:", $1; for (i = 4; i < 7; i++) printf " %s", $i; print "" }' out | tr '\n' ';')" \
		"$wanted $line"
}
says 'only the whole model fails: that counts' only-whole 1 '4 one: none_lost fails holds;' \
	--scenario one
says 'both fail: the reduced one is searched for a short failure only' liar 1 \
	'2 one: none_lost fails holds;' --scenario one
says 'only the reduced model fails: the whole one counts' only-reduced 0 \
	'1 one: holds holds 70;' --scenario one
says 'expected to fail, and only the whole model does' only-whole 0 \
	'2 pair: none_lost fails none_lost;' --scenario pair
says 'the reduced model counts where nothing else is wanted' only-whole 0 \
	'1 one: holds holds 70;' --scenario one --fold=all

says 'the whole model takes too long: the reduced one counts' slow-whole 0 \
	'2 one: holds holds 70;' --scenario one --time-limit 1

# ---- results are stored
runs () { grep -c ^pan runs; }
: >runs
again () { "$GCDSL" verify verify.gc --results kept --no-mutants --property none_lost "$@" 2>&1; }
again >/dev/null
tap_is 'two cells, two searches' "$(runs)" 2
tap_is 'the second time, none' "$(again | grep -c kept) $(runs)" '2 2'
again --no-cache >/dev/null
tap_is '--no-cache: all again' "$(runs)" 4
FAKE_PAN=limit again --no-cache >/dev/null        # first the whole models, then the reduced ones
tap_is 'what is inconclusive replaces nothing' "$(again | tail -n 1)" \
	'2 cells: 2 as expected, 0 not, 0 inconclusive'
before=$(runs)
in_haste () { "$GCDSL" verify verify.gc --results haste --no-mutants --property none_lost \
	--scenario one "$@" >/dev/null 2>&1; }
FAKE_PAN=slow-whole in_haste --time-limit 1
in_haste
tap_is 'what was decided for want of time is not kept' "$(($(runs) - before))" 3
in_haste
tap_is 'what was not is' "$(($(runs) - before))" 3
sed 's/small;/little;/' verify.gc >other.gc
"$GCDSL" verify other.gc --results kept --no-mutants --property none_lost >/dev/null 2>&1
tap_is 'another specification is another key' "$(($(runs) - before))" 5
# The same model twice, with room for both at once.
{ cat verify.gc; sed -n '/^verify/,/^}/p' verify.gc; } >twice.gc
at_first=$(runs)
"$GCDSL" verify twice.gc -j 4 --results twice --no-mutants --property none_lost >out 2>err
tap_is 'a model that two cells have is checked once' \
	"$? $(tail -n 1 out | cut -d : -f 1) $(grep -c kept out) $(($(runs) - at_first))" '0 4 cells 2 2'
before=$((before + $(runs) - at_first))
sed 's/(fake)/(fake) 2/' bin/gcc >bin/gcc2
chmod +x bin/gcc2
(GCDSL_CC=$here/bin/gcc2; again >/dev/null)
tap_is 'another compiler is another key' "$(($(runs) - before))" 7

echo 'this is no database, whatever its name may say to those who believe names' >damaged
"$GCDSL" verify verify.gc --results damaged --no-mutants --property none_lost >out 2>err
tap_is 'a damaged file: the verdicts are there all the same' "$?" 0
tap_is 'a damaged file is told' "$(grep -c 'damaged cannot be used: ' err)" 1
tap_is 'a damaged file is left alone' "$(head -c 19 damaged)" 'this is no database'
"$GCDSL" verify verify.gc --results "$here/tmp" --no-mutants --property none_lost >out 2>err
tap_is 'a directory as the results: the verdicts are there' "$?" 0
head -c 3000 kept >half
"$GCDSL" verify verify.gc --results half --no-mutants --property none_lost >out 2>err
tap_is 'half a file: the verdicts are there' "$?" 0

# Two programs at once, with one file.
"$GCDSL" verify verify.gc --results both --no-mutants --property none_lost >one 2>&1 &
first=$!
"$GCDSL" verify verify.gc --results both --no-mutants --property none_lost >two 2>&1
tap_is 'two programs at once: the second' "$? $(wc -l <two)" "0 $(wc -l <out)"
wait $first
tap_is 'two programs at once: the first' "$?" 0

# ---- interrupted in the compiler, which has temporary files
FAKE_CC=waits "$GCDSL" verify verify.gc --no-cache --no-mutants --property none_lost -j 1 \
	>out 2>err &
verifying=$!
tries=0
while [ ! -s waiting ] && [ $tries -lt 1200 ]; do
	sleep 0.05
	tries=$((tries + 1))
done
kill -TERM $verifying
wait $verifying
tap_is 'interrupted in the compiler: dies of the signal' $? 143
tap_is 'interrupted in the compiler: its files are not left behind' "$(ls tmp)" ''
rm -f waiting

# ---- interrupted, and resumed
: >runs
FAKE_PAN=waits "$GCDSL" verify verify.gc --results resumed --no-mutants --property none_lost \
	-j 2 >out 2>err &
verifying=$!
tries=0
while { [ ! -s waiting ] || ! grep -q '^one .*holds' out; } && [ $tries -lt 1200 ]; do
	sleep 0.05
	tries=$((tries + 1))
done
kill -TERM $verifying
wait $verifying
tap_is 'interrupted: dies of the signal' $? 143
tap_is 'interrupted: says how to go on' \
	"$(grep -c 'interrupted: 1 of 2 .* the same command goes on from there' err)" 1
tap_is 'interrupted: shows what it has' "$(grep -c '^one .*holds' out)" 1
kill -0 "$(cat waiting)" 2>/dev/null && tap_not_ok 'interrupted: its children are dead' ||
	tap_ok 'interrupted: its children are dead'
tap_is 'interrupted: nothing is left behind' "$(ls tmp)" ''
: >runs
"$GCDSL" verify verify.gc --results resumed --no-mutants --property none_lost >out 2>err
tap_is 'resumed: only what was missing' "$? $(runs)" '0 1'

# ---- killed, so that it can clean up nothing
: >runs
rm -f waiting
FAKE_PAN=waits "$GCDSL" verify verify.gc --results killed --no-mutants --property none_lost \
	-j 2 >out 2>err &
verifying=$!
tries=0
while { [ ! -s waiting ] || ! grep -q '^one .*holds' out; } && [ $tries -lt 1200 ]; do
	sleep 0.05
	tries=$((tries + 1))
done
: >runs
"$GCDSL" verify verify.gc --results other --no-mutants --property none_lost --scenario one >out 2>err
tap_is 'another campaign leaves the folder of one that lives alone' "$? $(find tmp -mindepth 1 -maxdepth 1 -name 'gcdsl*' | grep -c .)" '0 1'
kill -KILL $verifying
wait $verifying
tap_is 'killed: dies of the signal' $? 137
tap_is 'killed: its folder is left behind' "$(find tmp -mindepth 1 -maxdepth 1 -name 'gcdsl*' | grep -c .)" 1
mkdir tmp/gcdsl.others tmp/gcdsl-other # nobody has ever locked a file there
: >runs
"$GCDSL" verify verify.gc --results killed --no-mutants --property none_lost >out 2>err
tap_is 'killed: only the cell that was in flight is lost' "$? $(runs) $(grep -c kept out)" '0 1 1'
tap_is 'killed: the next campaign removes its folder, and no other' "$(ls tmp | tr '\n' ' ')" \
	'gcdsl-other gcdsl.others '
rmdir tmp/gcdsl.others tmp/gcdsl-other

# ---- the options that select cells
for row in \
	'--scenario:pairs:did you mean .pair' '--property:none_last:did you mean .none_lost' \
	'--workers:2:with --workers .2' '--memory:tso:with --memory .tso' \
	'--mutant:none:with --mutant .none' '--set:x=y:has no option .x' '--until:go:no bucket and no phase .go' \
	'--time-limit:0:at least 1' '--memory-limit:much:at least 1' '--strategy:fast:safety or ltl'
do
	option=${row%%:*} rest=${row#*:}
	"$GCDSL" verify verify.gc "$option" "${rest%%:*}" >out 2>err && status=0 || status=$?
	tap_is "$option ${rest%%:*}: exit status" $status 2
	tap_is "$option ${rest%%:*}: told" "$(grep -c "${rest#*:}" err)" 1
done
tap_done
