#!/bin/sh
# Scripts can be run, and are right as far as the shell can tell.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/style/files.sh"

bad=
for file in $(style_files '*.sh' bootstrap .ci/run); do
	read -r first <"$top_srcdir/$file"
	case $first in
	'#!/bin/sh'* | '#! /bin/sh'*) shell='sh' ;;
	'#!/usr/bin/env bash' | '#!/bin/bash'*) shell=bash ;;
	'#!'*) bad="$bad$file: neither /bin/sh nor bash
"
		continue ;;
	*) continue ;; # sourced
	esac
	[ -x "$top_srcdir/$file" ] || bad="$bad$file: not executable
"
	command -v "$shell" >/dev/null 2>&1 || continue
	said=$($shell -n "$top_srcdir/$file" 2>&1) || bad="$bad$file: $said
"
done
tap_is 'every script is executable and has no syntax error' "$bad" ''
tap_done
