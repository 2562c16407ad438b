#!/bin/sh
# words.sh: C of kernels that access data words: which words an object has, every operation on them, the last bytes of
# objects, and what of words C cannot say.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
tap_scratch
here=$top_srcdir/tests/clients runtime=$top_srcdir/runtime

tap_run 'the collector becomes C' "$GCDSL" compile "$here/words.gc" --target c -o words
# build OUTPUT FLAG…: the program, with the runtime
build () {
	output=$1
	shift
	# shellcheck disable=SC2086 # a list of words
	if runtime_objects "$@" && ${CC:-cc} -std=gnu11 -D_GNU_SOURCE -g -Wall -Wextra -Werror -pthread "$@" \
		-I"$runtime/api" -I"$runtime/src" -I"$runtime/tests" -Iwords -DTEST_WORDS_BEFORE=2 \
		-DGC_OBJECT_HEADER_BYTES=8 -DGC_ATTRS='"words-attrs.h"' -DGC_EMBEDDER='"test-embedder.h"' \
		-o "$output" "$here/words.c" words/words.c $objects -lm >message 2>&1; then
		return 0
	fi
	runtime_unbuilt "$output"
}
build release -O2 && tap_is 'each word, and no slot' "$(timeout 60 ./release 2>&1)" 'each word is 3 more'
build debug -O1 -DGCRT_DEBUG=1 &&
	tap_is 'with the checks of the debug runtime' "$(timeout 60 ./debug 2>&1)" 'each word is 3 more'
tap_is 'large objects' "$(timeout 60 ./release large 2>&1)" 'each word is 3 more'
timeout 60 ./release short >out 2>&1
tap_is 'a word that is not there stops the program' \
	"$(grep -o 'there is no data word 1: the object has 1' out)" 'there is no data word 1: the object has 1'

# refused LINE REASON SED
refused () {
	sed "$3" "$here/words.gc" >refused.gc
	"$GCDSL" compile refused.gc --target c -o refused >out 2>&1
	tap_is "$2" "$(sed -n 's/^refused.gc:\([0-9]*\):[0-9]*: error: no C is made of this yet: \(.*\) \[E0923\]$/\1 \2/p' out)" \
		"$1 $2"
}
refused 24 'several groups of data words: the program decides where in an object its words are' \
	's/data : word\[\];/& key : word;/'
refused 48 'a data word in a barrier' '$a\
barrier before_store(o, s, new) { store(o.data[0], 1); }'
tap_all || tap_done
build asan -O1 -fsanitize=address,undefined && tap_is 'with the address sanitizer' "$(timeout 60 ./asan 2>&1)" 'each word is 3 more'
build tsan -O1 -fsanitize=thread && tap_is 'with the thread sanitizer' "$(timeout 60 ./tsan 2>&1)" 'each word is 3 more'
tap_done
