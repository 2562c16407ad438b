#!/bin/sh
# links.sh: each link of a document leads to a file of the tree, and to a heading of it.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch

# links FILE…: of each link to a file: whether its heading is there, the target, the file that has it, the link.
links () {
	LC_ALL=C "${AWK:-awk}" '
		# The headings, as a link names them.
		function read_anchors(file,  line) {
			read_of[file] = 1
			while ((getline line <file) > 0)
				if (sub(/^#+ /, "", line)) {
					line = tolower(line)
					gsub(/[^a-z0-9_ -]/, "", line)
					gsub(/ /, "-", line)
					anchors[file "#" line] = 1
				}
			close(file)
		}
		function has_anchor(file, anchor) {
			if (!(file in read_of))
				read_anchors(file)
			return (file "#" anchor) in anchors
		}
		FNR == 1 { folder = FILENAME;  sub(/[^\/]*$/, "", folder) }
		{
			for (rest = $0; match(rest, /\]\([^) ]*\)/); rest = substr(rest, RSTART + RLENGTH)) {
				link = substr(rest, RSTART + 2, RLENGTH - 3)
				if (link ~ /^https?:/)
					continue
				path = link
				sub(/#.*/, "", path)
				target = path == "" ? FILENAME : folder path
				at = index(link, "#")
				good = at == 0 || has_anchor(target, substr(link, at + 1))
				print good, target, FILENAME, link
			}
		}' "$@"
}

# broken FILE…: the links of the files that lead nowhere, one on each line.
broken () {
	links "$@" >links
	while read -r good target file link; do
		[ "$good" = 1 ] && [ -e "$target" ] || echo "$file: $link"
	done <links
}

found=$(broken "$top_srcdir"/README.md "$top_srcdir"/doc/*.md "$top_srcdir"/doc/errors/*.md)
tap_is 'no link leads nowhere' "$found" ''
[ "$(wc -l <links)" -gt 50 ] && tap_ok 'links were read' || tap_not_ok 'links were read'

printf '# A `b` (c)\n\n[here](#a-b-c), [other](other.md#there), [page](https://example.org/x)\n' >one.md
printf '## There\n' >other.md
tap_is 'links that lead somewhere' "$(broken ./one.md)" ''
printf '[gone](gone.md), [heading](other.md#here), [own](#no)\n' >two.md
tap_is 'links that lead nowhere are noticed' "$(broken ./two.md)" './two.md: gone.md
./two.md: other.md#here
./two.md: #no'
tap_done
