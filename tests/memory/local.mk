# tests/memory: small collectors as C, and what is allocated from.
dist_check_SCRIPTS += tests/memory/memory.sh tests/memory/room.sh
TESTS += tests/memory/memory.sh tests/memory/room.sh
EXTRA_DIST += tests/memory/churn.c tests/memory/clear_first.gc tests/memory/dead_list.gc tests/memory/fills.c \
  tests/memory/generations.gc \
  tests/memory/kept.c tests/memory/logs.gc tests/memory/looks.c tests/memory/loops.gc \
  tests/memory/resurrect.gc tests/memory/room.c tests/memory/split.gc tests/memory/stores.c \
  tests/memory/unique.gc tests/memory/waiting.c tests/memory/waiting.h
