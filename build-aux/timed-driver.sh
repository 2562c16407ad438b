#!/bin/sh
# timed-driver.sh DRIVER… --log-file LOG OPTION…: runs a test as DRIVER… does, and writes beside its log, in
# a file named *.time, how many seconds of processor and of wall time the test and all that it started took.
# GCDSL_TESTS=K/N: each test tries what takes long if it is in part K of N parts; a test is always in the same
# part.
# timed-driver.sh --show FILE…: these files as a table, the longest test first.
set -u

if [ "${1-}" = --show ]; then
	shift
	for file; do
		[ ! -f "$file" ] || cat "$file"
	done | LC_ALL=C sort -rn | LC_ALL=C "${AWK:-awk}" '
		NR == 1 { print "    cpu    wall  test" }
		{ printf "%7.1f %7d  %s\n", $1, $2, $3;  cpu += $1;  wall += $2 }
		END {
			if (NR == 0) print "no test has been run yet: make check"
			else printf "%7.1f %7d  all %d tests, one after the other\n", cpu, wall, NR
		}'
	exit
fi

log=
before=
for word; do
	case $before in --log-file) log=$word ;; esac
	case $word in --log-file=*) log=${word#*=} ;; esac
	before=$word
done
# is_in PART PARTS NAME: a test's part is some bits of a checksum of its name; with these bits the tests that
# take longest are not in the same part.
is_in () {
	sum=$(printf '%s' "$3" | cksum)
	[ $((${sum%% *} / 512 % $2)) -eq $(($1 % $2)) ]
}
case ${GCDSL_TESTS-} in
[1-9]/[1-9])
	if is_in "${GCDSL_TESTS%/*}" "${GCDSL_TESTS#*/}" "${log%.log}"; then
		export GCDSL_TESTS=all
	else
		unset GCDSL_TESTS
	fi
	;;
esac
began=$(date +%s)
"$@"
status=$?
ended=$(date +%s)
# The second line of `times' is about the shell's children: 1m2.5s 0m0.5s.  The first is about the shell itself.
spent=$(mktemp) || exit "$status"
times >"$spent"
LC_ALL=C "${AWK:-awk}" -v wall=$((ended - began)) -v name="${log%.log}" '
	function seconds(text,  part) { split(text, part, "m");  return part[1] * 60 + part[2] + 0 }
	NR == 2 { print seconds($1) + seconds($2), wall, name }' "$spent" >"${log%.log}.time"
rm -f "$spent"
exit "$status"
