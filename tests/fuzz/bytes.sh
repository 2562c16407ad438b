#!/bin/sh
# bytes.sh: libFuzzer on the compiler.
#
#	bytes.sh WHAT MINUTES FOLDER
#
# WHAT is check, compile or import (tests/fuzz/bytes.c).  FOLDER keeps the build with clang's
# sanitizers, the corpus, which the next run goes on from, and what was found: files named
# crash-, leak-, oom- or timeout-.  Status 0: nothing was found; 77: clang has no libFuzzer here.
# `make fuzz' runs it, and says in COMPILER_LIBS what the compiler is linked with.
set -eu
what=$1 seconds=$(($2 * 60))
mkdir -p "$3"
folder=$(cd "$3" && pwd)
source=$(cd "${top_srcdir:?}" && pwd)
clang=${CLANG:-clang}
flags='-g -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined'
# Adding 0 to a null pointer: the next C standard allows it, and all compilers do.
flags="$flags -fno-sanitize=pointer-overflow"

# build: builds the compiler like gcdsl, with another main.
build () {
	mkdir -p "$folder/build"
	cd "$folder/build"
	[ -f Makefile ] || "$source/configure" --quiet CC="$clang" CFLAGS="$flags"
	make -s -j "$(nproc)" gcdsl
	objects=$(find compiler/driver -name '*.o' ! -name '*-main.o')
	# shellcheck disable=SC2086 # objects, libraries and flags are lists
	"$clang" $flags -fsanitize=fuzzer -D_GNU_SOURCE -I"$source" -I. \
	  -o "$folder/bytes" "$source/tests/fuzz/bytes.c" $objects \
	  ${COMPILER_LIBS:?is said by make fuzz}
}

# seeds: copies every specification (or every test of herd).
seeds () {
	if [ "$what" = import ]; then
		find "$source" -name '*.litmus' -size -16k
	else
		find "$source/examples" "$source/tests" "$source/doc" -name '*.gc' -size -16k
	fi | while read -r file; do
		cp "$file" "$folder/seeds-$what/$(printf %s "$file" | cksum | cut -d' ' -f1)"
	done
}

# words: writes libFuzzer's dictionary, with the words of the grammar.
words () {
	sed -n '/^%token/,/^$/p' "$source/compiler/syntax/parse.y" | grep -o '"[a-z]*"'
	sed -n 's/^LATER(\("[^"]*"\).*/\1/p' "$source/compiler/syntax/reserved.def"
	printf '"%s"\n' '@' ':=' '=>' '..' '==' '!=' '<=' '{' '}' '->' '//' '/*' '*/'
}

printf 'int LLVMFuzzerTestOneInput(const char *, unsigned long);
int LLVMFuzzerTestOneInput(const char *b, unsigned long n) { return b[0] == 1 && n == 2; }\n' \
  >"$folder/probe.c"
if ! "$clang" -fsanitize=fuzzer,address "$folder/probe.c" -o "$folder/probe" 2>/dev/null; then
	echo "clang has no libFuzzer here" >&2
	exit 77
fi
if [ ! -x "$folder/bytes" ] || [ -n "$(find "$source" -name '*.[chly]' -newer "$folder/bytes")" ]
then
	build
fi
mkdir -p "$folder/seeds-$what" "$folder/corpus-$what" "$folder/found-$what"
seeds
words >"$folder/words"
made=$(mktemp -d "${TMPDIR:-/dev/shm}/gcdsl-fuzz-XXXXXX")
trap 'rm -rf "$made"' EXIT
cd "$made"
FUZZ_WHAT=$what FUZZ_FOLDER=$made "$folder/bytes" -max_total_time="$seconds" -max_len=16384 \
  -timeout=20 -rss_limit_mb=2048 -close_fd_mask=3 -dict="$folder/words" \
  -artifact_prefix="$folder/found-$what/" -print_final_stats=1 \
  "$folder/corpus-$what" "$folder/seeds-$what"
