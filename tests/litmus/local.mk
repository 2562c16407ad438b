# tests/litmus: litmus tests, of ours and of others.
litmus_tests = tests/litmus/import.sh tests/litmus/mutex.sh
dist_check_SCRIPTS += $(litmus_tests)
TESTS += $(litmus_tests)
EXTRA_DIST += tests/litmus/import
