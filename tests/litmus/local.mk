# tests/litmus: litmus tests, of ours and of others.
litmus_tests = tests/litmus/commands.sh tests/litmus/import.sh tests/litmus/mutex.sh \
  tests/litmus/tools.sh
dist_check_SCRIPTS += $(litmus_tests)
TESTS += $(litmus_tests)
EXTRA_DIST += tests/litmus/commands.gc tests/litmus/import
