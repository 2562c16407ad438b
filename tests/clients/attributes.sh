#!/bin/sh
# attributes.sh: a program that was compiled with the attributes of another collector than
# the one that it is linked with is refused by the linker; and the library and
# the headers serve C++ and shared objects.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
case ${SANITIZE-no} in
no) ;;
*) tap_plan skip "the runtime is built with sanitizers" ;;
esac
here=$top_srcdir/tests/clients
library=${top_builddir:=.}/libgcdsl-runtime.a
runtime=$top_srcdir/runtime
tap_scratch
includes="-D_GNU_SOURCE -I. -I$runtime/api -I$runtime/src -I$here/attributes"
cc=${CC:-cc}

# Collectors that differ from satb: by another barrier, by none, and by another kernel with the same
# barrier.
"$GCDSL" compile "$top_srcdir/examples/satb.gc" --target c -o satb 2>message >/dev/null
"$GCDSL" compile "$top_srcdir/examples/stw.gc" --target c -o stw 2>>message >/dev/null
"$GCDSL" compile "$top_srcdir/examples/satb.gc" --target c --mutant no_barrier -o other \
	2>>message >/dev/null
"$GCDSL" compile "$top_srcdir/examples/satb.gc" --target c --mutant marks_stay -o same \
	2>>message >/dev/null
tap_is "the collectors become C" "$(cat message)" ''

# compile COMPILER ATTRIBUTES SOURCE OBJECT FLAG…
compile () {
	compiler=$1 attributes=$2 source=$3 object=$4
	shift 4
	# shellcheck disable=SC2086 # several flags
	$compiler -Wall -Wextra -Werror $includes "-DGC_ATTRS=\"$attributes\"" \
		'-DGC_EMBEDDER="object.h"' "$@" -c "$source" -o "$object"
}
# program LANGUAGE PART'S-ATTRIBUTES FLAG…: builds ./program with satb. Keeps the messages. What is the
# same as in the program before it is not compiled again.
before=
program () {
	compiler="$cc -std=gnu11" part=$2 same=$1
	[ "$1" = c ] || compiler="g++ -x c++ -std=c++11"
	shift 2
	same="$same $*"
	rm -f program
	{
		if [ "$same" != "$before" ]; then
			before=
			compile "$cc -std=gnu11" satb/satb-attrs.h satb/satb.c collector.o -Isatb "$@" &&
				compile "$compiler" satb/satb-attrs.h "$here/attributes/main.c" main.o "$@" &&
				before=$same
		fi
		[ "$same" = "$before" ] &&
			compile "$compiler" "$part-attrs.h" "$here/attributes/part.c" part.o "$@" &&
			$cc "$@" main.o part.o collector.o "$library" -pthread -lm -o program
	} >message 2>&1
}
# refused DESCRIPTION ATTRIBUTES: checks that the linker refused the last program and gave the
# reason.
refused () {
	if [ -e program ]; then
		tap_not_ok "$1: is refused"
	else
		tap_run "$1: is refused" grep -q \
			"undefined reference to .gcrt_attributes_of_$2" message
	fi
}

languages=c
if command -v g++ >/dev/null 2>&1; then
	languages='c c++'
else
	tap_skip "the same in C++" "no g++"
fi
sections='-ffunction-sections -fdata-sections -Wl,--gc-sections'
for language in $languages; do
	for flags in -O0 -O2 '-O2 -flto' "-O2 $sections" "-O2 -flto $sections" \
		'-O2 -fvisibility=hidden'; do
		tap_every 4 || continue
		# shellcheck disable=SC2086 # several flags
		if program $language satb/satb $flags; then
			tap_run "$language $flags: a program in two files" ./program
		else
			tap_not_ok "$language $flags: a program in two files" "$(cat message)"
		fi
		for wrong in stw/stw other/satb; do
			# shellcheck disable=SC2086
			program $language $wrong $flags
			refused "$language $flags: a file with attributes of $wrong" \
				"$(basename $wrong)_[0-9a-f]*_version_"
		done
	done
done
if program c same/satb -O2; then
	tap_ok "a file with attributes of a collector that differs in its kernels alone"
else
	tap_not_ok "a file with attributes of a collector that differs in its kernels alone" \
		"$(cat message)"
fi

# Only part.c is compiled with other constants of the runtime.
program c satb/satb -O2
for wrong in -DGCRT_ARENA_SHIFT=36 -DGCRT_DEBUG=1; do
	rm -f program
	compile "$cc" satb/satb-attrs.h "$here/attributes/part.c" part.o -O2 $wrong
	$cc main.o part.o collector.o "$library" -pthread -lm -o program >message 2>&1
	refused "a file with $wrong" satb
done

# No instruction uses the reference.
instructions () { # ATTRIBUTES
	compile "$cc" "$1" "$here/attributes/part.c" one.o -O2
	objdump -d one.o
}
if command -v objdump >/dev/null 2>&1; then
	sed '/GCRT_NEED_ATTRIBUTES/d' satb/satb-attrs.h >bare-attrs.h
	instructions satb/satb-attrs.h >with
	instructions bare-attrs.h >without
	tap_same "the program has the same instructions without it" with without
else
	tap_skip "the program has the same instructions without it" "no objdump"
fi

# ---- in a shared object
shared_object () {
	compile "$cc -std=gnu11" satb/satb-attrs.h satb/satb.c collector.o -Isatb -O2 -fPIC &&
		$cc -shared -Wl,-z,defs collector.o -Wl,--whole-archive "$library" \
			-Wl,--no-whole-archive -pthread -lm -o libcollector.so &&
		compile "$cc" satb/satb-attrs.h "$here/attributes/main.c" main.o -O2
}
shared () { # PART'S-ATTRIBUTES
	rm -f program
	compile "$cc" "$1" "$here/attributes/part.c" part.o -O2 &&
		$cc main.o part.o -L. -lcollector -Wl,-rpath,"$PWD" -o program
}
if shared_object >message 2>&1 && shared satb/satb-attrs.h >message 2>&1; then
	tap_run "a shared object with a collector and the runtime" ./program
else
	tap_not_ok "a shared object with a collector and the runtime" "$(cat message)"
fi
shared stw/stw-attrs.h >message 2>&1
refused "a file with other attributes than the shared object" stw_

# ---- the headers in C++
if command -v g++ >/dev/null 2>&1; then
	bad='' count=0
	for header in "$runtime"/api/gc-*.h satb/satb-attrs.h satb/satb-names.h; do
		count=$((count + 1))
		printf '#include "gc-api.h"\n#include "%s"\n' "$header" >one-$count.cc
	done
	for standard in c++11 $(! tap_all || echo c++20); do
		# shellcheck disable=SC2086
		g++ -std=$standard -Wall -Wextra -Werror -Wno-unused-function $includes \
			'-DGC_ATTRS="satb/satb-attrs.h"' -fsyntax-only one-*.cc >said 2>&1 ||
			bad="$bad$standard: $(cat said)
"
	done
	tap_is "every header of the API in C++" "$bad" ''
else
	tap_skip "every header of the API in C++" "no g++"
fi
tap_done
