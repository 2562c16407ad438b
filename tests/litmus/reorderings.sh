#!/bin/sh
# reorderings.sh: how many reorderings an outcome needs (doc/model.md, "Weak memory").
#
# A model with a bound of 0 has the outcomes of sc, and one with a large bound those of the model
# without one.  The bound is put into models as `compile' writes them.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'there is no SPIN'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
examples=$top_srcdir/examples/litmus
tap_scratch
tap_quick_cc

# outcomes FOLDER: prints the outcomes of the model there, one on each line.
outcomes () {
	(cd "$1" && "$SPIN" -a model.pml >spin.log 2>&1 &&
	 "$GCDSL_CC" -O0 -w -DSAFETY -DNOFAIR -DPRINTF -o pan pan.c >cc.log 2>&1 &&
	 ./pan -E -e -c0 -n -w16 -m20000 >pan.log 2>&1
	 sed -n 's/^ *@ outcome //p' pan.log | sort -u)
}

# model FOLDER FILE TEST MEMORY [BOUND]
model () {
	"$GCDSL" compile "$2" --target promela --scenario "$3" --memory "$4" -o "$1" >/dev/null 2>log
	mv "$1/$(basename "$2" .gc)-$3-$4.pml" "$1/model.pml"
	[ -z "${5-}" ] || sed -i -e "s/^#define MEM_WINDOW.*/&\n#define MEM_REORDERINGS $5/" \
		-e 's/-> finish() }/\&\& mem_within -> finish() }/' \
		-e 's/if :: busy > 1 -> /if :: busy > 1 \&\& mem_within -> /' "$1/model.pml"
}

# bounded FILE TEST MEMORY
bounded () {
	rm -rf sc none zero large
	model sc "$1" "$2" sc
	model none "$1" "$2" "$3"
	model zero "$1" "$2" "$3" 0
	model large "$1" "$2" "$3" 200
	for folder in sc none zero large; do
		outcomes $folder >$folder.txt
	done
	tap_same "$2 $3: with a bound of 0 as under sc" zero.txt sc.txt
	tap_same "$2 $3: with a large bound as without one" large.txt none.txt
	tap_is "$2 $3: has outcomes" "$([ -s sc.txt ] && echo yes)" yes
}

# counted FILE TEST MEMORY RULE: without the rule of counting, the bound does not cut what it should.
counted () {
	rm -rf sc zero
	model sc "$1" "$2" sc
	model zero "$1" "$2" "$3" 0
	sed "/counts: $4 /s/mem_count(.*);*  *\/\*/skip; \/*/" zero/memory-buffers.pml >changed
	if cmp -s changed zero/memory-buffers.pml; then
		tap_not_ok "counts: $4" 'the script changes nothing'
		return
	fi
	mv changed zero/memory-buffers.pml
	outcomes sc >sc.txt
	outcomes zero >zero.txt
	tap_is "$2 $3: other outcomes than under sc if $4 does not count" \
		"$(cmp -s sc.txt zero.txt || echo other) $([ -s zero.txt ] && echo some)" 'other some'
}

# needs NUMBER FILE TEST MEMORY
needs () {
	"$GCDSL" trace "$2" --scenario "$3" --memory "$4" --results results >"$3-$4.txt" 2>&1
	case $1 in
	0) text='no reordering is needed: it happens under sc, too' ;;
	1) text='1 reordering is needed' ;;
	*) text="$1 reorderings are needed" ;;
	esac
	tap_is "$3 $4 needs $1" "$(sed -n '2s/: `.*//;2p' "$3-$4.txt")" "$text"
}

bounded "$examples/sb.gc" sb tso
needs 1 "$examples/sb.gc" sb tso
if tap_all; then
	bounded "$examples/mp.gc" mp pso
	bounded "$examples/lb.gc" lb relaxed
	bounded "$examples/coherence.gc" corwr relaxed
	bounded "$examples/fences.gc" mp_fence_pair relaxed
	bounded "$examples/rmw_orders.gc" add_then_load relaxed
	counted "$examples/sb.gc" sb tso load
	counted "$examples/mp.gc" mp pso perform
	counted "$examples/lb.gc" lb relaxed perform

	# A single store is late, of either thread: `turn' is enough.
	needs 1 "$examples/mutex/peterson.gc" peterson_no_fence tso
	needs 1 "$examples/mutex/peterson.gc" peterson_no_fence pso
	# want0 = 1 is in memory after turn = 1, which comes later in its thread.
	needs 1 "$examples/mutex/peterson.gc" peterson_fence_before_if pso
	tap_is 'the pair of stores' "$(sed -n '2s/.*needed: //p' peterson_fence_before_if-pso.txt)" \
		'`want0 = 1` of thread 1 (step 1), which its later `turn = 1` (step 3) overtakes'

	cat >more.gc <<-'END'
	litmus two_pairs {
	  location x = 0, y = 0, v = 0, w = 0;
	  thread { store(x, 1, relaxed); let a = load(y, relaxed); }
	  thread { store(y, 1, relaxed); let b = load(x, relaxed); }
	  thread { store(v, 1, relaxed); let c = load(w, relaxed); }
	  thread { store(w, 1, relaxed); let d = load(v, relaxed); }
	  allowed (a == 0 and b == 0 and c == 0 and d == 0) under tso;
	}
	litmus none_is_late {
	  location x = 0;
	  thread { store(x, 1, relaxed); }
	  thread { let a = load(x, relaxed); }
	  allowed (a == 1) under tso;
	}
	END
	needs 2 more.gc two_pairs tso
	needs 0 more.gc none_is_late tso
	"$GCDSL" trace more.gc --scenario two_pairs --results results --reorderings 1 >out 2>&1
	tap_is 'two_pairs: at most 1' "$(sed -n 2p out)" 'no run with at most 1 reordering happens'
fi
tap_done
