# tests/golden: what the program makes and says, compared with what it is to.
dist_check_SCRIPTS += tests/golden/run.sh
TESTS += tests/golden/run.sh
EXTRA_DIST += tests/golden/c tests/golden/cli tests/golden/dot tests/golden/explain \
  tests/golden/ir tests/golden/json tests/golden/promela

# Accepts what is printed now.  Read the difference before committing it.
update-golden: all
	@$(AM_TESTS_ENVIRONMENT) UPDATE_GOLDEN=1; export UPDATE_GOLDEN; \
	for test in tests/golden/run.sh tests/golden/diagnostics/cases.sh; do \
	  $(SHELL) $(srcdir)/$$test || exit 1; \
	done
.PHONY: update-golden
