# tests/agree/begin.sh: how tests of `gcdsl agree' and `explore' begin.  Sourced first: programs can be built and loaded, the
# current folder is a scratch folder, and the runtime is compiled once for all of these tests.
# shellcheck shell=sh
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/runtime.sh"
tap_long
command -v gcc > /dev/null || tap_plan skip 'gcc is not installed'
case ${SANITIZE-} in *thread* | *address*) tap_plan skip 'programs are not loaded into a sanitized gcdsl' ;; esac
tap_scratch
runtime_explored
tap_quick_cc
