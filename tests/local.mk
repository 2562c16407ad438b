# tests: what belongs to no single part.
EXTRA_DIST += tests/tap.sh tests/bare-debian.sh

include tests/style/local.mk
