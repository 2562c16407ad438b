#!/bin/sh
# emit.sh: C that the compiler makes: the same each time, free of warnings, with
# right line numbers; and what it refuses to make.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
here=$top_srcdir/tests/cgen
clients=$top_srcdir/examples/clients

# ---- the same files, wherever the specification and the output are

mkdir -p elsewhere/deep
cp "$top_srcdir/examples/stw.gc" elsewhere/deep/stw.gc
tap_run "stw.gc becomes C" "$GCDSL" compile "$top_srcdir/examples/stw.gc" --target c -o stw
(cd elsewhere && "$GCDSL" compile deep/stw.gc --target c -o ../again) >/dev/null 2>&1
for file in stw.c stw-names.h stw-attrs.h; do
	tap_same "$file does not depend on where it is made" "again/$file" "stw/$file"
done
if grep -nE '/(work|home|tmp|usr)/|20[0-9][0-9]-' stw/*; then
	tap_not_ok "no folder and no date in the files"
else
	tap_ok "no folder and no date in the files"
fi

# ---- #line: every directive that names the C file names the line it is on

"$GCDSL" compile "$here/wide.gc" --target c -o wide >/dev/null 2>&1
"$GCDSL" compile "$top_srcdir/tests/golden/c/concurrent/in.gc" --target c -o beside >/dev/null 2>&1
"$GCDSL" compile "$top_srcdir/examples/satb.gc" --target c -o satb >/dev/null 2>&1
for name in stw wide beside satb; do
	wrong=$("$AWK" -v name="\"$name.c\"" '
		/^#line/ && $3 == name { n++; if ($2 != NR + 1) print NR ": " $0 }
		END { if (n < 3) print "only " n+0 " such lines" }' "$name/$name.c")
	tap_is "$name.c: #line back to the file itself" "$wrong" ""
done

# For each statement that calls a kind's emitter, the line of the specification that the compiler
# reports must be one that emits.
wrong=$("$AWK" '
	NR == FNR { source[FNR] = $0; next }
	/^#line/ { line = $2 - 1; if ($3 != "") spec = $3 == "\"stw.gc\""; next }
	{ line++ }
	spec && match($0, /^\t+stw_emit_[a-z_]+\(/) {
		name = substr($0, RSTART, RLENGTH); gsub(/^\t+stw_emit_|\($/, "", name)
		n++
		if (source[line] !~ ("emit " name "\\(")) print FNR ": " $0 " is not on line " line
	}
	END { if (n < 6) print "only " n+0 " emits" }' "$top_srcdir/examples/stw.gc" stw/stw.c)
tap_is "stw.c: #line to the statements of stw.gc" "$wrong" ""

# ---- no warning, with either compiler

for cc in gcc clang; do
	if ! command -v "$cc" >/dev/null 2>&1; then
		tap_skip "$cc -Wall -Wextra -Werror" "no $cc"
		continue
	fi
	for name in stw wide beside satb; do
		for flags in -O2 "-O0 -DGCRT_DEBUG=1"; do
			# wide.c has all there is: the others with the compiler and the flags of most users
			tap_all || [ "$name" = wide ] || [ "$cc$flags" = gcc-O2 ] || continue
			# shellcheck disable=SC2086 # several flags
			tap_run "$name.c: $cc -Wall -Wextra -Werror $flags" "$cc" -std=gnu11 \
				-D_GNU_SOURCE -Wall -Wextra -Werror $flags -c -o "$name.o" \
				-I"$top_srcdir/runtime/api" -I"$top_srcdir/runtime/src" -I"$clients" \
				-I"$here" -I"$name" -DGC_ATTRS="\"$name-attrs.h\"" \
				-DGC_EMBEDDER='"embedder-with-warnings.h"' "$name/$name.c"
		done
	done
done

# ---- operands are evaluated in the order of the text: C does not define an order for arguments

cat >given.gc <<'GC'
collector given;
object { mark : bit = 0;  asked : bool = false; }
work begin_gc() once { stop mutators;  for m : mutator  emit roots(m); }
work roots(m : mutator) set { for s in m.roots { let r = load(s);  if r != null  emit looks(r); } }
work looks(o : ref) bag { cas(o.asked, load(o.asked), drained(first)); }
work let_go() once { resume mutators; }
cycle gc from requested to drained(last);
bucket first { begin_gc, roots } fill emit begin_gc();
bucket then { looks }  open when drained(first);
bucket last { let_go } open when drained(then) fill emit let_go();
GC
"$GCDSL" compile given.gc --target c -o given >/dev/null 2>&1
tap_is "a load is no argument beside a look at the collector's state" \
	"$(grep -c 'gcrt_look(worker' given/given.c) $(grep -c 'gcrt_load.*gcrt_look' given/given.c)" '1 0'

# ---- refused specifications: the place of the report; and no file is written

"$AWK" '/^#/ { next } /^===/ { out = "refused" ++n ".gc"; print substr($0, 5) > (out ".what"); next }
	{ print > out }' "$here/refused.txt"
for spec in refused*.gc; do
	what=$(cat "$spec.what")
	line=$(grep -n '// here' "$spec" | cut -d: -f1)
	"$GCDSL" compile "$spec" --target c -o out >message 2>&1
	status=$?
	where=$(sed -n 's/^\(refused[^ ]*\): error: .*\[E0[0-9]*\]$/\1/p' message | head -n 1)
	tap_is "refused: $what" "$status $(echo "$where" | cut -d: -f1,2)" "2 $spec:$line"
	says=$(sed -n 's|.*// here: ||p' "$spec")
	grep -v '^ *[0-9]* |' message | grep -qF -- "$says" || tap_not_ok "refused: $what: says so" "$(cat message)"
	[ ! -e out ] || tap_not_ok "refused: $what: leaves no file"
done

# ---- an operation of the table without an emitter does not link

mkdir -p shadow/compiler/ir
table=shadow/compiler/ir/ir.def
compile_operations () {
	# shellcheck disable=SC2086 # flags in CC
	${CC:-cc} -std=gnu11 -Wall -Wextra -Werror -Ishadow -I"$top_srcdir" -c -o op.o \
		"$top_srcdir/c-backend/emit-op.c"
}
cp "$top_srcdir/compiler/ir/ir.def" $table
tap_run "the table as it is" compile_operations
echo 'IR_OP(teleport, "teleport", NONE, teleport)' >>$table
if compile_operations 2>message; then
	tap_not_ok "an operation without an emitter does not compile"
else
	tap_run "an operation without an emitter does not compile" grep -q cgen_op_teleport message
fi
tap_done
