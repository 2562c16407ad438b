#!/bin/sh
# interrupt.sh: a signal ends gcdsl agree and gcdsl explore, and no file is left behind.
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
case "\$*" in
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
WAITS=gcrt GCDSL_CC=$PWD/compiler "$GCDSL" agree "$ends" > out 2> err &
running=$!
soon test -s waiting || cat err
interrupted 'while the runtime is compiled' TERM 143 "$(cat waiting)"
tap_is 'no half of the runtime is kept' "$(find cache -name 'explored-*')" ''
rm -f waiting
WAITS=program.c GCDSL_CC=$PWD/compiler "$GCDSL" explore "$ends" -o schedule > out 2> err &
running=$!
soon test -s waiting || cat err
interrupted 'while a program is compiled' HUP 129 "$(cat waiting)"

# ---- in the explorer, which needs much longer than this test
runtime_explored
"$GCDSL" explore "$top_srcdir/examples/ragged.gc" --scenario early_black --workers 2 > out 2> err &
running=$!
soon sh -c 'test -s tmp/*/scenario-early_black/program.so' || cat err
sleep 1
interrupted 'while the C is explored' TERM 143 "$(ps -o pid= --ppid $running | tr -d ' ')"
tap_is 'nothing is reported' "$(cat out)" ''
tap_done
