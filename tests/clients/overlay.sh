#!/bin/sh
# overlay.sh: a reference that lies over its object.  Programs run on collectors that copy, with and without spaces, and
# store where the copy is over the original: with the checks of the debug runtime, with sanitizers, and recorded.  The
# embedder may say over which word.  Who uses an object afterwards, or the reference before, is noticed.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch
here=$top_srcdir/tests/clients
. "$here/moving.sh"

# collector FOLDER SED: the C of FOLDER.gc, changed, and without its mutants
collector () {
	sed "/^mutant/,\$d; $2" "$1.gc" >changed.gc
	rm -rf "$1"
	tap_run "$1: it becomes C" "$GCDSL" compile changed.gc --target c -o "$1"
}
cp "$top_srcdir/tests/run/overlay.gc" overlay_copying.gc
sed -f "$here/overlaid.sed" "$top_srcdir/examples/semispace.gc" >semispace.gc
tap_is 'a reference lies over objects' "$(grep -c '^  overlay fwd : ' semispace.gc)" 1
tap_is 'and is stored and loaded there' "$(grep -c 'store(o.fwd, n, release)' semispace.gc) $(grep -c 'return load(o.fwd)' semispace.gc)" '5 4'
for name in semispace overlay_copying; do
	collector $name ''
	tap_is "$name: kernels look into the object" "$(grep -o 'gcrt_overlay_to_[a-z]*' $name/$name.c | sort | uniq -c | tr -s ' ' '\n' | tail -n +2 | tr '\n' ' ')" \
		'1 gcrt_overlay_to_load 1 gcrt_overlay_to_store '
	tap_is "$name: and not into a table" "$(grep -c 'gcrt_reference(' $name/$name.c)" 0
done

# ---- where it lies
tap_run 'the first word, as a rule' compiles
tap_run 'or another one' compiles -DGC_COLLECTOR_OVERLAY_OFFSET=8
refused 'a part of a word' 'is no multiple of a word' -DGC_COLLECTOR_OVERLAY_OFFSET=4
refused 'a word before the object' 'is before the object' -DGC_COLLECTOR_OVERLAY_OFFSET=-8
cp semispace.gc stopped.gc
cat >semispace.gc <<'END'
collector semispace;
object { state : { fresh, moved } = fresh;  overlay fwd : ref when state == moved;  field : ref[]; }
work move(o : ref) set {
  let n = alloc(o);
  if n != null { copy(o, n);  store(o.fwd, n, release);  swap(o.state, moved, acq_rel); }
}
bucket every { move } fill for o : object  emit move(o);
cycle gc from requested to drained(every);
END
collector semispace ''
refused 'to say nothing, where objects become references while the program runs,' 'define GC_COLLECTOR_OVERLAY_OFFSET'
tap_run 'to say it is not' compiles -DGC_COLLECTOR_OVERLAY_OFFSET=0
mv stopped.gc semispace.gc
collector semispace 's/^  data  : word/  header was : ref = null;\
  data  : word/'
refused 'the word of the collector' 'is that of the collector.*s word' -DGC_COLLECTOR_OVERLAY_OFFSET=8 -DGC_COLLECTOR_WORD_OFFSET=8
collector semispace ''
tap_all || tap_done

# ---- programs
for name in semispace overlay_copying; do
	build () { moving_build $name $name "$name-$1" $2; }
	if build debug '-O1 -DGCRT_DEBUG=1'; then
		moving_runs $name-debug 4
		tap_run "$name: recorded" timeout 120 $name-debug/gcbench -m 1 -w 3 -d 6 -x 8 -o trace=trace.json,trace-heap=1000,trace-size=4m
		tap_run "$name: the record is a trace" "$GCDSL" events trace.json
	fi
	build release -O2 && moving_runs $name-release 4
	build asan '-O1 -DGCRT_DEBUG=1 -fsanitize=address,undefined' && moving_runs $name-asan 4
	build closed '-O1 -fsanitize=address' && moving_runs $name-closed 4
	build tsan '-O1 -fsanitize=thread' && moving_runs $name-tsan 4
done
if [ -x semispace-debug/gcbench ]; then
	tap_run 'recorded with all objects' timeout 120 semispace-debug/gcbench -m 1 -w 3 -d 5 -x 8 -o trace=trace.json,trace-heap=100000,trace-size=64m
	tap_run 'the record shows what lies over objects' grep -q '"op":"changed","order":null,"location":"o[0-9]*\.fwd"' trace.json
fi

# ---- originals that stay, and to which the collector itself refers: the checks of the heap pass over their shape
collector overlay_copying 's/^  overlay fwd/  prev : ref = null;\
&/; s/^  store(o.fwd, n);/  store(n.prev, o);\
&/; s/^  else  free(o);/  else  if load(o.state) == fresh  free(o);/'
moving_build overlay_copying overlay_copying stays -O1 -DGCRT_DEBUG=1 &&
	tap_run 'originals that stay' timeout 120 stays/gcbench -m 1 -w 2 -d 6 -x 64 -o trace=trace.json,trace-heap=1000,trace-size=4m

moving_build semispace semispace second -O1 -DGCRT_DEBUG=1 -DGC_COLLECTOR_OVERLAY_OFFSET=8 && moving_runs second 4

# ---- mistakes
# noticed WHAT SAYS [FLAG…]: by the debug build
noticed () {
	what=$1 says=$2
	shift 2
	PROGRAMS=gcbench sh "$here/build.sh" semispace wrong -O1 -DGCRT_DEBUG=1 "$@" >message 2>&1 || { tap_not_ok "$what" "$(tail message)"; return; }
	timeout 60 wrong/gcbench -m 1 -w 2 -d 7 -x 4 >out 2>&1 && tap_not_ok "$what" 'nothing was noticed' ||
		tap_is "$what" "$(grep -c "$says" out)" 1
}
collector semispace 's/emit scan(n);/emit scan(o);/'
noticed 'a loop over slots of what is left' 'is visited, and a reference lies over it'
collector semispace 's/copy(o, n); *$//; s/store(o.fwd, n, release); /&  copy(o, n); /'
noticed 'a copy of what is left' 'is looked at, and a reference lies over it'
collector semispace 's/let g = await .*/let g = load(o.state);/; s/if claim(o) == fresh {/let b = cas(o.state, fresh, busy);  if b == fresh and o in from { let x = load(o.fwd);/'
noticed 'a load of what nobody has stored' 'is loaded, and nothing was stored over it'
collector semispace 's/    emit scan(n);/    swap(o.state, busy);  let x = load(o.fwd);  swap(o.state, moved, acq_rel);  emit scan(x);/'
noticed 'a load where nothing tells that it is there' 'is loaded while its .state. is not 2'
collector semispace 's/swap(s, forward(o), acq_rel);/{ let n = forward(o);  if n == o  swap(s, n, acq_rel); }/; s/free(from);  resume/resume/'
noticed 'an original to which a slot still refers' 'although its copy is'
collector semispace ''
noticed 'an object without the word' 'which do not have the word at byte 4096' -DGC_COLLECTOR_OVERLAY_OFFSET=4096
tap_done
