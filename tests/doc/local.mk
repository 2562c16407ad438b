# tests/doc: the documents say what is so.
doc_tests = tests/doc/events.sh tests/doc/examples.sh tests/doc/limits.sh tests/doc/links.sh \
  tests/doc/machine.sh tests/doc/man.sh tests/doc/notes.sh tests/doc/operations.sh tests/doc/pictures.sh tests/doc/words.sh
dist_check_SCRIPTS += $(doc_tests)
TESTS += $(doc_tests)
EXTRA_DIST += tests/doc/machine-rows.c
