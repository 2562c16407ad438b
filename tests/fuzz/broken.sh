#!/bin/sh
# broken.sh: `gcdsl check' on broken specifications: truncated, bytes changed,
# tokens removed, repeated and exchanged.
#
# Each must end with status 0 or 2, within ten seconds, without a report of a
# sanitizer.  The same seed makes the same files; SEED=… and COUNT=… choose
# others, and KEEP=… is a directory that gets the files that failed.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch

seed=${SEED:-20260701}
count=150
! tap_all || count=300
count=${COUNT:-$count}
ASAN_OPTIONS=exitcode=99:detect_leaks=1
UBSAN_OPTIONS=print_stacktrace=1
export ASAN_OPTIONS UBSAN_OPTIONS

set --
for file in "$top_srcdir"/examples/*.gc "$top_srcdir"/tests/golden/diagnostics/*/in.gc; do
	set -- "$@" "$file"
done
mkdir broken
"$top_builddir/tests/fuzz/broken" "$seed" "$count" broken "$@" || exit 99
echo "# seed $seed, $count files from $# specifications"

# try N: checks the Nth file. Puts what is wrong into `why', and counts in `deep' the files whose
# mistakes are of meaning.
try () {
	said=$(timeout 10 "$GCDSL" check "broken/$1.gc" 2>&1) && status=0 || status=$?
	why=
	case $status:$said in
	*'runtime error: '* | *Sanitizer*) why="a report of a sanitizer" ;;
	0:* | 2:*'error: '*) ;;
	2:*) why="exit status 2 without an error" ;;
	124:*) why="still running after ten seconds" ;;
	*) why="exit status $status" ;;
	esac
	case $said in
	*'[E0'[2-5]*']'* | *'[W06'*']'*) deep=$((deep + 1)) ;;
	esac
	[ -z "$why" ]
}

n=0
failed=0
deep=0
while [ "$n" -lt "$count" ]; do
	if ! try "$n"; then
		failed=$((failed + 1))
		echo "# $n: $why"
		printf '%s\n' "$said" | sed 's/^/#   /' | head -n 8
		echo "# again: SEED=$seed COUNT=$((n + 1)) KEEP=DIRECTORY tests/fuzz/broken.sh"
		[ -z "${KEEP-}" ] || cp "broken/$n.gc" "$KEEP/"
	fi
	n=$((n + 1))
done
tap_is "seed $seed: files on which the check went wrong" "$failed" 0

# Enough broken files must pass the grammar for the test to be useful.
if [ "$deep" -ge $((count / 10)) ]; then
	tap_ok "$deep of $count have mistakes of meaning"
else
	tap_not_ok "$deep of $count have mistakes of meaning: these ways to break are useless"
fi
tap_done
