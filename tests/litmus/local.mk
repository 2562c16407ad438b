# tests/litmus: litmus tests, of ours and of others.
litmus_tests = tests/litmus/commands.sh tests/litmus/import.sh tests/litmus/mutex.sh \
  tests/litmus/rc11.sh tests/litmus/reorderings.sh tests/litmus/rules.sh tests/litmus/shared.sh \
  tests/litmus/switches.sh tests/litmus/suite.sh tests/litmus/tools.sh
dist_check_SCRIPTS += $(litmus_tests)
TESTS += $(litmus_tests)
check_PROGRAMS += tests/litmus/rc11/rc11
tests_litmus_rc11_rc11_SOURCES = tests/litmus/rc11/axioms.c tests/litmus/rc11/enumerate.c \
  tests/litmus/rc11/outcomes.c tests/litmus/rc11/random.c tests/litmus/rc11/rc11.c \
  tests/litmus/rc11/rc11.h
EXTRA_DIST += tests/litmus/commands.gc tests/litmus/import tests/litmus/rules.txt

# All tests under all models, and each rule taken out, which takes a while: `make
# check' does some of it.
verify-litmus: all
	$(AM_TESTS_ENVIRONMENT) LITMUS_SUITE=all; export LITMUS_SUITE; \
	  $(SHELL) $(srcdir)/tests/litmus/suite.sh
	$(AM_TESTS_ENVIRONMENT) LITMUS_SHARED=all; export LITMUS_SHARED; \
	  $(SHELL) $(srcdir)/tests/litmus/shared.sh
	$(AM_TESTS_ENVIRONMENT) LITMUS_RULES=all; export LITMUS_RULES; \
	  $(SHELL) $(srcdir)/tests/litmus/rules.sh
	./gcdsl verify --results verify-results.sqlite $(VERIFY_FLAGS) \
	  $(srcdir)/examples/litmus/mutex/*.gc
.PHONY: verify-litmus
