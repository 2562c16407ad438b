#!/bin/sh
# The most general client: states that differ in names only are merged, and
# nothing else is; what it finds is found without, and told with stable names.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
spec=$top_srcdir/tests/run/client.gc
builtin=none_lost,no_freed_access,unit_unique,no_stranded

# both SCENARIO OPTION…: prints the verdict, without and with merging.
both () {
	model "$spec" "$@"
	plain=$model_verdict plain_states=$model_states
	model "$spec" "$@" -c
	tap_is "$*: the same verdict with states merged" "$model_verdict" "$plain"
}
for scenario in two_objects $(! tap_all || echo three_objects two_mutators); do
	both $scenario -p $builtin
	tap_is "$scenario holds" "$model_verdict" holds
	[ "$model_states" -lt "$plain_states" ] && tap_ok "$scenario: fewer states" ||
		tap_not_ok "$scenario: fewer states" "$model_states of $plain_states"
done
! tap_all || both two_objects -p stays_marked
for mutant in $(! tap_all || echo no_barrier white); do
	both three_objects -p $builtin -m $mutant
	tap_is "$mutant is found" "$model_verdict" none_lost
done

if tap_all; then
	both two_objects -p garbage_freed
	tap_is 'garbage that stays is found' "$model_verdict" garbage_freed

	# An object that only a unit of a loop over all objects refers to is still seen.
	both two_objects -p lists_live
	tap_is 'a unit about garbage is found' "$model_verdict" lists_live
fi

# Garbage is forgotten only where no kernel can notice it. If it were always forgotten, this failure
# would be missed.
both two_objects -p no_freed_access -m looks
tap_is 'a look at what garbage refers to is found' "$model_verdict" no_freed_access
model_edit='s/^#define CANON_FORGETS 0/#define CANON_FORGETS 1/' \
	model "$spec" two_objects -p no_freed_access -m looks -c
tap_is 'it is not when garbage is forgotten' "$model_verdict" holds

# orbits DIRECTORY EDIT [EDIT]: writes to ./orbits the least forms of all states that the model in
# DIRECTORY reaches, after editing canonical.pml. With FORGETS 0 garbage is not wiped, so only names
# differ.
orbits () {
	rm -rf edited
	cp -r "$1" edited
	{
		echo 'c_code { static void canon_show(void) {'
		echo 'static unsigned long seen[1 << 20]; unsigned long hash = 14695981039346656037UL, at; int i;'
		echo 'for (i = 0; i < CANON_ELEMENTS + CANON_ROOTS; i++) hash = (hash ^ canon_new[i]) * 1099511628211UL;'
		sed -n 's/^\tnow\.\([a-z_0-9A-Z]*\) = 0;$/hash = (hash ^ (int)now.\1) * 1099511628211UL;/p' \
			edited/model.pml
		echo 'for (at = hash >> 44; seen[at] && seen[at] != hash; at = (at + 1) & ((1 << 20) - 1)) ;'
		echo 'if (!seen[at]) fprintf(stderr, "@@ %lx", hash), fputc(10, stderr); seen[at] = hash; } }'
	} >show.pml
	sed -i -e '/^#include "canonical.pml"/{
r show.pml
N
}' -e 's/^#define CANON_FORGETS 1/#define CANON_FORGETS 0/' edited/model.pml
	sed -i -e "$2" -e "${3-}" edited/canonical.pml
	(cd edited && "$SPIN" -a model.pml && $GCDSL_CC -O0 -w -DSAFETY -DNOREDUCE -DNOFAIR -o pan pan.c &&
		./pan -E -b -n -m1000000 2>lines) >orbits.out 2>&1
	grep '^@@' edited/lines | LC_ALL=C sort >orbits
	rm -rf edited
}
merged='s/^	canon_scatter();/	canon_scatter(); canon_show();/'
apart='s/^	canon_scatter();/	canon_show();/'
# With one root for each mutator: the names of several are in one_step, which is the last because
# the mutants below begin with its model.
sed '/^scenario two_mutators/s/mutators 2 /mutators 2 roots 1 /' "$spec" >roots.gc
# One operation is enough, but for all mistakes.
tap_all || sed -i '/^scenario one_step/s/any 2 steps/any 1 steps/' roots.gc
for scenario in $(! tap_all || echo two_mutators) one_step; do
	rm -rf plain
	"$emit_model" -c -p $builtin roots.gc $scenario plain
	orbits plain "$apart"
	mv orbits orbits.apart
	orbits plain "$merged"
	tap_is "$scenario: there are states" "$([ "$(wc -l <orbits)" -gt 500 ] && echo yes)" yes
	if cmp -s orbits orbits.apart; then
		tap_ok "$scenario: from the least form of a state the same is reached as from the state"
	else
		tap_not_ok "$scenario: from the least form of a state the same is reached" \
			"$(wc -l orbits orbits.apart)"
	fi
