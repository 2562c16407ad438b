#!/bin/sh
# rc11.sh: random programs have the outcomes under c11 that RC11's axioms give them, where all
# executions are enumerated (tests/litmus/rc11).  What the axioms allow must be reached.  What
# they forbid may be reached only in the programs of `weaker', by doc/memory.md's exception.
#
# RC11_FIRST and RC11_COUNT: which programs, otherwise a few whose executions are soon enumerated, or, if all is to be
# tried, those that find most mutants.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'there is no SPIN'
rc11=$top_builddir/tests/litmus/rc11/rc11
tap_scratch
tap_quick_cc

some='13 26 114'
tap_all && some='3 7 9 13 26 43 45 69 81 114'

if [ -n "${RC11_COUNT-}" ]; then
	"$rc11" programs "${RC11_FIRST:-0}" "$RC11_COUNT" >programs.gc
	"$rc11" outcomes "${RC11_FIRST:-0}" "$RC11_COUNT" >outcomes
else
	for program in $some; do
		"$rc11" programs "$program" 1 >>programs.gc
		"$rc11" outcomes "$program" 1 >>outcomes
	done
fi
sort outcomes >axioms
"$GCDSL" litmus --memory c11 programs.gc >out 2>err
awk '/^Test /{ test = $2 } /^[rxyz][0-9]*=/{ print test " " $0 }' out | sort >model
comm -23 axioms model >stronger
comm -13 axioms model >weaker
programs=$(grep -c '^litmus ' programs.gc)
tap_is "$programs programs have outcomes" "$(grep -c '^States ' out)" "$programs"
tap_is 'what RC11 allows is reached' "$(cat stronger)" ''
tap_is 'what RC11 forbids is not' "$(cat weaker)" ''

# The release sequences of RC11 are the stronger ones. This program distinguishes them.
"$rc11" outcomes sequence | sort >axioms
"$rc11" printed sequence | sort >printed
tap_is 'a later store of the thread belongs to a release sequence in the paper only' \
	"$(comm -3 axioms printed)" 'sequence r0=2; r1=0; x=1; y=2;'
tap_done
