#!/bin/sh
# pictures.sh: the work graphs of doc/collectors.md are those of the examples.  A picture has the name of each node and
# of each arrow; how they are arranged is the affair of the program that draws them.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
pictures=$top_srcdir/doc/pictures/work-graphs

# drawn SVG: the names of nodes and arrows in a picture.  (Boxes around nodes have names, too, but no text of their own.)
drawn () {
	sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' "$1" | sed 's/&#45;/-/g; s/&gt;/>/g; s/&lt;/</g; s/&amp;/\&/g' |
		grep -v '^cluster_' | sed 1d | LC_ALL=C sort
}
# meant SPECIFICATION: the same of a specification.
meant () {
	"$GCDSL" compile "$1" --target dot 2>message |
		sed -n -e 's/^ *"\([^"]*\)" -> "\([^"]*\)".*/\1->\2/p' -e 's/^ *"\([^"]*\)" \[.*/\1/p' | LC_ALL=C sort
}
for picture in "$pictures"/*.svg; do
	name=$(basename "$picture" .svg)
	drawn "$picture" >drawn
	meant "$top_srcdir/examples/$name.gc" >meant
	tap_is "$name.gc has work" "$([ -s meant ] && echo yes)" yes
	tap_same "the picture of $name.gc is up to date (make pictures)" drawn meant
	tap_is "$name.gc is on the page" "$(grep -c "(pictures/work-graphs/$name\.svg)" "$top_srcdir/doc/collectors.md")" 1
done
sed 's/emit scan(o);  *}$/}/; s/work scan(o/work look(o/; s/{ roots, fix, scan }/{ roots, fix, look }/' "$top_srcdir/examples/staccato.gc" >other.gc
meant other.gc >meant
drawn "$pictures/staccato.svg" >drawn
tap_is 'another name is noticed' "$(cmp -s drawn meant || echo yes)" yes
tap_done
