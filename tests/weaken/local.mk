# tests/weaken: memory orders that could be weaker.
weaken_tests = tests/weaken/search.sh tests/weaken/weaken.sh
dist_check_SCRIPTS += $(weaken_tests)
TESTS += $(weaken_tests)
EXTRA_DIST += tests/weaken/kinds.gc tests/weaken/kinds-sweep.gc tests/weaken/stops.gc tests/weaken/two.gc \
  tests/weaken/early.gc tests/weaken/between.gc tests/weaken/failing.gc tests/weaken/handed.gc tests/weaken/program.gc tests/weaken/refuted.gc tests/weaken/uses.gc
