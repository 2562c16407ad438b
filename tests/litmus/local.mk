# tests/litmus: litmus tests: the commands, the importer, the suite.
litmus_tests = tests/litmus/commands.sh tests/litmus/import.sh tests/litmus/tools.sh
dist_check_SCRIPTS += $(litmus_tests)
TESTS += $(litmus_tests)
EXTRA_DIST += tests/litmus/commands.gc tests/litmus/import
