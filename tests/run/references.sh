#!/bin/sh
# References as metadata: a collector that marks with them, what is reachable through them, what clients begin with,
# and how replays and the IR name them.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
retain=$top_srcdir/tests/run/retain.gc
spec=$top_srcdir/tests/run/references.gc

if tap_all; then
	tap_run 'a collector that marks with references: all cells and mutants' "$GCDSL" verify "$retain"
	tap_run 'held back, any, tags, null: all cells' "$GCDSL" verify "$spec"
else
	tap_run 'a collector that marks with references' "$GCDSL" verify --no-mutants --scenario any_client \
		--memory relaxed "$retain"
fi

# A replay names objects and tags, in a state and in operations.
"$GCDSL" trace "$retain" --mutant racy_claim --scenario diamond --json >trace.json 2>message || :
tap_is 'a tag and an object in operations' "$(grep -o '"found":"busy","stored":"[abc]"' trace.json | sort -u | head -n 1)" \
	'"found":"busy","stored":"a"'
grep -q '"metadata":{"from":"busy"}' trace.json && tap_ok 'a tag in a state' || tap_not_ok 'a tag in a state'
grep -q '"metadata":{"from":null}' trace.json && tap_ok 'null in a state' || tap_not_ok 'null in a state'
tap_run 'the trace has no mistake' "$GCDSL" events trace.json

# What is reachable through metadata alone is reachable for `gcdsl events', too, because the heading names it.
"$GCDSL" trace "$spec" --scenario any_heap --memory sc --property no_ref --json >alone.json 2>message || :
tap_run 'a trace with an object that only metadata refers to' "$GCDSL" events alone.json
sed 's/,"references":\["last"\]//' alone.json >unnamed.json
tap_is 'the same, when the heading does not say so' "$("$GCDSL" events unnamed.json 2>&1 | sed -n '1s/^[^ ]* //p')" \
	"start.heap[1].reachable: nothing leads to \`b' [state]"

# Texts of the IR.
"$GCDSL" compile "$spec" --target ir -o out >message 2>&1
tap_is 'types and values in the IR' "$(sed -n 's/ *\/\/.*//; s/^ *\(last : .*\)/\1/p' out/references.ir)" \
	'last : ref | { none, some } = none;'
"$GCDSL" compile "$spec" --target json -o out >message 2>&1
tap_is 'in the JSON' "$(tr -d ' \n' <out/references.json | grep -o '"type":"ref","tags":\["none","some"\],"initial":"none"')" \
	'"type":"ref","tags":["none","some"],"initial":"none"'

# What is wrong.
cat >wrong.gc <<'END'
collector wrong;
object { a : ref | { t1, t2, t3, t4, t5, t6, t7, t8, t9 } = t1;  b : ref | { u1, u2, u3, u4, u5, u6, u7, u8 } = null;  field : ref[]; }
work wait(o : ref) set { store(o.a, t2);  store(o.b, u8); }
cycle gc from requested to drained(every);
bucket every { wait }  fill for o : object  emit wait(o);
scenario s { objects x;  mutator m (stack = { x }) { collect; } }
END
"$GCDSL" compile wrong.gc --target ir -o out >message 2>&1 && status=0 || status=$?
tap_is 'too many tags of references are refused' "$status $(grep -c 'E0116' message)" '2 1'
sed 's/, u8 }/ }/; s/, u8)/, u7)/' wrong.gc >right.gc
tap_run 'as many as there can be' "$GCDSL" verify right.gc
sed 's/objects x;/objects x;  x.a = y;/' right.gc >wrong.gc
tap_run_status 'an object that the scenario does not have' 2 "$GCDSL" check wrong.gc
tap_rest

# In a client's run objects get other names, and what is held back as well.
cat >held.gc <<'END'
collector held;
object { last : ref = null;  mark : bit = 0;  field : ref[]; }
work wait() once { fence(seq_cst); }
barrier before_store(o, s, new) { if new != null and new != o { store(o.last, new);  store(o.mark, 1); } }
cycle gc from requested to drained(every);
bucket every { wait }  fill emit wait();
property ordered = always forall o (marked(o) implies peek(o.last) != null);
scenario s { objects 2 slots 1;  mutators 1 roots 2 any 1 steps; }
verify { memory pso; expect ordered hold; }
END
"$GCDSL" trace held.gc --json >held.json 2>message || :
stored=$(grep -o '"location":"[a-z]*.last","found":null,"stored":"[a-z]*"' held.json | head -n 1)
case $stored in
*'"a.last"'*'"b"' | *'"b.last"'*'"a"') tap_ok "what is held back has its object's name ($stored)" ;;
*) tap_not_ok "what is held back has its object's name" "$stored" "$(cat message)" ;;
esac
tap_done