done
# It is noticed if the elements of an array stay where they are when objects are renamed, and if
# references keep the old names.
number () { # of the array NAME among all
	sed -n '/^static const struct canon_group/,/^};/p' plain/model.pml |
		awk -v name="$1" '$0 ~ "/[*] " name { print NR - 2; exit }'
}
for name in $(! tap_all || echo live pending_mark_obj buffered_mark_obj holds_scan_obj); do
	orbits plain "$merged" "s/^\t\t\tcanon_source\[form\].*/if (i == $(number $name)) to = j; &/"
	tap_is "$name is not renamed: noticed" "$(cmp -s orbits orbits.apart || echo noticed)" noticed
done
if tap_all; then
	orbits plain "$merged" 's/if (canon_values\[element\] == 1)/if (0)/'
	tap_is 'slots keep their values: noticed' "$(cmp -s orbits orbits.apart || echo noticed)" noticed
fi
orbits plain "$merged" 's/return canon_values\[element\] == 2/return 0/'
tap_is 'operations under way keep their values: noticed' \
	"$(cmp -s orbits orbits.apart || echo noticed)" noticed

tap_rest
# The program prints the story, whichever foldings are sound, with stable names.
"$GCDSL" trace "$spec" --results results --scenario three_objects --mutant no_barrier >story 2>err
tap_is 'a story is told' "$?" 0
tap_is 'it says what it begins with' "$(grep -c '^it begins with:' story)" 1
tap_is 'it is short' "$([ "$(grep -c '^ *[0-9]*  [0-9]*:' story)" -le 40 ] && echo yes)" yes
awk '	# every read finds what was last written there, by name
	{ line = $0 }
	/^it begins/ { begin = 1 }
	begin && / field \{/ { slot[$1] = $(NF - 1) }
	/^ *[0-9]+  / { begin = 0
		while (match(line, /[a-z0-9]+\.field\[0\] (is|=) [a-z0-9]+/)) {
			split(substr(line, RSTART, RLENGTH), part, / +/)
			object = part[1]; sub(/\..*/, "", object)
			if (part[2] == "is" && (object in slot) && slot[object] != part[3]) print NR ": " $0
			slot[object] = part[3]
			line = substr(line, RSTART + RLENGTH)
			looked++
		}
		if (match($0, /= new[0-9]+, just allocated/)) slot[substr($0, RSTART + 2, RLENGTH - 18)] = "null"
	}
	END { if (!looked) print "no slot was read or written" }' story >wrong
tap_is 'names are those of the same objects throughout' "$(cat wrong)" ''
"$GCDSL" trace "$spec" --results results --scenario three_objects --mutant no_barrier --json >events 2>err
tap_is 'the same as JSON' "$(grep -c '"event":"step"' events)" "$(grep -c '^ *[0-9][0-9]*  [0-9]*:' story)"

# A folding that is not sound here is left out, without a message.
model_once "$spec" a_script -m unmarks
tap_is 'the model says that a folding is not sound' "$model_verdict" fold
"$GCDSL" verify "$spec" --fold=all --results results --mutant unmarks --scenario a_script >out 2>err && status=0 ||
	status=$?
tap_is 'verify has a verdict all the same' "$(grep -c 'unmarks .*caught by\|unmarks .*NOT CAUGHT' out)" 1
tap_is 'and says nothing of foldings' "$(grep -ci 'fold' out err | tr '\n' ' ')" 'out:0 err:0 '

# Options.
refused () { # DESCRIPTION WHAT-IS-SAID ARGUMENT…
	what=$1 said=$2
	shift 2
	"$GCDSL" "$@" >out 2>err && status=0 || status=$?
	tap_is "$what" "$status $(grep -c "$said" err)" '2 1'
}
refused 'canonical: a word that it does not know' 'canonical cannot be' verify --canonical=maybe "$spec"
refused 'fold: a name that it does not know' 'there is no reduction' verify --fold=claim "$spec"
refused 'until: a name that it does not know' 'no bucket and no phase' verify --until=markin "$spec"
refused 'scripts have names' 'most general client' compile --target promela -o d --canonical=yes \
	--scenario a_script "$spec"
refused 'C has no foldings' 'only for --target promela' compile --target c -o d --no-fold "$spec"
"$GCDSL" compile --target promela -o d --scenario two_objects "$spec" >out 2>err
tap_is 'models for reading have no C' "$(grep -c c_code d/client.pml)" 0
"$GCDSL" compile --target promela -o d --scenario two_objects --no-fold "$spec" >out 2>err
tap_is 'no folding at all' "$(grep -c '^ \* foldings, .*: none$' d/client.pml)" 1
"$GCDSL" verify "$spec" --results results --scenario two_objects --until marking --no-mutants \
	--property none_lost >out 2>err &&
	status=0 || status=$?
tap_is 'a run can be cut where a phase ends' "$status" 3
tap_done
