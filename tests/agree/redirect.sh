#!/bin/sh
# redirect.sh: models and C of barriers that answer with the object to access end in the same ways, and the C does what
# counterexamples say.
. "${top_srcdir:=.}/tests/agree/begin.sh"
spec=$top_srcdir/tests/run/redirect.gc known=$top_srcdir/tests/differential/known-redirect

# agree OPTION… FILE: scenario, memory, the ends of both and the verdict of each row; the status.
agree () {
	"$GCDSL" agree "$@" > said 2>&1 && status=0 || status=$?
	"${AWK:-awk}" '$2 ~ /^(sc|tso|pso)$/ && NF >= 7 { sub(":", "", $7);  print $1, $2, $3, $4, $7 }' said
	echo "status $status"
}
# Not all schedules: that takes minutes.  With one preemption the C reaches all ends.
few () {
	if tap_all; then
		agree --seconds 2 "$@"
	else
		agree --preemptions 1 "$@"
	fi | sed 's/equal\|within/agrees/'
}
tap_is 'a mutator is sent to the copy, or not' "$(few "$known/both.gc")" "s sc 4 4 agrees
status 0"
tap_is 'words too' "$(few "$known/words.gc")" "s sc 3 3 agrees
status 0"
tap_rest
tap_is 'barriers that look at the slot' "$(few "$known/slot.gc")" "s sc 4 4 agrees
status 0"
tap_is 'objects are claimed, copied and taken back' "$(few "$spec" --scenario linker)" "linker sc 3 3 agrees
status 0"

# The C goes where its barriers say, and only there.
for mistake in load store; do
	"$GCDSL" trace --json "$spec" --mutant ${mistake}_not_redirected --scenario writer > story.json
	"$GCDSL" explore "$spec" --follow story.json --directed > said 2>&1
	tap_is "a story: ${mistake}_not_redirected" "$(sed -n -e 's/^\(directed\):.*/\1/p' -e 's/^VIOLATION: \([a-z_]*\).*/VIOLATION \1/p' said)" \
		'directed
VIOLATION faithful'
done
# A barrier that answers null, or with what is no object, stops the C.
"$GCDSL" explore "$known/nothing.gc" > said 2>&1
tap_is 'null is no answer' "$(sed -n 's/^s  *sc .*\(fails: .*\)/\1/p' said)" 'fails: a barrier answers with null'
# An answer that is ignored in the C gives another end.
mkdir ignoring
cat > ignoring/gcc << END
#!/bin/sh
gcc=$(command -v gcc)
END
cat >> ignoring/gcc << 'END'
for file in ./both.c ../*/both.c; do
	[ ! -f "$file" ] || sed -i 's/return gcrt_answered(both_barrier_before_store(\(.*\)));/(void)both_barrier_before_store(\1);  return object;/' "$file"
done
exec "$gcc" "$@"
END
chmod +x ignoring/gcc
PATH=$PWD/ignoring:$PATH "$GCDSL" agree --seconds 2 "$known/both.gc" > said 2>&1 && status=0 || status=$?
tap_is 'C: what a barrier answers is ignored' "$status $(grep -c '^only the C: end' said)" '1 1'
tap_done
