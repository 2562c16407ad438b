#!/bin/sh
# at-rest.sh: what the emitted table says that metadata hold between cycles, which the
# debug build checks: nothing where it is not certain.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch

# value_of SPEC: prints the value of `mark' in the table.
value_of () {
	rm -rf out
	if ! "$GCDSL" compile "$1" --target c -o out >message 2>&1; then
		grep -m 1 error message
		return
	fi
	sed -n 's/.*\.name = "mark",.*\.at_rest = \(-*[0-9]*\) .*/\1/p' out/*.c
}

"$AWK" '/^#/ { next }
	/^===/ { out = sprintf("rests%02d.gc", ++n); print $2 > (out ".value")
		sub(/^=== *[^ ]* /, ""); print > (out ".what"); printf "%s", head > out; next }
	!n { head = head $0 "\n"; next }
	{ print > out }' "$top_srcdir/tests/cgen/at-rest.txt"
for spec in rests*.gc; do
	tap_is "$(cat "$spec.what")" "$(value_of "$spec")" "$(cat "$spec.value")"
done

for spec in examples/stw examples/satb examples/ragged examples/incremental \
	tests/memory/generations; do
	tap_is "$spec.gc: no marks" "$(value_of "$top_srcdir/$spec.gc")" 0
done
tap_done
