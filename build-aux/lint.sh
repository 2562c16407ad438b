#!/bin/sh
# lint.sh SOURCE FLAG…: what more tools than the build's find in SOURCE.  Runs those
# that are there, names those that are not, fails when one found something.
#
# It runs in the build folder, after the build: the C that the build makes is
# there, and the flags are the build's.
# The C is only compiled, never linked; nothing is kept but what was said, in
# ./lint-gcc.log and ./lint-clang.log.
set -u
source=$(cd "$1" && pwd)
shift
status=0

say () { printf '%s\n' "lint: $*"; }
has () {
	command -v "$1" >/dev/null 2>&1 && return 0
	say "$1 is missing (./bootstrap --optional installs it)"
	return 1
}
tracked () { (cd "$source" && git ls-files -- "$@"); }

# The sources of the program and its runtime.
sources () {
	tracked 'compiler/*.c' 'promela-backend/*.c' 'c-backend/*.c' 'runtime/src/*.c' 'explore/src/*.c' |
		sed "s|^|$source/|"
}

# The C that Bison and Flex make of the grammar. The analyzer cannot follow its stack.
generated () {
	for made in compiler/syntax/parse.c compiler/syntax/scan.c; do
		[ ! -e "$made" ] || echo "$made"
	done
}

# compile LOG "COMPILER FLAG…" FLAG…: compiles each file named on stdin, one on each processor.
# Fails if the compiler reports anything.
compile () {
	log=$1 compiler=$2
	shift 2
	# shellcheck disable=SC2086 # several words
	xargs -d '\n' -P "$(nproc)" -n 1 $compiler "$@" -c -o /dev/null >"$log" 2>&1 &&
		[ ! -s "$log" ] && return 0
	grep -A 5 -E '(warning|error):' "$log" || cat "$log"
	return 1
}

if [ -e "$source/.git" ]; then
	if has shellcheck; then
		say shellcheck
		tracked '*.sh' bootstrap .ci/run | grep -v tap-driver | (cd "$source" &&
			xargs -d '\n' -P "$(nproc)" -n 16 shellcheck -S warning \
				-e SC1091,SC1112,SC2034,SC2046,SC2154) || status=1
	fi
	if has codespell; then
		say codespell
		# In C, "\trun" is a word after a tab.
		(cd "$source" && git ls-files -z | grep -zvE 'tap-driver|^tests/golden|^doc/errors' |
			xargs -0 codespell -L boths,nd,whn --ignore-regex '\\[nt]') || status=1
	fi
	if has gcc; then
		say 'gcc -fanalyzer'
		sources | compile lint-gcc.log 'gcc -O1 -fanalyzer' "$@" || status=1
	fi
	if has clang; then
		say clang
		# Its warnings come before any code is made.
		{ sources; generated; } | compile lint-clang.log 'clang -fsyntax-only' "$@" || status=1
	fi
else
	say 'a release was linted before it was made'
fi
[ $status -eq 0 ] && say 'nothing found'
exit $status
