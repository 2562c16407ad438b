# tests/style: rules that hold for every file.
style_tests = \
  tests/style/circles.sh \
  tests/style/embed.sh tests/style/format.sh tests/style/functions.sh \
  tests/style/headers.sh \
  tests/style/includes.sh \
  tests/style/layers.sh \
  tests/style/scripts.sh \
  tests/style/switches.sh \
  tests/style/symbols.sh \
  tests/style/words.sh
dist_check_SCRIPTS += $(style_tests)
TESTS += $(style_tests)
EXTRA_DIST += tests/style/circles.awk tests/style/files.sh tests/style/functions.awk
