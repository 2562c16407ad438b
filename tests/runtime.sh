# tests/runtime.sh: the runtime from its sources, for tests that build programs.  Sourced; after tap.sh.
# shellcheck shell=sh disable=SC2034,SC2154
#
# runtime_objects FLAG…       the runtime's objects, made with these flags: no collector and no
#                             embedder is in them
# runtime_disturbed FLAG…     the same, disturbed at its door (noise.h), and what disturbs it
# runtime_disturbed_flags     says the flag for short tests of it that can share it: how fast it is matters little
# runtime_explored            what `gcdsl agree' and `gcdsl explore' keep of the runtime, in a cache of
#                             this test's own, without results, if gcdsl is called after tap_quick_cc.
#                             The objects under sc are $runtime_sc/gcdsl/explored-*/*.o, those under
#                             memory models that hold stores back are in $runtime_tso
#
# runtime_unbuilt WHAT        reports that ./message says why WHAT was not built: a sanitizer that is not
#                             installed is a SKIP.  Returns 1.
#
# The first two set $objects, a list of files, or fail with what is said in ./message.  All tests share
# them, for nearly all that compiling programs costs is this: the first that wants them makes them in
# tests/objects of the build folder, and who wants the same waits.  The folder is named by what they are
# made from, so that nothing old is taken.  Without such a folder (or flock) they are made here.  What
# the build has made itself, the libraries that programs are linked with, is not made again: its
# runtime is compiled with -O2, and with -O1 or -O2 and -DGCRT_DEBUG=1.
runtime_source=$top_srcdir/runtime/src
runtime_noise=$top_srcdir/tests/differential/driver

runtime_objects () {
	runtime_built "$*" || runtime_made plain "$@"
}
runtime_disturbed () {
	runtime_made disturbed "$@"
}

runtime_disturbed_flags () {
	if tap_all; then echo -O2; else echo -O0; fi
}

runtime_unbuilt () { # WHAT
	if grep -qE 'cannot find .*(asan|ubsan|tsan)' message; then
		tap_skip "$1 builds" 'the sanitizer is not installed'
	else
		tap_not_ok "$1 builds" "$(tail -n 20 message)"
	fi
	return 1
}

# The library that the build has made for such flags, if it has no sanitizer. (GC_DEBUG is for the code
# of programs only.)
runtime_built () { # FLAGS
	case ${SANITIZE-unknown}$1 in
	no-O2) objects=${top_builddir-}/libgcdsl-runtime.a ;;
	'no-O1 -DGCRT_DEBUG=1' | 'no-O1 -DGCRT_DEBUG=1 -DGC_DEBUG=1')
		objects=${top_builddir-}/libgcdsl-runtime-debug.a ;;
	*) return 1 ;;
	esac
	[ -e "$objects" ]
}

runtime_made () { # HOW FLAG…
	runtime_once "$(runtime_digest "$@")" runtime_compile "$@" && objects="$runtime_folder/*.o"
}

# The names of such objects say what they are made from: gcdsl takes none that are not its own.
runtime_explored () {
	runtime_key=explored-$({ gcc --version; cat "$GCDSL" "$top_srcdir/tests/runtime.sh"; } | sha256sum | cut -c 1-32)
	mkdir -p cache/gcdsl
	runtime_once "$runtime_key-sc" runtime_explore sc || return
	runtime_sc=$runtime_folder
	if tap_all; then
		runtime_once "$runtime_key-tso" runtime_explore tso || return
	else
		runtime_once "$runtime_key-tso-quick" runtime_explore_quickly || return
	fi
	runtime_tso=$runtime_folder
	for runtime_kept in "$runtime_sc"/gcdsl/explored-* "$runtime_tso"/gcdsl/explored-*; do
		[ ! -d "$runtime_kept" ] || ln -sf "$runtime_kept" cache/gcdsl
	done
}

# In the current folder.  With the compiler that tap_quick_cc chooses: verifiers are made quickly, and the rest is
# handed to gcc.
runtime_explore () { # MEMORY
	tap_quick_cc
	env XDG_CACHE_HOME="$PWD" "$GCDSL" explore --memory "$1" "$top_srcdir/tests/agree/order.gc" -o schedule
}

# For tso in short tests, the objects of sc.  Fences of the runtime and accesses to its slots are stronger in these.
# The program of a specification is compiled for tso: what its kernels and its barriers do, stores that they hold back
# and their fences are as in long tests.
runtime_explore_quickly () {
	mkdir bin
	cat >bin/gcc <<-END
		#!/bin/sh
		kept=
		for word; do
			shift
			case \$word in /*.c) object=\${word##*/}; kept=\$kept\ \${object%.c}.o ;; *) set -- "\$@" "\$word" ;; esac
		done
		[ -n "\$kept" ] || exec $(command -v gcc) "\$@"
		into=\$PWD
		cd "$runtime_sc"/gcdsl/explored-* && exec cp \$kept "\$into"
	END
	chmod +x bin/gcc
	(PATH=$PWD/bin:$PATH && export PATH && runtime_explore tso)
}

# Makes $runtime_folder with this name, once, by the command.
runtime_once () { # NAME COMMAND…
	case ${top_builddir-} in
	/*) runtime_folder=$top_builddir/tests/objects ;;
	*) runtime_folder=$PWD/objects ;;
	esac
	command -v flock >/dev/null 2>&1 || runtime_folder=$PWD/objects
	mkdir -p "$runtime_folder" || return
	runtime_folder=$runtime_folder/$1
	shift
	[ ! -e "$runtime_folder/made" ] || return 0
	(
		! command -v flock >/dev/null 2>&1 || flock 9
		[ ! -e "$runtime_folder/made" ] || exit 0
		rm -rf "$runtime_folder"
		mkdir "$runtime_folder" && cd "$runtime_folder" && "$@" && : >made
	) >message 2>&1 9>"$runtime_folder.lock"
}

runtime_digest () { # HOW FLAG…
	{
		printf '%s\n' "$@" "${CC:-cc}"
		${CC:-cc} --version
		cat "$top_srcdir"/runtime/api/* "$runtime_source"/* "$runtime_noise"/noise.[ch] "$top_srcdir/tests/runtime.sh"
	} | sha256sum | cut -c 1-32
}

runtime_compile () { # HOW FLAG…
	how=$1
	shift
	# shellcheck disable=SC2086 # a list of words
	set -- ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g1 -Wall -Wextra -Werror -pthread "$@" \
		-I"$top_srcdir/runtime/api" -I"$runtime_source"
	if [ "$how" = plain ]; then
		"$@" -c "$runtime_source"/*.c
		return
	fi
	# gcrt-sync.h itself and the noise are not disturbed
	for runtime_file in "$runtime_source"/*.c; do
		case $runtime_file in
		*/gcrt-sync.c) "$@" -I"$runtime_noise" -c "$runtime_file" "$runtime_noise/noise.c" || return ;;
		*) "$@" -I"$runtime_noise" -include noise.h -c "$runtime_file" || return ;;
		esac
	done
}
