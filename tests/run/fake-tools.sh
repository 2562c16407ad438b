# fake-tools.sh: tools that need no time, for tests of what gcdsl does with verdicts.
# shellcheck shell=sh
#
# fake_tools: sets SPIN and GCDSL_CC to fakes in ./fake.  FAKE_PAN says what every verifier does:
#	(nothing)  it searches FAKE_STATES states (70) and finds nothing
#	fails      none_lost fails
#	killed     it dies
#	limit      it reaches its memory limit
#	garbage    it prints control characters, and what is no UTF-8
#	waits      it writes ./waiting, and waits in the cell pair until there is a file ./go
fake_tools () {
	here=$PWD
	mkdir fake tmp
	TMPDIR=$here/tmp SPIN=$here/fake/spin GCDSL_CC=$here/fake/gcc
	export here TMPDIR SPIN GCDSL_CC
	cat >fake/spin <<'END'
#!/bin/sh
[ "$1" = -V ] && { echo "Spin Version 0 (fake)"; exit 0; }
[ "$1" = -T ] && { echo '@ fail property=none_lost binding=-'
	echo 'spin: trail ends after 2 steps'; exit 0; }
: >pan.c
END
	cat >fake/gcc <<'END'
#!/bin/sh
[ "$1" = --version ] && { echo "${FAKE_CC:-gcc 0 (fake)}"; exit 0; }
cp "$here/fake/pan" pan
END
	cat >fake/pan <<'END'
#!/bin/sh
report () {
	echo 'Full statespace search for:'
	printf '\tassertion violations\t+\n\tnon-progress cycles\t+\n\tinvalid end states\t+\n'
	echo "State-vector 1 byte, depth reached 2, errors: $1"
	echo "       ${FAKE_STATES:-70} states, stored"
	echo 'pan: elapsed time 0 seconds'
	echo '@ met 1'
}
case $FAKE_PAN in
killed) kill -SEGV $$ ;;
garbage) printf 'a\001b\033[1m]]>\377<&>"\302\205\n'; exit 0 ;;
limit) echo 'pan: reached -DMEMLIM bound'; echo 'Warning: Search not completed'; report 0 ;;
fails) echo 'pan:1: assertion violated 0 (at depth 2)'
	echo 'pan: wrote small.pml.trail'; : >small.pml.trail; report 1 ;;
waits)
	case $PWD in
	*/pair*) echo $$ >"$here/waiting"; while [ ! -e "$here/go" ]; do sleep 0.05; done ;;
	esac
	report 0 ;;
*) report 0 ;;
esac
END
	chmod +x fake/*
}
# fake_wait: until a verifier waits, and the row of the cell `one' is in ./out.
fake_wait () {
	tries=0
	while { [ ! -s waiting ] || ! grep -q '^one ' out; } && [ $tries -lt 1200 ]; do
		sleep 0.05
		tries=$((tries + 1))
	done
}
