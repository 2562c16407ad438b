#!/bin/sh
# C of references as metadata: what is generated; programs that run on a collector that marks with references; debug builds
# notice a reference in metadata to what has been freed; the models of the collector and its C end alike.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
build=$top_srcdir/tests/clients/build.sh
spec=$top_srcdir/tests/run/retain.gc
PROGRAMS=stress
export PROGRAMS

if ! "$GCDSL" compile "$spec" --target c -o right >message 2>&1; then
	tap_not_ok 'a collector with references becomes C' "$(cat message)"
	tap_done
fi
tap_is 'a claim and its answer' "$(grep -c 'gc_ref_is_null(gc_ref(gcrt_cas_word(gcrt_reference(o_, RETAIN_META_from), (uintptr_t)0, (uintptr_t)1, relaxed, relaxed)))' right/retain.c)" 1
tap_is 'an exchange' "$(grep -c 'gc_ref(gcrt_swap_word(gcrt_reference(o_, RETAIN_META_from), gc_ref_value(by_), release));' right/retain.c)" 1
tap_is 'a comparison with a tag' "$(grep -c 'if (gc_ref_value(found_[0-9]*_) == 1) {' right/retain.c)" 1
tap_is 'the table' "$(grep -c '{ .name = "from", .initial = 0, .at_rest = 0, .is_reference = true },' right/retain.c)" 1
tap_is 'the tags' "$(grep -c '[.]tags = retain_tags, [.]tag_count = 1,' right/retain.c)" 1
tap_rest

# What each object refers to is never forgotten.
sed -e '/^mutant/,$d' -e 's/^  field : ref/  last  : ref = null;\n&/' \
	-e '/^work scan/,/^}/s/if t != null  emit find(t, o);/if t != null { store(t.last, o);  emit find(t, o); }/' \
	"$spec" >forgets.gc
mkdir -p wrong
mv forgets.gc wrong/retain.gc
"$GCDSL" compile wrong/retain.gc --target c -o wrong >message 2>&1 || tap_not_ok 'the one that forgets becomes C' "$(cat message)"

runs () { # FOLDER THREADS
	timeout 120 "$1/stress" --seed=1 --mutators="$2" --workers="$2" --iterations=20000 --nodes=1024 >output 2>&1
}
for kind in debug release; do
	flags=-O2
	[ $kind = release ] || flags='-O1 -DGCRT_DEBUG=1'
	# shellcheck disable=SC2086 # several flags
	if sh "$build" right right/$kind $flags >message 2>&1; then
		runs right/$kind 2 && tap_ok "$kind: stress" || tap_not_ok "$kind: stress" "$(tail -n 5 output)"
	else
		tap_not_ok "$kind: builds" "$(tail -n 20 message)"
	fi
done
if sh "$build" -r right/debug wrong wrong/debug -O1 -DGCRT_DEBUG=1 >message 2>&1; then
	! runs wrong/debug 1 && grep -q 'gcdsl runtime: object .*, last, refers to .*, which has been freed' output &&
		tap_ok 'a reference in metadata to what was freed is noticed' ||
		tap_not_ok 'a reference in metadata to what was freed is noticed' "$(tail -n 5 output)"
else
	tap_not_ok 'the one that forgets builds' "$(tail -n 20 message)"
fi

if ! command -v "${SPIN:-spin}" >/dev/null || ! command -v gcc >/dev/null; then
	tap_skip 'models and C end alike' 'spin or gcc is not installed'
else
	tap_is 'models and C end alike' "$("$GCDSL" agree "$spec" --scenario pair 2>message | sed -n 's/^pair .*  //p')" equal
	leaves=$top_srcdir/tests/agree/leaves.gc
	tap_is 'also where references to new objects and tags are left' \
		"$("$GCDSL" agree "$leaves" 2>message | sed -n 's/^s .*  //p')" equal
	"$GCDSL" trace "$leaves" --json >story.json 2>message || :
	tap_is 'the C does what the model does' \
		"$("$GCDSL" explore "$leaves" --follow story.json --directed 2>message | grep -c '^VIOLATION: live')" 1
	sed 's/"stored":"gone"/"stored":"none"/' story.json >other.json
	tap_is 'and no other tag' "$("$GCDSL" explore "$leaves" --follow other.json --directed 2>message |
		sed -n '$p')" 'new1.last: the model has none, the C has gone'
fi
tap_done
