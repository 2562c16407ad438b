#!/bin/sh
# rules.sh: no rule of a memory module is there for nothing.
#
# Each rule is taken out of its module (rules.txt), one at a time, and the outcomes
# of a test of the suite must be others than with it.  All outcomes of these tests are
# claimed one way or the other, and suite.sh has the claims agree with the modules:
# so the test would fail without the rule.
#
# LITMUS_RULES=all: all rules.  Otherwise some of each module, as this takes a
# compiler's time for each.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'there is no SPIN'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
table=$top_srcdir/tests/litmus/rules.txt
support=$top_srcdir/promela-backend/support
tap_scratch
tap_quick_cc

some='plain-in-order load-behind-load not-between sc-later'
! tap_all || some="$some write-behind-access acquire sc-out"

# field N: prints field N of a line of the table.
field () {
	printf '%s\n' "$line" | sed 's/ | /|/g' | cut -d '|' -f "$1"
}

# outcomes FOLDER: prints the outcomes of the model there, one on each line.
outcomes () {
	(cd "$1" && "$SPIN" -a model.pml >spin.log 2>&1 &&
	 "$GCDSL_CC" -O0 -w -DSAFETY -DNOFAIR -DPRINTF -o pan pan.c >cc.log 2>&1 &&
	 ./pan -E -e -c0 -n -w16 -m20000 >pan.log 2>&1
	 sed -n 's/^ *@ outcome //p' pan.log | sort -u)
}

# model FOLDER FILE TEST MEMORY: makes the model.  The FILE rc11 has random programs, whose outcomes
# rc11.sh compares with RC11's axioms.
model () {
	file=$top_srcdir/examples/litmus/$2.gc
	if [ "$2" = rc11 ]; then
		file=rc11.gc
		"$top_builddir/tests/litmus/rc11/rc11" programs "${3#p}" 1 >rc11.gc
	fi
	"$GCDSL" compile "$file" --target promela --scenario "$3" --memory "$4" -o "$1" \
		>/dev/null 2>log || return 1
	mv "$1/$2-$3-$4.pml" "$1/model.pml"
}

# needed: whether the rule of $line makes a difference.
needed () {
	module=$(field 1) rule=$(field 2) memory=$(field 3) script=$(field 5)
	test=$(field 4)
	name=$memory-${test#* }
	if ! [ -d "$name" ]; then
		model "$name" "${test% *}" "${test#* }" "$memory" ||
			{ tap_not_ok "$module: $rule" 'no model' "$(cat log)"; return; }
		outcomes "$name" >"$name/outcomes"
	fi
	rm -rf without
	mkdir without
	cp "$name"/*.pml without
	sed "/rule: $rule /$script" "$support/$module.pml" >"without/$module.pml"
	if cmp -s "$support/$module.pml" "without/$module.pml"; then
		tap_not_ok "$module: $rule" 'the script changes nothing'
		return
	fi
	outcomes without >without/outcomes
	if ! [ -s "$name/outcomes" ] || ! [ -s without/pan.log ]; then
		tap_not_ok "$module: $rule" 'no outcomes' "$(cat without/*.log)"
	elif cmp -s "$name/outcomes" without/outcomes; then
		tap_not_ok "$module: $rule" "$name has the same outcomes without it"
	else
		tap_ok "$module: without $rule $name has other outcomes"
	fi
}

sed -n 's/^\([a-z0-9-]*\) | \([a-z-]*\) | .*/\1 \2/p' "$table" | sort -u >listed
for module in "$support"/memory-*.pml; do
	name=${module##*/}
	sed -n "s|.*/\* rule: \([a-z-]*\) .*|${name%.pml} \1|p" "$module"
done | sort >marked
tap_same 'each rule of a module is in the table' listed marked

grep ' | ' "$table" | grep -v '^#' >lines
while IFS= read -r line; do
	case ${LITMUS_RULES-}" $some " in
	all*|*" $(field 2) "*) needed ;;
	esac
done <lines
tap_done
