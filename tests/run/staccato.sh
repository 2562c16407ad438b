#!/bin/sh
# The protocol of Staccato, which copies objects word by word beside mutators: it holds under every memory model, and
# without the fence of its handshake a store of a mutator that is late gets lost.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin any
spec=$top_srcdir/examples/staccato.gc

# under MEMORY SED: what the row of the specification so changed says of `faithful'
under () {
	sed "/^mutant/,\$d; $2" "$spec" >changed.gc
	"$GCDSL" verify --no-mutants --scenario writer --property faithful --memory "$1" changed.gc >out 2>&1
	sed -n 's/^writer  *any  *[a-z]*  *\([a-z ]*[a-z]\)  *holds  .*/\1/p' out | sed 's/  *$//'
}
fence='/^work order/s/fence(seq_cst);//'
tap_is 'the published protocol under pso' "$(under pso '')" holds
tap_is 'without the fence under pso' "$(under pso "$fence")" 'faithful fails'
tap_rest

tap_quick_cc
"$GCDSL" trace --scenario writer --mutant no_fence --memory pso "$spec" >story 2>&1
tap_is 'the delayed store is all that is needed' "$(grep -c '^1 reordering is needed: .a.data\[0\] = 1. of mutator m' story)" 1
tap_is 'without the fence under sc' "$(under sc "$fence")" holds
tap_is 'without the fence under tso, where stores are performed in their order' \
	"$(under tso "$fence")" holds
tap_is 'without the fence under relaxed' "$(under relaxed "$fence")" 'faithful fails'
tap_is 'a copy that is committed by a relaxed CAS, under relaxed' \
	"$(under relaxed 's/copying, n, acq_rel/copying, n, relaxed/')" 'faithful fails'
tap_is 'the same under pso, where a CAS orders stores' "$(under pso 's/copying, n, acq_rel/copying, n, relaxed/')" holds
tap_run 'all cells and mutants' "$GCDSL" verify "$spec"
tap_done
