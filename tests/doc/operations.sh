#!/bin/sh
# operations.sh: the reference's table of memory operations has those of the compiler, with
# as many arguments, and the reference names each order.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch
tables=$top_srcdir/compiler/base

# section: of the reference, about memory operations.
section () {
	sed -n '/^## Locations and memory operations/,/^## Kinds of work/p' "$top_srcdir/doc/language.md"
}

# "NAME ARGUMENTS", a line each.
documented () {
	section | sed -n 's/^| `\([a-z_]*\)(\([^)]*\))`.*/\1 \2/p' | tr -d , |
		"${AWK:-awk}" '{ print $1, NF - 1 }'
}
table () {
	sed -n 's/^MEMORY_OPERATION(\([a-z_]*\), *[A-Z]*, *[a-z]*, *\([0-9]\),.*/\1 \2/p' "$1"
}
tap_is 'operations, and their arguments' "$(documented)" "$(table "$tables/memory-operations.def")"
printf 'MEMORY_OPERATION(fetch_new, RMW,   modify, 2, BITS, BITS, 0, fetch_new)\n' |
	cat - "$tables/memory-operations.def" >planted.def
[ "$(documented)" != "$(table planted.def)" ] &&
	tap_ok 'one more would be noticed' || tap_not_ok 'one more would be noticed'

orders=$(sed -n 's/^MEMORY_ORDER([A-Z_]*, *\([a-z_]*\),.*/\1/p' "$tables/memory-orders.def")
tap_is 'orders' "$(for order in $orders; do
	section | grep -q "\`$order\`" && echo "$order"
done)" "$orders"
tap_done
