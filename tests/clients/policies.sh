#!/bin/sh
# policies.sh: programs on a collector that asks the embedder which objects move: whose answers differ, who defines
# none, and who answers what is no answer.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch
here=$top_srcdir/tests/clients runtime=$top_srcdir/runtime clients=$top_srcdir/examples/clients

tap_run 'the collector becomes C' "$GCDSL" compile "$top_srcdir/tests/run/choosy.gc" --target c -o choosy
tap_is 'answers have names' "$(grep -o 'CHOOSY_POLICY_[a-z_]*' choosy/choosy-names.h | tr '\n' ' ')" \
	'CHOOSY_POLICY_wanted_stay CHOOSY_POLICY_wanted_move CHOOSY_POLICY_wanted_pin '
# In the short form the C is compiled, and no more.
sh_flags="-std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -I$runtime/api -I$runtime/src -I$clients -Ichoosy"
# shellcheck disable=SC2086 # lists of words
compiles () { ${CC:-cc} $sh_flags -DGC_ATTRS='"choosy-attrs.h"' -DGC_EMBEDDER='"client-embedder.h"' "$@" \
	-fsyntax-only choosy/choosy.c; }
tap_run 'which compiles without answers' compiles
tap_run 'and with them' compiles -include "$here/policies.h"
tap_run 'also if a function of the program answers' compiles -DANSWERS_LINKED -include "$here/policies.h"
tap_all || tap_done

. "$top_srcdir/tests/clients/moving.sh"
build () { moving_build choosy choosy "$@"; }
runs () { moving_runs "$1" 2; }
# moved OUTPUT: in each round "none", "some" or "all"
moved () {
	timeout 60 "$1/moves" >rounds 2>&1 || { cat rounds; return; }
	sed 's/^moved 0 of 201$/none/; s/^moved 201 of 201$/all/; s/^moved [0-9]* of 201$/some/' rounds | tr '\n' ' '
}
answers="-include $here/policies.h"
if build silent -O1 -DGCRT_DEBUG=1; then
	tap_is 'who defines no answers moves nothing' "$(moved silent)" 'none none none none '
	runs silent
fi
# shellcheck disable=SC2086 # two words
{
	if build debug -O1 -DGCRT_DEBUG=1 $answers; then
		tap_is 'some objects move, and have what they had' "$(moved debug | cut -d' ' -f1)" some
		runs debug
	fi
	build release -O2 $answers && tap_is 'release: some objects move' "$(moved release | cut -d' ' -f1)" some
	build asan -O1 -DGCRT_DEBUG=1 -fsanitize=address,undefined $answers && tap_run 'asan: stress' timeout 120 asan/stress -m 2 -w 3 -i 600 -n 128 -x 2 -S 5
	build tsan -O1 -fsanitize=thread $answers && runs tsan
	if build wrong -O1 -DGCRT_DEBUG=1 -DANSWERS_WRONG $answers; then
		timeout 60 wrong/moves >out 2>&1
		tap_is 'an answer that is none is noticed' \
			"$(grep -c 'choosy.gc:[0-9]*: 3 leaves the range of its type, 0 .. 2' out)" 1
	fi
}
tap_done
