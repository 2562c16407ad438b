# tests/style/files.sh: sourced; what the rules are about.
# shellcheck shell=sh disable=SC2154

# style_sources: the C files that are written by hand: a release has some that tools made.
style_sources () {
	style_files '*.c' '*.h' | grep -vE '^(tests/golden/|compiler/syntax/(parse\.[ch]|scan\.c)$)'
}

# style_files [PATTERN…]: the files of the source tree, from its top, whose
# names match one of the shell patterns.  In a clone: what is
# tracked; in a release: all but what the build made.
style_files () {
	if [ -e "$top_srcdir/.git" ] && command -v git >/dev/null 2>&1; then
		git -c safe.directory='*' -C "$top_srcdir" ls-files
	else
		(cd "$top_srcdir" && find . -type d \( -name '_build*' -o -name '_inst*' -o \
			-name 'build*' ! -name build-aux -o -name autom4te.cache \) -prune -o \
			-type f -print) | sed 's/^\.\///'
	fi | sort | while IFS= read -r style_file; do
		[ -e "$top_srcdir/$style_file" ] || continue
		[ $# -gt 0 ] || printf '%s\n' "$style_file"
		for style_pattern; do
			# shellcheck disable=SC2254 # a pattern on purpose
			case $style_file in
			$style_pattern) printf '%s\n' "$style_file"; break ;;
			esac
		done
	done
}

# style_syntax COMPILER FLAG…: compiles each of the files named on stdin, as a translation unit of its
# own, without output. Prints what the compiler says, and fails if it does. clang would start a
# process for each of them, which takes longer than most files do: the compiler proper, which clang
# says how to start, takes them all.
style_syntax () {
	read -r style_first || return 0
	set -- "$@" -fsyntax-only "$style_first"
	case ${1##*/} in
	clang*) eval "set -- $("$@" '-###' 2>&1 | tail -n 1)" ;;
	esac
	xargs -d '\n' "$@" 2>&1
}
