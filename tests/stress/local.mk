# tests/stress: long runs of everything under disturbed schedules, and a short one.
dist_check_SCRIPTS += tests/stress/short.sh
TESTS += tests/stress/short.sh
EXTRA_DIST += tests/stress/build.sh tests/stress/disturb.c tests/stress/mutants.sh \
  tests/stress/stress.sh

# make stress [MINUTES=10] [SEED=…] [JOBS=2]: goes on so long, and stops at the first failure.
# make stress-mutants: the same runs find mistakes that are put into the runtime.
stress_environment = top_srcdir=$(abs_top_srcdir) top_builddir=$(abs_top_builddir) \
  GCDSL=$(abs_top_builddir)/gcdsl CC="$(CC)"
stress: gcdsl tests/differential/differential tests/differential/libdriver.a libgcdsl-runtime.a
	$(stress_environment) $(SHELL) $(srcdir)/tests/stress/stress.sh \
	  -t $$(($${MINUTES:-10} * 60)) -j $${JOBS:-2} $${SEED:+-s $$SEED}
stress-mutants: gcdsl
	$(stress_environment) $(SHELL) $(srcdir)/tests/stress/mutants.sh
.PHONY: stress stress-mutants
