#!/bin/sh
# embedder.sh: installs into a folder of its own, and follows doc/embedding.md
# from there, with nothing but what was installed.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch

if ! command -v pkg-config >/dev/null 2>&1; then
	tap_plan skip "no pkg-config"
fi
case ${SANITIZE-no} in
no) ;;
*) tap_plan skip "the runtime is built with sanitizers" ;;
esac

prefix=$PWD/prefix
if ! (cd "${top_builddir:=.}" && "${MAKE:-make}" install prefix="$prefix") >message 2>&1; then
	tap_not_ok "make install" "$(tail -n 20 message)"
	tap_done
fi
tap_ok "make install"

# The runtime's .pc files contain the prefix that was given to configure.
mkdir pkgconfig
for file in "$prefix"/lib/pkgconfig/*.pc; do
	sed "s|^prefix=.*|prefix=$prefix|; s|^exec_prefix=.*|exec_prefix=$prefix|
		s|^libdir=.*|libdir=$prefix/lib|; s|^includedir=.*|includedir=$prefix/include|" \
		"$file" >"pkgconfig/$(basename "$file")"
done
PATH=$prefix/bin:$PATH PKG_CONFIG_PATH=$PWD/pkgconfig
export PATH PKG_CONFIG_PATH
unset GCDSL CPPFLAGS LDFLAGS MAKEFLAGS MFLAGS MAKELEVEL
# The makefiles optimise with -O2, which takes longest.
if ! tap_all; then
	MAKEFLAGS='-- CFLAGS=-O1'
	export MAKEFLAGS
fi
tap_is "the installed gcdsl is used" "$(command -v gcdsl)" "$prefix/bin/gcdsl"

# Runs the commands of the page in their order, in one shell.
"$AWK" '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside' \
	"$top_srcdir/doc/embedding.md" >commands
tap_run "doc/embedding.md: every command" sh -e -x ./commands
tap_run 'doc/embedding.md: what the program recorded is a trace, and a page' \
	sh -c 'gcdsl events my-program/run.jsonl && test -s my-program/run.html'
tap_is "the demo prints what it should" "$(my-program/tiny my-program/demo.tiny)" \
	"$(cat my-program/demo.expected)"

# Each example and each page must be found after the installation (the template and the Lisp have
# folders of their own), and an example must build from there.
missing=
for file in $(cd "$top_srcdir" && find examples -type f ! -path '*/bench/*' ! -path '*/embedder/*' ! -path '*/lisp/*' \
	! -name local.mk); do
	cmp -s "$top_srcdir/$file" "$prefix/share/gcdsl/$file" || missing="$missing $file"
done
for file in embedding language runtime tutorial; do
	cmp -s "$top_srcdir/doc/$file.md" "$prefix/share/doc/gcdsl/$file.md" ||
		missing="$missing $file.md"
done
tap_is "every example and page is installed" "$missing" ''
# The template does not depend on files elsewhere.  (Programs are not searched: their debugging
# information has the names of the runtime's sources.)
if grep -qI "$top_srcdir/" my-program/*; then
	tap_not_ok "the program does not need the source" "$(grep -I "$top_srcdir/" my-program/*)"
else
	tap_ok "the program does not need the source"
fi
tap_rest
cat >example <<'END'
gcdsl compile "$prefix/share/gcdsl/examples/satb.gc" --target c -o satb
clients=$prefix/share/gcdsl/examples/clients
${CC:-cc} -std=gnu11 -D_GNU_SOURCE -O2 -Isatb "-I$clients" '-DGC_ATTRS="satb-attrs.h"' \
	'-DGC_EMBEDDER="client-embedder.h"' $(pkg-config --cflags gcdsl-runtime) satb/satb.c \
	"$clients/gcbench.c" "$clients/client.c" $(pkg-config --libs gcdsl-runtime) -o gcbench
./gcbench --depth=10
END
export prefix
tap_run "an installed example builds and runs" sh -e -x ./example
# The page has made one with ragged.
tap_run "another collector makes another Lisp" sh -c "nm my-lisp/lisp | grep -q ragged_ &&
	make -C my-lisp COLLECTOR=stw lisp && nm my-lisp/lisp | grep -q stw_"
tap_is "the same makes none" "$(make -C my-lisp COLLECTOR=stw lisp 2>&1 | grep -c -e '-o lisp')" 0
tap_run "make clean" make -C my-program clean
tap_run "the template compiles without warnings" make -C my-program CC="${CC:-cc}" \
	CFLAGS="-O1 -Wall -Wextra -Werror" all
tap_done
