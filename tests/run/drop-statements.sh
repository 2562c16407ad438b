#!/bin/sh
# Every statement of stw.gc's kernels and fills is needed: without it, the
# compiler says so or a property fails.  What nobody notices must be explained,
# statement by statement, in doc/dropped-statements.md.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
drop=$top_builddir/tests/run/drop-statement
spec=$top_srcdir/examples/stw.gc
explained=$top_srcdir/doc/dropped-statements.md
tap_scratch

"$drop" "$spec" >list || tap_not_ok 'the statements can be listed'
tap_is 'there are statements' "$([ "$(wc -l <list)" -ge 20 ] && echo yes)" yes
printf '' >survivors
while read -r number place declaration statement; do
	what="$declaration, line ${place%:*}: $statement"
	"$drop" "$spec" "$number" >dropped.gc
	if ! "$GCDSL" check dropped.gc >/dev/null 2>said; then
		tap_ok "$what: caught by the compiler, $(sed -n 's/.*error: .*\[\(E[0-9]*\)\]$/\1/p' said |
			head -n 1)"
		continue
	fi
	"$GCDSL" trace dropped.gc --results results --workers any >story 2>said && status=0 || status=$?
	case $status in
	0) tap_ok "$what: caught by $(sed -n 's/^\([a-z_]*\) fails.*/\1/p' story)" ;;
	1)
		printf '%s: %s\n' "$declaration" "$statement" >>survivors
		if grep -F -e "\`$statement\` in \`$declaration\`" "$explained" >/dev/null; then
			tap_ok "$what: survives, and is explained"
		else
			tap_not_ok "$what: survives" 'and doc/dropped-statements.md does not say why'
		fi
		;;
	*) tap_not_ok "$what: could not be checked" "exit status $status" "$(cat said story)" ;;
	esac
done <list

# What is explained is still there, and still survives.
tap_is 'every explanation is needed' \
	"$(grep -c '^- `.*` in `' "$explained")" "$(wc -l <survivors | tr -d ' ')"
tap_done
