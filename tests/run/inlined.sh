#!/bin/sh
# Random functions that return anywhere give what the same functions give as C, and leave the same: they are inlined
# in the IR, from which models, C and the explorer come alike, so that none of these can notice a mistake there.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch
explore=$top_builddir/tests/differential/semantics/explore
differential=$top_builddir/tests/differential/differential
functions=8
seeds=8
! tap_all || seeds=80

returns=0 tried=0
for seed in $(seq $seeds); do
	"${AWK:-awk}" -v seed="$seed" -v functions=$functions -v spec="f$seed.gc" -v program="f$seed.c" \
		-f "$top_srcdir/tests/run/inlined.awk"
	returns=$((returns + $(grep -c 'return' "f$seed.c")))
	{
		${CC:-cc} -w -O0 -o program "f$seed.c" && ./program | tr ',' '\n' | sort >wanted &&
			"$GCDSL" compile "f$seed.gc" --target json -o out && "$explore" "out/f$seed.json"
	} >said 2>&1 || {
		grep -q 'more than .* variables' said && continue # of which the explorer has so many
		tap_not_ok "functions $seed can be tried" "$(cat said)"
		continue
	}
	tried=$((tried + 1))
	tr ' ,' '\n\n' <said | grep -E '^(gives|a|b)[0-9]+=' | sort >found
	tap_same "functions $seed, inlined" found wanted
	tap_run "functions $seed have a model" "$GCDSL" compile "f$seed.gc" --target promela -o out
done
tap_is 'nearly all are tried' "$([ "$tried" -gt $((seeds * 3 / 4)) ] && echo yes)" yes
tap_is 'functions return in the middle' "$([ "$returns" -gt $((seeds * functions * 3 / 2)) ] && echo often)" often
# What is compared is what the functions do.
sed 's/return [0-3];/return 1;/' f1.gc >wrong.gc
"$GCDSL" compile wrong.gc --target json -o out >/dev/null && "$explore" out/wrong.json >wrong
"$explore" out/f1.json >ends
tap_is 'another function gives something else' "$(cmp -s wrong ends || echo differs)" differs
if tap_all && command -v "${SPIN:-spin}" >/dev/null 2>&1 && command -v gcc >/dev/null 2>&1; then
	for seed in 4 5 6; do
		tap_is "the model of functions $seed does the same" "$("$differential" -e "f$seed.gc")" "f$seed.gc: same"
	done
fi
tap_done
