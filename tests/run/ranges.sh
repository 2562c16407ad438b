#!/bin/sh
# A number that is none of the type of what takes it is another one in a model: so the result is
# inconclusive, and names what it leaves and where.  What fits, or is asked before, costs nothing.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
tap_quick_cc any

# spec NAME BODY [MORE [SCRIPT]]: writes a collector whose only kernel does BODY with each object o.
spec () {
	cat > "$1.gc" <<END
collector $1;
object { mark : bit = 0;  x : 0 .. 3 = 3;  y : 0 .. 100 = 86;  field : ref[]; }
ghost n : 0 .. 3 = 3;
work begin_gc() once {
  for o : object { $2 }
}
$3
cycle gc from requested to drained(start) and drained(later) and drained(last);
bucket start { begin_gc }  fill emit begin_gc();
bucket later { k }         open when drained(start)  fill for o : object emit k(o, 2);
bucket last { look }       open when drained(later)  fill for o : object emit look(o);
work k(o : ref, part : 0 .. 3) bag { store(o.y, part); }
work look(o : ref) bag { if load(o.mark) == 1  ghost n = 3; }
property p = always (n == 3 and forall o
  (not pending(k(o, 0)) and not pending(k(o, peek(o.x) + 1))));
scenario s { objects a;  mutator m (stack = { a }) { $4 }  a.field = { null };  cycles 1; }
verify { memory ${5:-sc};  expect p hold; }
END
}
# verdict NAME [OPTION]: prints what the row and the line below it have.  The plain model is enough,
# as steps compute alike in all models.
verdict () {
	"$GCDSL" verify --no-mutants "${2:---no-fold}" "$1.gc" > "$1.out" 2> "$1.err" || :
	sed -n -e 's/^s .* sc  *\([a-z]*\) .*/\1/p' -e 's/^s .* tso  *\([a-z]*\) .*/\1/p' \
	    -e "s/.*inconclusive: .\([a-z]*\)' leaves the range of its type at $1.gc:\([0-9:]*\):.*/\1 \2/p" \
	    "$1.out" | tr '\n' ' ' | sed 's/ $//'
}
# leaves NAME REASON WHAT [OPTION]: the spec NAME is inconclusive for that reason.
leaves () {
	tap_is "$3" "$(verdict "$1" ${4+"$4"})" "inconclusive $2"
}

ASKED='let v = load(o.x);  if v < 3  emit k(o, v + 1);'
spec part 'emit k(o, load(o.x) + 1);'
spec fits 'emit k(o, load(o.x));  let v = two(o, load(o.x));  store(o.x, v);' \
	'function two(o : ref, q : 0 .. 3) -> 0 .. 3 { if load(o.mark) == 1  return q;  return 3; }'
spec asked "$ASKED"
spec result 'let v = two(o);  fence(seq_cst);  if v == 0  ghost n = 0;' \
	'function two(o : ref) -> 0 .. 3 { if load(o.x) == 3  return load(o.x) + 1;  return 3; }'
spec only 'let v = two(o);  fence(seq_cst);  if v == 0  ghost n = 0;' \
	'function two(o : ref) -> 0 .. 3 { return load(o.x) + 1; }'
spec parameter 'two(load(o.x) + 1);' \
	'function two(q : 0 .. 3) { fence(seq_cst);  if q == 0  ghost n = 0; }'
spec observed 'store(o.mark, 1);  ghost n = n + 1;'
spec script '' '' 'yield;  ghost n = n + 1;'
spec stored 'store(o.mark, load(o.x));'
spec joined 'fetch_or(o.mark, load(o.x));'
spec expected 'let v = load(o.x);  let w = cas(o.x, v + 1, 2);'
spec byte 'let v = load(o.y);  store(o.x, v + v + v);'
spec held '' 'barrier allocated(o) { store(o.x, load(o.x) + 1);  fence(seq_cst); }' \
	'let z = allocate();' tso

