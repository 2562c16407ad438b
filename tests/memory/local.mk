# tests/memory: small collectors as C, and what is allocated from.
dist_check_SCRIPTS += tests/memory/memory.sh tests/memory/room.sh
TESTS += tests/memory/memory.sh tests/memory/room.sh
EXTRA_DIST += tests/memory/churn.c tests/memory/dead_list.gc tests/memory/generations.gc \
  tests/memory/loops.gc tests/memory/resurrect.gc tests/memory/room.c tests/memory/unique.gc
