# tests/golden/diagnostics: what is said of mistakes.
diagnostics_tests = tests/golden/diagnostics/cases.sh tests/golden/diagnostics/pages.sh
dist_check_SCRIPTS += $(diagnostics_tests)
TESTS += $(diagnostics_tests)
EXTRA_DIST += tests/golden/diagnostics
