#!/bin/sh
# links.sh: each link of a document leads to a file of the tree, and to a heading of it.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch

# anchors FILE: the headings, as a link names them.
anchors () {
	LC_ALL=C sed -n 's/^##* //p' "$1" | LC_ALL=C tr '[:upper:]' '[:lower:]' |
		LC_ALL=C sed 's/[^a-z0-9_ -]//g; s/ /-/g'
}

# broken FILE: the links of the file that lead nowhere, one on each line.
broken () {
	folder=$(dirname "$1")
	grep -o '](\([^) ]*\))' "$1" | sed 's/^](//; s/)$//' | grep -v '^https\{0,1\}:' |
		while IFS= read -r link; do
			path=${link%%#*}
			target=${path:+$folder/}${path:-$1}
			[ -e "$target" ] || { echo "$1: $link"; continue; }
			case $link in
			*\#*) anchors "$target" | grep -qxF -e "${link#*#}" || echo "$1: $link" ;;
			esac
		done
}

found=$(for file in "$top_srcdir"/README.md "$top_srcdir"/doc/*.md "$top_srcdir"/doc/errors/*.md; do
	broken "$file"
done)
tap_is 'no link leads nowhere' "$found" ''
[ "$(grep -o '](' "$top_srcdir"/doc/*.md | wc -l)" -gt 50 ] && tap_ok 'links were read' ||
	tap_not_ok 'links were read'

printf '# A `b` (c)\n\n[here](#a-b-c), [other](other.md#there), [page](https://example.org/x)\n' >one.md
printf '## There\n' >other.md
tap_is 'links that lead somewhere' "$(broken ./one.md)" ''
printf '[gone](gone.md), [heading](other.md#here), [own](#no)\n' >two.md
tap_is 'links that lead nowhere are noticed' "$(broken ./two.md)" './two.md: gone.md
./two.md: other.md#here
./two.md: #no'
tap_done
