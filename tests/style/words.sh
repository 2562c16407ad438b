#!/bin/sh
# No file names a place of one machine, or something a reader cannot look up.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/style/files.sh"
tap_scratch

# Written so that this file does not hold them.
pattern='(^|[^[:alnum:]_.*)])/(work|root|home)/|/tmp/gcds''l|shared/(desig''n|referenc''e)|[Ii]ssue ''#[0-9]'

search () { xargs -d '\n' grep -nIE -e "$pattern" -- /dev/null; }

found=$(cd "$top_srcdir" && style_files | grep -v '^build-aux/tap-driver' | search)
tap_is 'no such word in any file' "$found" ''

for text in '/wor''k/main/x' 'see /tm''p/gcdsl/x' 'shared''/design/design.md' 'iss''ue #2'; do
	printf '%s\n' "$text" > planted
	[ -n "$(echo planted | search)" ] && tap_ok "noticed: $text" || tap_not_ok "noticed: $text"
done
tap_done
