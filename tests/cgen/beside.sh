#!/bin/sh
# beside.sh: of which kinds the emitted table says that they may read roots while mutators run,
# so that a heap can have no roots of its own.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch

# kinds_of SPEC: prints the kinds that scan roots beside mutators.
kinds_of () {
	rm -rf out
	if ! "$GCDSL" compile "$1" --target c -o out >message 2>&1; then
		grep -m 1 error message
		return
	fi
	kinds=$(sed -n '/^static const struct gcrt_kind /,/^};/ {
		s/.*\.name = "\([^"]*\)".*/name \1/p; s/.*\.scans_beside = true.*/beside/p; }' out/*.c |
		"$AWK" '$1 == "name" { kind = $2; next } { printf "%s%s", n++ ? " " : "", kind }')
	printf '%s\n' "${kinds:-none}"
}

"$AWK" '/^#/ { next }
	/^===/ { out = sprintf("beside%02d.gc", ++n); print $2 > (out ".kinds")
		sub(/^=== *[^ ]* /, ""); print > (out ".what"); printf "%s", head > out; next }
	!n { head = head $0 "\n"; next }
	{ print > out }' "$top_srcdir/tests/cgen/beside.txt"
for spec in beside*.gc; do
	tap_is "$(cat "$spec.what")" "$(kinds_of "$spec")" "$(cat "$spec.kinds")"
done

for spec in stw:none satb:none ragged:scan_stack; do
	tap_is "examples/${spec%:*}.gc" "$(kinds_of "$top_srcdir/examples/${spec%:*}.gc")" "${spec#*:}"
done
tap_done
