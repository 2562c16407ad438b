#!/bin/sh
# cases.sh: what `gcdsl check' says of whole files, as text and as JSON.
#
# A case is a directory with in.gc, the text that is printed (out, with the exit
# status as its last line) and the JSON (json).  With UPDATE_GOLDEN=1 both are
# written anew; look at the difference before committing it.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch

cases=$top_srcdir/tests/golden/diagnostics

# checked FILE FORMAT: runs the check and prints what it says, and its status.
checked () {
	"$GCDSL" check --color=never --diagnostics="$2" "$1" 2>&1 && status=0 || status=$?
	echo "exit status $status"
}

# count PATTERN FILE
count () {
	grep -c "$1" "$2" || :
}

for case in "$cases"/*/; do
	name=${case%/}
	name=${name##*/}
	rm -f ./*.gc
	cp --no-preserve=mode "$case"*.gc .
	for format in text json; do
		golden=$case$format
		[ $format = text ] && golden=${case}out
		checked in.gc $format >"$name.$format"
		[ -z "${UPDATE_GOLDEN-}" ] || cp "$name.$format" "$golden"
		tap_same "$name, $format" "$name.$format" "$golden"
	done
	# both tell of as many mistakes
	tap_is "$name: as many in JSON as in text" \
		"$(count '"level": *"\(error\|warning\)"' "$name.json")" \
		"$(count ': \(error\|warning\): ' "$name.text")"
	# one mistake, one error
	case $name in
	one-*)
		tap_is "$name: one error" "$(count ': error: ' "$name.text")" 1
		tap_is "$name: no warning" "$(count ': warning: ' "$name.text")" 0
		;;
	esac
done

errors=$(sed -n 's/.*: error: .*\[\(E[0-9]*\)\]$/\1/p' many-errors.text | sort -u | wc -l)
if [ "$errors" -ge 20 ]; then
	tap_ok "many different errors in one run: $errors"
else
	tap_not_ok "many different errors in one run" "only $errors"
fi
tap_done
