# tests: what belongs to no single part.
EXTRA_DIST += tests/tap.sh tests/bare-debian.sh

dist_check_SCRIPTS += tests/build/bootstrap.sh
TESTS += tests/build/bootstrap.sh

include tests/style/local.mk