# value NAME: prints how often the model or the C of NAME checks a number.
value () {
	tap_run "$1: $2 is made" "$GCDSL" compile "$1.gc" --target "$2" -o "$1.$2"
	looks=$(cat "$1.$2"/*."${3:-pml}" | grep -c 'over-bound .* value=\|gcrt_in_range(')
}
value part promela
tap_is 'a part that may not fit is looked at' "$looks" 1
value fits promela
tap_is 'what fits is not looked at' "$looks" 0

cat > plain.gc <<'END'
collector plain;
object { mark : bit = 0;  x : 0 .. 3 = 3;  field : ref[]; }
work begin_gc() once { stop mutators;  for o : object  emit look(o); }
work look(o : ref) set { let v = load(o.x);  emit k(o, v + 1);  store(o.mark, v);  free(o); }
work k(o : ref, part : 0 .. 3) bag { fence(seq_cst); }
work end_gc() once { resume mutators; }
cycle gc from requested to drained(last);
bucket start { begin_gc }  fill emit begin_gc();
bucket later { look }      open when drained(start);
bucket parts { k }         open when drained(later);
bucket last  { end_gc }    open when drained(parts)  fill emit end_gc();
END
value plain c c
tap_is 'C looks at both' "$looks" 2

cat > stops.c <<'END'
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "gcrt-debug.h"
void gcrt_fatal(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vprintf(format, args);
	exit(1);
}
int main(int argc, char **argv)
{
	(void)argv;
	printf("%ld ", gcrt_in_range((long)argc + 2, 0L, 3L));
	printf("%ld", gcrt_in_range((long)argc + 3, 0L, 3L));
	return 0;
}
END
stops () {
	gcc "$@" -I "$top_srcdir/runtime/src" -I "$top_srcdir/runtime/api" -o stops stops.c && { ./stops || :; }
}
if command -v gcc > /dev/null 2>&1; then
	tap_is 'a debug build stops' "$(stops -DGCRT_DEBUG=1)" \
		'3 stops.c:17: 4 leaves the range of its type, 0 .. 3'
	tap_is 'another one goes on' "$(stops)" '3 4'
else
	tap_skip 'a debug build stops' 'gcc is not installed'
fi

if ! command -v "${SPIN:=spin}" > /dev/null 2>&1 || ! command -v gcc > /dev/null 2>&1; then
	tap_skip 'verdicts' 'spin or gcc is not installed'
	tap_done
fi
leaves part 'part 5:20' 'a part of a unit'
tap_is 'what fits' "$(verdict fits)" holds
leaves script 'n 16:62' 'a ghost of a script'
leaves stored 'mark 5:26' 'a bit that is stored'
leaves byte 'x 5:46' 'a number that a byte holds as another one'
leaves held 'x 7:30' 'a store that its mutator holds back'
tap_rest
leaves part 'part 5:20' 'a part of a unit, in the model with foldings' --fold=all
tap_is 'what was asked before' "$(verdict asked)" holds
leaves result 'two 7:54' 'a result'
leaves only 'two 7:35' 'the only result'
leaves parameter 'q 5:20' 'a parameter'
leaves observed 'n 5:39' 'a ghost'
leaves joined 'mark 5:29' 'a bit that is made of another'
leaves expected 'x 5:52' 'a number that cannot be found'

# A kind about whose units only a kernel asks; a part of a unit that cannot be null. asked NAME
# BODY: a property that does not ask for units.
asked () {
	spec "$1" "$2"
	sed 's/^  (not pending.*/  (peek(s) == null));/; s/forall o$/forall o forall s in o.field/' \
		"$1.gc" > asked.gc
	sed 's/(peek(s) == null)/(not pending(look(peek(s))))/' asked.gc > null.gc
	mv asked.gc "$1.gc"
}
asked there 'emit k(o, 3);  fence(seq_cst);  assert here: pending(k(o, 3)) and not pending(k(o, 2));'
tap_is 'only an assert asks for units' "$(verdict there)" holds
tap_is 'no unit has a null that is none of its parts' "$(verdict null)" holds
asked ghostly 'emit k(o, 3);  fence(seq_cst);  if load(o.x) == 3  ghost n = 3;'
sed 's/^ghost n .*/&  ghost seen : bool = false;/; s/fence(seq_cst);/&  ghost seen = pending(k(o, 3));/
	s/(n == 3 and/(not seen and n == 3 and/' ghostly.gc > ghost.gc
tap_is 'only a ghost does' "$(verdict ghost > all; grep -c '^s .* p fails ' ghost.out)" 1
tap_done
