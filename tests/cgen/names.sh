#!/bin/sh
# names.sh: no name of a specification clashes with one of C, its library or the
# runtime, and no name of a file spoils what is made of it.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
here=$top_srcdir/tests/cgen
flags="-std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror"
runtime="-I$top_srcdir/runtime/api -I$top_srcdir/runtime/src -I$top_srcdir/examples/clients -I$here"

# compiles FOLDER NAME FLAG…: compiles the collector in FOLDER, which is the first folder for
# headers.  Names are checked before anything is optimised: -fsyntax-only is enough.
compiles () {
	folder=$1
	name=$2
	shift 2
	# shellcheck disable=SC2086 # several flags
	"${CC:-cc}" $flags "$@" -c -o out.o -I"$folder" $runtime -DGC_ATTRS="\"$name-attrs.h\"" \
		-DGC_EMBEDDER='"embedder-with-warnings.h"' "$folder/$name.c"
}

# ---- locals; names without a use; names that only an observer uses; orders

tap_run "awkward.gc becomes C" "$GCDSL" compile "$here/awkward.gc" --target c -o awkward
tap_run "awkward.c has no warning" compiles awkward awkward -O2
tap_run "awkward.c has no warning in a debug build" compiles awkward awkward -O0 -DGCRT_DEBUG=1

# ---- collectors

for name in sched time string limits stw_h gc gcrt gc_ref GC_edge _stw EOF; do
	sed "s/^collector stw;/collector $name;/" "$top_srcdir/examples/stw.gc" >collector.gc
	mkdir -p "c-$name"
	"$GCDSL" compile collector.gc --target c -o "c-$name" >message 2>&1 || cat message
	file=$(basename "$(ls "c-$name"/*-attrs.h)" -attrs.h)
	tap_run "a collector that is called $name" compiles "c-$name" "$file" -fsyntax-only
done

# Names of kinds and buckets that are the same when put together.
cat >together.gc <<'EOF'
collector together;
object { mark : bit = 0;  field : ref[]; }
work c(o : ref) bag { store(o.mark, 1);  emit b_c(o) into a;  emit b_c(o) into x; }
work b_c(o : ref) bag { if load(o.mark) == 0  emit c(o) into a_b;  else  emit c(o) into y; }
work go() once { for m : mutator  for s in m.roots { let r = load(s);  if r != null  emit c(r) into y; } }
cycle gc from requested to drained(a) and drained(a_b) and drained(x) and drained(y);
bucket begin_gc { go }  fill emit go();
bucket a_b { c };
bucket a   { b_c };
bucket x   { b_c };
bucket y   { c };
EOF
tap_run "two queues with one name become C" "$GCDSL" compile together.gc --target c -o together
tap_run "and are told apart" compiles together together -fsyntax-only

# ---- files

i=0
for file in 'a"b' "a\\b" "$(printf 'a\nb')" 'a*b??' "a'b %s"; do
	i=$((i + 1))
	cp "$top_srcdir/examples/stw.gc" "$file.gc"
	"$GCDSL" compile "$file.gc" --target c -o "f$i" >message 2>&1 || cat message
	tap_run "a file with strange characters ($i), in C" compiles "f$i" stw -fsyntax-only
	cp "$top_srcdir/examples/litmus/sb.gc" "$file-l.gc"
	"$GCDSL" compile "$file-l.gc" --target c -o "l$i" >message 2>&1 || cat message
	# shellcheck disable=SC2086 # several flags
	tap_run "a file with strange characters ($i), litmus tests in C" \
		"${CC:-cc}" $flags -pthread -fsyntax-only "l$i"/*-litmus.c
done
if command -v "${SPIN:=spin}" >/dev/null; then
	for file in 'a"b' "a\\b" "$(printf 'a\nb')"; do
		tap_is "a model of a file with strange characters" \
			"$("$GCDSL" verify "$file.gc" --scenario two_fields --no-mutants \
				--workers any --memory sc 2>&1 | tail -n 1)" \
			"2 cells: 2 as expected, 0 not, 0 inconclusive"
	done
else
	tap_skip "models of files with strange characters" "spin is not installed"
fi
tap_done
