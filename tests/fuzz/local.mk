# tests/fuzz: broken input gets diagnostics, never a crash.
check_PROGRAMS += tests/fuzz/broken
tests_fuzz_broken_SOURCES = tests/fuzz/broken.c
dist_check_SCRIPTS += tests/fuzz/broken.sh
TESTS += tests/fuzz/broken.sh
