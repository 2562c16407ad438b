#!/bin/sh
# lint.sh SOURCE: what more tools than the build's find in SOURCE.  Runs those
# that are there, names those that are not, fails when one found something.
# Builds in ./lint-gcc and ./lint-clang, made anew each time.
set -u
source=$(cd "$1" && pwd)
status=0

say () { printf '%s\n' "lint: $*"; }
has () {
	command -v "$1" >/dev/null 2>&1 && return 0
	say "$1 is missing (./bootstrap --optional installs it)"
	return 1
}
tracked () { (cd "$source" && git ls-files -- "$@"); }

# build FOLDER CONFIGURE-ARGUMENT…: the whole tree, warnings as errors.
build () {
	folder=$1
	shift
	rm -rf "$folder" && mkdir "$folder" &&
		(cd "$folder" && "$source/configure" --quiet --enable-werror "$@" &&
			make -j2 all) > "$folder.log" 2>&1 && return 0
	tail -n 40 "$folder.log"
	return 1
}

if [ -e "$source/.git" ]; then
	if has shellcheck; then
		say shellcheck
		# shellcheck disable=SC2046 # no name here has a blank
		(cd "$source" && shellcheck -S warning \
			-e SC1091,SC1112,SC2034,SC2046,SC2154 \
			$(tracked '*.sh' bootstrap .ci/run | grep -v tap-driver)) || status=1
	fi
	if has codespell; then
		say codespell
		(cd "$source" && git ls-files -z | grep -zvE 'tap-driver|^tests/golden|^doc/errors' |
			xargs -0 codespell -L boths,nd,whn) || status=1
	fi
fi
if has gcc; then
	say 'gcc -fanalyzer'
	build lint-gcc CC=gcc CFLAGS='-O1 -fanalyzer' || status=1
fi
if has clang; then
	say clang
	build lint-clang CC=clang || status=1
fi
[ $status -eq 0 ] && say 'nothing found'
exit $status
