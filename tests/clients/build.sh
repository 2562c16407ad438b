#!/bin/sh
# tests/clients/build.sh: the client programs, from sources, with chosen flags.
#
#	build.sh GENERATED OUTPUT [FLAG…]
#	build.sh -r BUILT GENERATED OUTPUT [FLAG…]
#	build.sh -p WHIPPET PROGRAM GENERATED OUTPUT [FLAG…]
#	build.sh -l LIBRARY GENERATED OUTPUT [FLAG…]
#
# GENERATED is the folder of a generated collector (x.c, x-names.h, x-attrs.h); the
# programs are OUTPUT/gcbench and OUTPUT/stress, or those that PROGRAMS names.  The runtime has the same flags
# (tests/runtime.sh), so that sanitizers and GCRT_DEBUG reach all of it.  With
# -r, the programs' own objects are taken from BUILT, an earlier
# OUTPUT with the same flags, for a collector with the same attributes.  With -p, it is OUTPUT/PROGRAM, one of the
# benchmarks in a checkout of Whippet, unmodified (its own warnings are not
# ours).  With -l, it is OUTPUT/lisp, with the runtime in LIBRARY (empty: from its
# sources).  CC and top_srcdir are taken from the environment.
set -eu
: "${top_srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
top_srcdir=$(cd "$top_srcdir" && pwd)
built='' whippet=''
if [ "$1" = -p ]; then
	whippet=$(cd "$2" && pwd)/benchmarks
	program=$3
	shift 3
fi
lisp=false
if [ "$1" = -l ]; then
	lisp=true
	library=$2
	shift 2
fi
if [ "$1" = -r ]; then
	built=$(cd "$2" && pwd)
	shift 2
fi
generated=$(cd "$1" && pwd)
mkdir -p "$2"
cd "$2"
shift 2

name=$(basename "$(ls "$generated"/*-attrs.h)" -attrs.h)
clients=$top_srcdir/examples/clients
. "$top_srcdir/tests/runtime.sh"
cc="${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g1 -Wall -Wextra -Werror -pthread"
compile () {
	# shellcheck disable=SC2086 # a list of words
	$cc "$@" -c -I"$top_srcdir/runtime/api" -I"$top_srcdir/runtime/src" -I"$clients" \
		-I"$generated" -DGC_ATTRS="\"$name-attrs.h\"" -DGC_EMBEDDER='"client-embedder.h"'
}
if $lisp && [ -n "$library" ]; then
	objects=$library
elif [ -z "$whippet" ]; then
	runtime_objects "$@" || { cat message; exit 1; }
fi
if $lisp; then
	# shellcheck disable=SC2086
	$cc "$@" -I"$top_srcdir/runtime/api" -I"$top_srcdir/runtime/src" -I"$generated" \
		-DGC_ATTRS="\"$name-attrs.h\"" -DGC_EMBEDDER='"lisp-embedder.h"' -o lisp \
		-I"$clients/lisp" "$clients"/lisp/*.c "$generated/$name.c" \
		$objects -lm
	exit
fi
if [ -n "$whippet" ]; then
	# shellcheck disable=SC2086
	$cc -w -fno-strict-aliasing "$@" -I"$top_srcdir/runtime/api" -I"$top_srcdir/runtime/src" \
		-I"$generated" -DGC_PRECISE_ROOTS=1 -DGC_ATTRS="\"$name-attrs.h\"" \
		-DGC_EMBEDDER="\"$whippet/$program-embedder.h\"" -o "$program" \
		"$whippet/$program.c" "$generated/$name.c" "$top_srcdir"/runtime/src/*.c -lm
	exit
fi
compile "$@" "$generated/$name.c"
# program NAME PART…: builds it from these parts, if it is wanted.
: "${PROGRAMS:=gcbench stress}"
program () {
	case " $PROGRAMS " in *" $1 "*) ;; *) return 0 ;; esac
	program=$1 parts=
	shift
	for part; do
		parts="$parts ${built:-.}/$part.o"
		[ -n "$built" ] || [ -e "$part.o" ] || compile $flags "$clients/$part.c"
	done
	# shellcheck disable=SC2086
	$cc $flags -o "$program" "$name.o" $parts $objects -lm
}
flags=$*
program gcbench gcbench client
program stress stress stress-graph client
