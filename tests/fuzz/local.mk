# tests/fuzz: broken input gets diagnostics, never a crash, in time.
check_PROGRAMS += tests/fuzz/broken tests/fuzz/cost
tests_fuzz_broken_SOURCES = tests/fuzz/broken.c
tests_fuzz_cost_SOURCES = tests/fuzz/cost.c
dist_check_SCRIPTS += tests/fuzz/broken.sh tests/fuzz/growth.sh
TESTS += tests/fuzz/broken.sh tests/fuzz/growth.sh
