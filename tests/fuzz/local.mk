# tests/fuzz: broken input gets diagnostics, never a crash, in time.
check_PROGRAMS += tests/fuzz/broken tests/fuzz/cost
tests_fuzz_broken_SOURCES = tests/fuzz/broken.c
tests_fuzz_cost_SOURCES = tests/fuzz/cost.c
dist_check_SCRIPTS += tests/fuzz/broken.sh tests/fuzz/growth.sh
TESTS += tests/fuzz/broken.sh tests/fuzz/growth.sh

# make fuzz [WHAT=check|compile|import] [MINUTES=60]: libFuzzer's bytes.  The corpus stays in
# fuzz.d, and the next run goes on from it.
dist_noinst_SCRIPTS += tests/fuzz/bytes.sh
EXTRA_DIST += tests/fuzz/bytes.c
fuzz:
	top_srcdir=$(abs_top_srcdir) COMPILER_LIBS="$(gcdsl_LDADD)" $(SHELL) $(srcdir)/tests/fuzz/bytes.sh \
	  $${WHAT:-check} $${MINUTES:-60} fuzz.d
.PHONY: fuzz
