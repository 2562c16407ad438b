# tests: what belongs to no single part.
EXTRA_DIST += tests/build/random-conditions.awk tests/hide-constants.awk tests/quick-cc tests/quick-cc-any tests/tap.sh tests/runtime.sh tests/bare-debian.sh tests/soak.sh tests/clients

# Tests are started in this order: the long ones first, so that at the end none of them
# runs alone while other processors have nothing to do.  The first one makes what others of its folder wait for.
TESTS += tests/agree/agree.sh
include tests/differential/local.mk
include tests/run/local.mk
include tests/agree/local.mk
include tests/handover/local.mk
include tests/stress/local.mk
include tests/memory/local.mk
include tests/doc/local.mk
include tests/weaken/local.mk
include tests/litmus/local.mk
include tests/cgen/local.mk
include tests/fuzz/local.mk
include tests/golden/local.mk
include tests/golden/diagnostics/local.mk
include tests/unit/local.mk
include tests/style/local.mk

build_tests = tests/build/bootstrap.sh tests/build/gnumakefile.sh tests/build/parts.sh tests/build/quick-cc.sh
dist_check_SCRIPTS += $(build_tests)
TESTS += $(build_tests)
