#!/bin/sh
# examples.sh: what the documents show is what happens.
#
# A ```console block is a session: its `$ ' lines are run, one after the other,
# in a directory that has examples/, and what they print must be the lines
# below.  In the document `…' on a line of its own stands for any lines, and
# any decimal fraction for any other: times and sizes differ from run to run.  A ```gc block is a
# whole specification: `gcdsl check' must accept it.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch
tap_quick_cc

PATH=$top_builddir:$PATH
export PATH
runtime_explored
GCDSL_HAVE_SPIN=no
command -v "${SPIN:-spin}" >/dev/null 2>&1 && GCDSL_HAVE_SPIN=yes

# blocks KIND FILE: each block of the kind into KIND.1, KIND.2, …
blocks () {
	rm -f "$1".[0-9]*
	"${AWK:-awk}" -v kind="$1" '
		$0 == "```" kind { inside = 1; out = kind "." ++n; printf "" > out; next }
		/^```/ { inside = 0 }
		inside { print > out }' "$2"
}

normalised () {
	sed -E -e 's/[0-9]+\.[0-9]+/N.N/g' -e 's/ +/ /g' -e 's/ $//' "$1"
}

# matches EXPECTED ACTUAL: line by line, `…' standing for any lines.
matches () {
	"${AWK:-awk}" '
		NR == FNR { want[++n] = $0; next }
		{ have[++m] = $0 }
		function fits(i, j,   k) {
			for (; i <= n; i++) {
				if (want[i] == "…") {
					for (k = j; k <= m + 1; k++)
						if (fits(i + 1, k))
							return 1
					return 0
				}
				if (j > m || want[i] != have[j])
					return 0
				j++
			}
			return j == m + 1
		}
		END { exit !fits(1, 1) }' "$1" "$2"
}

# session FILE: runs the commands of a console block, printing as it does.
session () {
	grep '^\$ ' "$1" | while IFS= read -r line; do
		printf '%s\n' "$line"
		sh -c "${line#\$ }" </dev/null 2>&1
	done
}

cp -R "$top_srcdir/examples" examples && chmod -R u+w examples
for document in README.md doc/language.md doc/embedding.md doc/tutorial.md doc/memory.md doc/weaken.md doc/peterson.md doc/staccato.md doc/clusters.md doc/coverage.md doc/campaigns.md doc/agree.md; do
	[ -f "$top_srcdir/$document" ] || continue
	blocks console "$top_srcdir/$document"
	for block in console.[0-9]*; do
		[ -f "$block" ] || continue
		case $document in README.md | doc/campaigns.md) ;; *) tap_all || continue ;; esac
		what="$document: session ${block#console.}"
		if [ "$GCDSL_HAVE_SPIN" = no ] && grep -qE '^\$ gcdsl (verify|trace|agree)' "$block"; then
			tap_skip "$what" "no spin"
			continue
		fi
		session "$block" >actual.raw
		normalised actual.raw >actual
		normalised "$block" >expected
		if matches expected actual; then
			tap_ok "$what"
		else
			tap_not_ok "$what" "$(diff -u expected actual | head -n 80)"
		fi
	done
	blocks gc "$top_srcdir/$document"
	for block in gc.[0-9]*; do
		[ -f "$block" ] || continue
		cp "$block" example.gc
		tap_run "$document: specification ${block#gc.}" gcdsl check example.gc
	done
done
tap_done
