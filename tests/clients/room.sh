#!/bin/sh
# room.sh: programs that need the room which is there, on collectors that move objects; and what the debug runtime says
# of references to what has moved.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch
here=$top_srcdir/tests/clients

# collector NAME FROM SED: the example FROM, changed, under the name NAME; without its mutants
collector () {
	sed "s/^collector $2;/collector $1;/; /^mutant/,\$d; $3" "$top_srcdir/examples/$2.gc" >"$1.gc"
	tap_run "$1 becomes C" "$GCDSL" compile "$1.gc" --target c -o "$1"
}
# build NAME OUTPUT FLAG…: room, moves and pins on the collector NAME
build () {
	name=$1 output=$2
	shift 2
	mkdir -p "$output"
	if (cd "$output" && runtime_objects "$@" && for program in room moves pins; do
		embedder=client-embedder.h
		[ $program != pins ] || embedder=pins-embedder.h
		# shellcheck disable=SC2086 # a list of words
		${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -Wall -Wextra -Werror -pthread "$@" \
			-I"$top_srcdir/runtime/api" -I"$runtime_source" -I"$top_srcdir/examples/clients" -I"../$name" \
			-DGC_ATTRS="\"$name-attrs.h\"" -I"$here" -DGC_EMBEDDER="\"$embedder\"" -o $program \
			"$here/$program.c" "$top_srcdir/examples/clients/client.c" "../$name/$name.c" $objects -lm || exit 1
	done) >message 2>&1; then
		return 0
	fi
	runtime_unbuilt "$output"
}

collector semispace semispace ''
collector copying copying ''
tap_is 'attributes: objects move; where a kernel tests for null they can be pinned' \
	"$(cat semispace/semispace-attrs.h copying/copying-attrs.h | grep -A 2 'int gc_can_' | grep -oE 'can_[a-z]*|return .' | tr '\n' ' ')" \
	'can_pin return 0 can_move return 1 can_pin return 1 can_move return 1 '
tap_all || tap_done

# room OUTPUT MODE HEAP EXPECTED
room () { tap_is "$1: room $2" "$(timeout 120 "$1/room" "$2" "$3" 2>&1)" "$4"; }
rooms () { # OUTPUT HEAP OF-CLASSES
	room "$1" sizes "$2" '1664208 of 1664080 bytes'
	room "$1" dense "$2" '832104 of 832040 bytes'
	room "$1" classes "$2" "$3 of $3 objects"
	room "$1" mixed "$2" "$(printf '509\n169\n169\n169')"
}
for kind in release debug; do
	flags=-O2
	[ $kind = release ] || flags='-O1 -DGCRT_DEBUG=1'
	# shellcheck disable=SC2086 # several flags
	if build semispace semispace-$kind $flags; then rooms semispace-$kind 8000000 187; fi
	# shellcheck disable=SC2086
	if build copying copying-$kind $flags; then rooms copying-$kind 4000000 93; fi
done
# The system refuses memory before the heap is full: an allocation fails, and no copy.
for name in semispace copying; do
	timeout 60 $name-release/room limited 64000000 >out 2>&1 && status=0 || status=$?
	tap_is "$name: little memory" "$status $(grep -cE '^[0-9]+$' out)" '0 1'
done

# Pinned objects stay, if the collector can pin them; if not, this is said.
for how in "semispace object" "semispace root" "copying root"; do
	timeout 60 "${how% *}-release/pins" "${how#* }" >out 2>&1 && status=0 || status=$?
	tap_is "$how that is pinned" \
		"$(test $status -ne 0 && grep -c "collector ${how% *} moves objects$" out)$(grep -c 'only if gc_can_pin_objects() is 1' out)" 11
done
for kind in release debug; do
	tap_is "$kind: pinned objects stay, others move" "$(timeout 60 copying-$kind/pins both 2>&1)" \
		'pinned: 0 moved; others: 1500 moved'
done

# mistake NAME FROM SED WHAT PATTERN
mistake () {
	collector "$1" "$2" "$3"
	if build "$1" "$1-debug" -O1 -DGCRT_DEBUG=1; then
		timeout 60 "$1-debug/moves" >out 2>&1 && status=0 || status=$?
		tap_is "$4" "$(test $status -ne 0 && grep -cE "$5" out)" 1
	fi
}
at='0x[0-9a-f]+'
mistake slots semispace 's/^  if o in from .*/  if o in from { let n = forward(o); }/' 'a root that was not rewritten' \
	"the root $at of mutator 1 .*, refers to $at, which has been freed of space from; its copy is $at"
mistake fields semispace 's/^work scan(o : ref) set.*/work scan(o : ref) set { for s in o.field  emit see(s); }\
work see(s : ref*) set { let o = load(s);  if o in from { let n = forward(o); } }/; s/{ fix, scan }/{ fix, scan, see }/' \
	'a field that was not rewritten' \
	"object $at of [0-9]+ bytes, byte [0-9]+, refers to $at, which has been freed of space from; its copy is $at"
mistake originals copying 's/^    if n != o  swap.*/    assert found: n != null;/; s/^  copy(o, n);/  copy(o, n);  survives(o);/' \
	'an original that is still referred to' \
	"the root $at of mutator 1 .*, refers to $at, which is still referred to, although its copy is $at"
tap_done
