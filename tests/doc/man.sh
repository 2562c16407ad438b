#!/bin/sh
# man.sh: the manual page has every option that a subcommand has, and no other.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch

page=$top_srcdir/doc/gcdsl.1

# section NAME: the lines of the page below `.Ss NAME'.
section () {
	"${AWK:-awk}" -v name="$1" '
		/^\.S[sh] / { inside = $0 == ".Ss " name }
		inside' "$page"
}

# documented NAME: the options of a section, one a line.  `Fl t' is -t, and
# `Fl Fl target' is --target.
documented () {
	section "$1" | "${AWK:-awk}" '
		/^\.It Fl / {
			for (i = 2; i < NF; i++) {
				if ($i == "Fl" && $(i + 1) == "Fl")
					print "--" $(i++ + 2)
				else if ($i == "Fl")
					print "-" $(i + 1)
			}
		}'
}

# offered SUBCOMMAND: what its --help lists, but help itself.
offered () {
	"$GCDSL" "$1" --help | sed -n \
	    -e 's/^  \(-[a-zA-Z]\), \(--[a-z-]*\).*/\1\n\2/p' \
	    -e 's/^      \(--[a-z-]*\).*/\1/p' | grep -v -e '^--usage$' -e '^--help$'
}

documented 'Common options' | sort >common
for subcommand in $("$GCDSL" --help | sed -n 's/^  \([a-z-]*\)  .*/\1/p'); do
	{ cat common; documented "gcdsl $subcommand"; } | sort >documented
	offered "$subcommand" | sort >offered
	tap_same "options of $subcommand" documented offered
	tap_run "synopsis of $subcommand" grep -q "^\.Cm $subcommand\$" "$page"
done
# The memory models of which `compile' makes models of collectors.
"$GCDSL" compile --target promela --memory none "$top_srcdir/examples/stw.gc" 2>message
for model in $(sed -n 's/^.*there are //p' message | sed 's/,//g; s/ and / /'); do
	"$GCDSL" compile --target promela --memory "$model" -o models \
		--scenario two_fields --set twice=true "$top_srcdir/examples/stw.gc" >message 2>&1 || continue
	tap_run "the page has the memory model $model" \
		sh -c "sed -n '/^\.Ss gcdsl compile/,/^\.Ss gcdsl verify/p' '$page' | grep -q '^\.Cm $model'"
	tap_run "--help has the memory model $model" \
		sh -c "'$GCDSL' compile --help | grep -q '\`$model.'"
done
tap_is "common options" "$(tr '\n' ' ' <common)" "--color --diagnostics --jobs -j "
tap_is "version" "$(sed -n 's/^\.Os gcdsl //p' "$page")" "$("$GCDSL" --version | sed 's/gcdsl //')"

# The page of gcexplore has its options.
grep '^\.It Fl Fl' "$top_srcdir/doc/gcexplore.1" | grep -o 'Fl Fl [a-z-]*' |
	sed 's/Fl Fl /--/' | sort >documented
"$top_builddir/gcexplore" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | sort >offered
tap_same 'options of gcexplore' documented offered

if command -v groff >/dev/null 2>&1; then
	groff -mdoc -Tascii -ww "$page" "$top_srcdir/doc/gcexplore.1" >text 2>complaints
	tap_is "groff has nothing to say" "$(cat complaints)" ""
else
	tap_skip "groff has nothing to say" "groff is missing"
fi
tap_done
