# tests/cgen: C that the compiler makes (emit.sh: examples/local.mk, with the clients).
dist_check_SCRIPTS += tests/cgen/at-rest.sh tests/cgen/beside.sh tests/cgen/litmus.sh tests/cgen/names.sh
TESTS += tests/cgen/at-rest.sh tests/cgen/beside.sh tests/cgen/litmus.sh tests/cgen/names.sh
EXTRA_DIST += tests/cgen/at-rest.txt tests/cgen/beside.txt tests/cgen/litmus.gc tests/cgen/awkward.gc
