# tests: what belongs to no single part.
EXTRA_DIST += tests/tap.sh

include tests/style/local.mk
