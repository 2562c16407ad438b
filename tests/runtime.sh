# tests/runtime.sh: the runtime from its sources, for tests that build programs.  Sourced after tap.sh.
# shellcheck shell=sh disable=SC2034,SC2154

# runtime_objects FLAG…: the runtime's objects, made with these flags, once for each set: no
# collector and no embedder is in them.  Sets $objects, a list; fails with what is said in ./message.
runtime_objects () {
	runtime_folder=runtime-$(printf '%s\n' "$*" | cksum | tr ' ' -)
	objects="$runtime_folder/*.o"
	[ ! -e "$runtime_folder/made" ] || return 0
	mkdir -p "$runtime_folder"
	(cd "$runtime_folder" && ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -Wall -Wextra -Werror -pthread "$@" \
		-I"$top_srcdir/runtime/api" -I"$top_srcdir/runtime/src" -c "$top_srcdir"/runtime/src/*.c) \
		>message 2>&1 && : >"$runtime_folder/made"
}
