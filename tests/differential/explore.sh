#!/bin/sh
# The explorer of the documented semantics: what it says of a specification that is small
# enough to be followed by hand.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch
explore=${EXPLORE:-$top_builddir/tests/differential/semantics/explore}

cat > tiny.gc <<'END'
collector tiny;
object { mark : bit = 0;  field : ref[]; }
phase busy from open(trace) to drained(trace);
work start() once { for m : mutator  emit roots(m); }
work roots(m : mutator) set on m {
  for s in m.roots { let r = load(s);  if r != null  emit mark_obj(r); }
}
work mark_obj(o : ref) bag {
  if fetch_or(o.mark, 1) == 0
    for s in o.field { let t = load(s);  if t != null  emit mark_obj(t); }
}
cycle gc from requested to drained(trace) and not busy;
bucket first { start }     fill emit start();
bucket stack { roots }     open when drained(first);
bucket trace { mark_obj }  open when drained(stack);
scenario s {
  objects a, b;
  a.field = { b };
  mutator m (stack = { a }) { let x = read(a.field[0]);  write(a.field[0], null); }
}
END
tap_run 'compiled' "$GCDSL" compile tiny.gc --target json -o .

# The mutator has x before its handshake, or a still refers to b, or neither: then b is lost.
tap_is 'how runs end' "$("$explore" tiny.json | sed '$d')" \
"end a:mark=1,0=-1 b:mark=0,0=-1 roots=0,1 busy=0
end a:mark=1,0=-1 b:mark=1,0=-1 roots=0,1 busy=0"
tap_is 'b is missed when the mutator reads behind its handshake' \
	"$("$explore" -o 'end a:mark=1,0=-1 b:mark=0,0=-1 roots=0,1 busy=0' tiny.json |
	sed -n -e 's/a worker takes roots.*/handshake/p' -e '/^mutator m read/p' -e '/^mutator m write/p' \
	-e '/let t/p' | sed 's/:.*//')" \
"handshake
mutator m read; m.x = b
mutator m write; a[0] = null
mark_obj(a)"
tap_is_status () { # WHAT STATUS TRACE
	status=0
	printf '%b' "$3" > trace
	"$explore" -t trace tiny.json > said || status=$?
	tap_is "$1" "$status" "$2"
}
begin='request gc\nbegin gc\nopen first\nopen stack\n'
end='open trace\nphase busy 1\nphase busy 0\nend gc\n'
tap_is_status 'a run' 0 "$begin$end"
tap_is_status 'with units and an outcome' 0 \
	"$begin${end}units start=1 roots=1 mark_obj=2\noutcome end a:mark=1,0=-1 b:mark=1,0=-1 roots=0,1 busy=0\n"
tap_is_status 'not with more units' 1 "$begin${end}units start=1 roots=1 mark_obj=7\n"
tap_is 'but with these' "$(sed -n 's/^but: //p' said)" \
"units start=1 roots=1 mark_obj=1
units start=1 roots=1 mark_obj=2
units start=1 roots=1 mark_obj=3"
tap_is_status 'not with another outcome' 1 \
	"$begin${end}outcome end a:mark=0,0=-1 b:mark=0,0=-1 roots=0,1 busy=0\n"
tap_is_status 'not without a bucket' 1 "request gc\nbegin gc\nopen first\n$end"
tap_is 'which opens there' "$(sed -n -e 's/^then not/not/p' -e 's/^but: //p' said)" "not: open trace
open stack"
tap_is 'behind these steps' "$(sed -n 's/^  //p' said)" "cycle gc is asked for; request gc
cycle gc begins; begin gc; open first"
tap_is_status 'not with a phase late' 1 "${begin}open trace\nphase busy 0\nphase busy 1\nend gc\n"

# Which checks break, and by which steps.
sed 's/work mark_obj(o : ref) bag/work mark_obj(o : ref) set/' tiny.gc > broken.gc
tap_run 'compiled' "$GCDSL" compile broken.gc --target json -o .
tap_is 'a promise that is not kept' "$("$explore" broken.json | head -n 1)" 'fails unit_unique'
tap_is 'and where' "$("$explore" -c unit_unique broken.json | tail -n 1 | sed 's/.*; //')" \
	'fails unit_unique'
tap_is 'it is nobody else that breaks' "$("$explore" -c no_stranded broken.json)" never

# Runs with a further mutator that is always inactive.
tap_is 'with a mutator that is always inactive' \
	"$("$explore" -i 1 tiny.json | sed '$d')" "$("$explore" tiny.json | sed '$d')"
printf '%b' "$begin${end}units start=1 roots=2 mark_obj=2\n" > trace
tap_is 'whose unit is run too' "$("$explore" -i 1 -t trace tiny.json | sed 's/,.*//')" accepted
sed 's/write(a.field\[0\], null); }/leave; }  cycles 2;/' tiny.gc > leaves.gc
tap_run 'compiled' "$GCDSL" compile leaves.gc --target json -o .
printf '%b' "$begin$end$begin${end}units start=2 roots=2 mark_obj=0\n" > trace
tap_is 'who leaves has its roots until then' "$("$explore" -t trace leaves.json | sed 's/,.*//;q')" refused
tap_is 'or has dropped them before' "$("$explore" -d -t trace leaves.json | sed 's/,.*//')" accepted
printf '%b' "$begin${end}units start=1 roots=2 mark_obj=2\n" > trace
tap_is 'with one that joins and leaves' "$("$explore" -j 1 -t trace tiny.json | sed 's/,.*//')" accepted
tap_done
