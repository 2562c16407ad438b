#!/bin/sh
# Objects that nothing refers to are wiped in models of the client, but never what only they
# show: a failure of a step that is about them, or of a property.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:-spin}" >/dev/null 2>&1 || tap_plan skip 'spin is not installed'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tap_scratch
tap_quick_cc
spec=$top_srcdir/tests/run/garbage.gc
export GCDSL_CACHE="$PWD/cache"

tap_run 'what only garbage shows is found' "$GCDSL" verify "$spec"
tap_run 'as it is where nothing is wiped' "$GCDSL" verify --canonical=no "$spec"

# forgets PROPERTY: 1 when the model of that property alone wipes garbage.
forgets () {
	rm -rf model
	"$GCDSL" compile "$spec" --target promela --canonical=yes --property "$1" -o model >out 2>&1
	grep -rho 'CANON_FORGETS [01]' model | cut -d' ' -f2
}
tap_is 'where nothing can show it, it is wiped' "$(forgets none_lost)" 1
tap_is 'nor does a built-in property stop that' "$(forgets no_freed_access)" 1
for property in swept any_left; do
	tap_is "it stays where $property asks for its units" "$(forgets $property)" 0
done
tap_done
