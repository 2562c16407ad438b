#!/bin/sh
# mutex.sh: mutual exclusion with the right fences and orders holds, and without one
# of them fails where it must: the claims of examples/litmus/mutex.
#
# Here the algorithms as they are to be, under c11, and the forms of Peterson's; of one file only, unless
# all is to be tried, which is then also under relaxed.  `make verify-litmus' has all variants
# under all models.
# MUTEX=all has them here too.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
tap_quick_cc
command -v "${SPIN:-spin}" >/dev/null 2>&1 || tap_plan skip 'no spin'
examples=$top_srcdir/examples/litmus/mutex

for file in "$examples"/*.gc; do
	name=$(basename "$file" .gc)
	tap_run "$name.gc: no mistakes" "$GCDSL" check "$file"
	if [ "${MUTEX-}" = all ]; then
		tap_run "$name.gc: all claims" "$GCDSL" verify -j 2 "$file"
	elif tap_every 8; then
		first=$(sed -n 's/^litmus \([a-z0-9_]*\) .*/\1/p' "$file" | head -n 1)
		tap_run "$name.gc: claims of $first" "$GCDSL" verify -j 2 --scenario "$first" \
			--memory "$(! tap_all || echo relaxed,)c11" "$file"
	fi
	# Each order and each fence has a variant, with claims about its outcomes.
	tap_is "$name.gc: every variant says something of every model" \
		"$("${AWK:-awk}" '
			/^litmus/ { name = $2; n = 0 }
			/^  (allowed|forbidden)/ {
				n += /under/ ? gsub(/sc[,;]|tso|pso|relaxed[,;]|paper|c11/, "") : 6 }
			/^}/ && n != 6 { print name, n }' "$file")" ''
done

# The three forms of the paper on making counterexamples visible.
# observed TEST MODEL: is the overlap seen?
observed () {
	"$GCDSL" litmus --scenario "$1" --memory "$2" "$examples/peterson.gc" 2>said |
		sed -n 's/^Observation [^ ]* \([A-Z][a-z]*\).*/\1/p' | head -n 1
}
for row in 'no_fence Sometimes Sometimes' 'fence_before_if Never Sometimes' \
    'both_fences Never Never'; do
	# shellcheck disable=SC2086 # the row's words
	set -- $row
	tap_is "peterson_$1 under tso" "$(observed "peterson_$1" tso)" "$2"
	tap_is "peterson_$1 under pso" "$(observed "peterson_$1" pso)" "$3"
done

# A wrong claim is noticed, in either direction.
sed 's/  forbidden (/  allowed (/' "$examples/ticket.gc" >never.gc
tap_run_status 'what is claimed to be seen and is not' 1 "$GCDSL" verify -j 2 \
	--scenario ticket --memory sc never.gc
sed 's/  allowed   (/  forbidden (/' "$examples/ticket.gc" >seen.gc
tap_run_status 'what is claimed not to be seen and is' 1 "$GCDSL" verify -j 2 \
	--scenario ticket_without_acquire0 --memory c11 seen.gc
tap_done
