#!/bin/sh
# parts.sh: GCDSL_TESTS=K/N: each test is in one part of N, and there it tries all.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch
driver=$top_srcdir/build-aux/timed-driver.sh

# tries NAME PART: what the test NAME finds in GCDSL_TESTS.
tries () {
	# shellcheck disable=SC2016 # for the shell that the driver starts
	GCDSL_TESTS=$2 sh "$driver" sh -c 'echo "${GCDSL_TESTS-short}"' --log-file "$1.log"
}
for name in one two three four five six seven eight; do
	for part in 1/4 2/4 3/4 4/4; do
		tries "$name" "$part"
	done | sort | uniq -c | tr -s ' \n' ' ' >>counts
	echo >>counts
	for part in 1/4 2/4 3/4 4/4; do
		[ "$(tries "$name" $part)" = short ] || echo "$part"
	done >>chosen
done
tap_is 'each test is in one part' "$(sort -u counts)" ' 1 all 3 short '
tap_is 'there is not one part with all tests' "$([ "$(sort -u chosen | wc -l)" -gt 1 ] && echo right)" right
tap_is 'all and nothing are left as they are' "$(tries one all) $(tries one packaging)" 'all packaging'
tap_is 'the time is written' "$(sed -n 's/^[0-9.]* [0-9]* //p' one.time)" one
tap_done
