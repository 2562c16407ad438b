#!/bin/sh
# tests/clients/build.sh: a client program, from sources, with chosen flags.
#
#	build.sh GENERATED PROGRAM OUTPUT [FLAG…]
#
# GENERATED is the folder of a generated collector (x.c, x.h, x-attrs.h), and
# PROGRAM gcbench or stress.  The runtime is compiled too, with the same flags,
# so that sanitizers and GCRT_DEBUG reach all of it.  CC and top_srcdir are
# taken from the environment.
set -eu
: "${top_srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
generated=$1 program=$2 output=$3
shift 3

name=$(basename "$(ls "$generated"/*-attrs.h)" -attrs.h)
clients=$top_srcdir/examples/clients
sources="$clients/client.c $clients/$program.c"
if [ "$program" = stress ]; then
	sources="$sources $clients/stress-graph.c"
fi
# shellcheck disable=SC2086 # lists of files, and of flags in CC
exec ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -Wall -Wextra -Werror -pthread "$@" \
	-I"$top_srcdir/runtime/api" -I"$top_srcdir/runtime/src" -I"$clients" -I"$generated" \
	-DGC_ATTRS="\"$name-attrs.h\"" -DGC_EMBEDDER='"client-embedder.h"' \
	-o "$output" "$generated/$name.c" $sources "$top_srcdir"/runtime/src/*.c -lm
