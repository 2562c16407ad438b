# runtime/tests: the runtime, with collectors that the compiler makes of the examples, and with
# tables of the tests' own.
EXTRA_DIST += runtime/tests/plain-attrs.h runtime/tests/test-embedder.h runtime/tests/test.h

runtime_style_tests = runtime/tests/install.sh runtime/tests/misuse.sh runtime/tests/style.sh runtime/tests/unlike.sh runtime/tests/weak.sh
dist_check_SCRIPTS += $(runtime_style_tests) runtime/tests/explored.sh runtime/tests/traced.sh runtime/tests/traced-heap.sh
TESTS += $(runtime_style_tests) runtime/tests/explored.sh runtime/tests/traced.sh runtime/tests/traced-heap.sh
EXTRA_DIST += runtime/tests/traced-heap.awk runtime/tests/traced/graph.c runtime/tests/traced/own-file.c runtime/tests/traced/program.c

# make explore-pool: small programs on the runtime under every schedule, a line for each.
EXTRA_DIST += runtime/tests/explored/buffers.c runtime/tests/explored/cycles.c \
  runtime/tests/explored/explored.h runtime/tests/explored/frees.c runtime/tests/explored/handshakes.c \
  runtime/tests/explored/packets.c
explore-pool: all
	@top_srcdir=$(abs_top_srcdir) top_builddir=$(abs_top_builddir) GCDSL_TESTS=all GCDSL_POOL=all \
	  $(SHELL) $(srcdir)/runtime/tests/explored.sh
.PHONY: explore-pool

if HAVE_CMOCKA
runtime_tests = \
  runtime/tests/test-ahead \
  runtime/tests/test-clock \
  runtime/tests/test-closed \
  runtime/tests/test-counted \
  runtime/tests/test-handshake \
  runtime/tests/test-heap \
  runtime/tests/test-heap-satb \
  runtime/tests/test-heap-16k \
  runtime/tests/test-heap-64k \
  runtime/tests/test-hole \
  runtime/tests/test-limit \
  runtime/tests/test-loops \
  runtime/tests/test-memory-16k \
  runtime/tests/test-memory-64k \
  runtime/tests/test-misuse \
  runtime/tests/test-options \
  runtime/tests/test-satb \
  runtime/tests/test-scheduler \
  runtime/tests/test-short \
  runtime/tests/test-size-class \
  runtime/tests/test-slot \
  runtime/tests/test-sparse \
  runtime/tests/test-turns \
  runtime/tests/test-waiting
runtime_debug_tests = \
  runtime/tests/test-handshake-debug \
  runtime/tests/test-heap-debug \
  runtime/tests/test-heap-satb-debug \
  runtime/tests/test-loops-debug \
  runtime/tests/test-misuse-debug \
  runtime/tests/test-satb-debug \
  runtime/tests/test-scheduler-debug \
  runtime/tests/test-verify \
  runtime/tests/test-waiting-debug
check_PROGRAMS += $(runtime_tests) $(runtime_debug_tests)
TESTS += $(runtime_tests) $(runtime_debug_tests)

runtime_common_cppflags = $(runtime_includes) -I$(top_srcdir)/runtime/tests -D_GNU_SOURCE \
  '-DGC_EMBEDDER="test-embedder.h"' $(CMOCKA_CFLAGS)
runtime_test_cppflags = $(runtime_common_cppflags) '-DGC_ATTRS="plain-attrs.h"'
runtime_stw_cppflags = $(runtime_common_cppflags) -Iexamples/stw '-DGC_ATTRS="stw-attrs.h"'
runtime_satb_cppflags = $(runtime_common_cppflags) -Iexamples/satb '-DGC_ATTRS="satb-attrs.h"'
runtime_held_cppflags = $(runtime_common_cppflags) -Iruntime/tests/held '-DGC_ATTRS="satb-attrs.h"'
runtime_test_libs = libgcdsl-runtime.a $(CMOCKA_LIBS) -lm
runtime_debug_cppflags = $(runtime_test_cppflags) -DGCRT_DEBUG=1 -DGC_DEBUG=1
runtime_debug_libs = libgcdsl-runtime-debug.a $(CMOCKA_LIBS) -lm

# satb, whose cycles do not begin while the phase `held' is on, which a test may begin.
runtime/tests/held/satb.c: gcdsl$(EXEEXT) $(top_srcdir)/examples/satb.gc
	@$(MKDIR_P) runtime/tests/held
	$(AM_V_at)sed -e 's/ from requested to / from requested and not held to /' \
	  -e 's/^phase marking;/&  phase held;/' -e 's/^  begin marking;/&  begin held;  end held;/' \
	  $(top_srcdir)/examples/satb.gc > runtime/tests/held/satb.gc
	$(AM_V_GEN)./gcdsl$(EXEEXT) compile runtime/tests/held/satb.gc --target c -o runtime/tests/held >/dev/null
CLEANFILES += runtime/tests/held/satb.gc runtime/tests/held/satb.c \
  runtime/tests/held/satb-names.h runtime/tests/held/satb-attrs.h

runtime_tests_test_ahead_SOURCES = runtime/tests/test-ahead.c
runtime_tests_test_ahead_CPPFLAGS = $(runtime_test_cppflags)
runtime_tests_test_ahead_LDADD = $(runtime_test_libs)
runtime_tests_test_clock_SOURCES = runtime/tests/test-clock.c
runtime_tests_test_clock_CPPFLAGS = $(runtime_test_cppflags)
runtime_tests_test_clock_LDFLAGS = -Wl,--wrap=clock_gettime
runtime_tests_test_clock_LDADD = $(runtime_test_libs)
runtime_tests_test_closed_SOURCES = runtime/tests/test-closed.c
nodist_runtime_tests_test_closed_SOURCES = examples/stw/stw.c
$(runtime_tests_test_closed_OBJECTS): examples/stw/stw.c
runtime_tests_test_closed_CPPFLAGS = $(runtime_stw_cppflags)
runtime_tests_test_closed_LDFLAGS = -Wl,--wrap=malloc
runtime_tests_test_closed_LDADD = $(runtime_test_libs)
runtime_tests_test_counted_SOURCES = runtime/tests/test-counted.c
runtime_tests_test_counted_CPPFLAGS = $(runtime_test_cppflags)
runtime_tests_test_counted_LDADD = $(runtime_test_libs)
runtime_tests_test_heap_SOURCES = runtime/tests/test-heap.c
nodist_runtime_tests_test_heap_SOURCES = examples/stw/stw.c
$(runtime_tests_test_heap_OBJECTS): examples/stw/stw.c
runtime_tests_test_heap_CPPFLAGS = $(runtime_stw_cppflags)
runtime_tests_test_heap_LDADD = $(runtime_test_libs)
runtime_tests_test_heap_debug_SOURCES = $(runtime_tests_test_heap_SOURCES)
nodist_runtime_tests_test_heap_debug_SOURCES = examples/stw/stw.c
$(runtime_tests_test_heap_debug_OBJECTS): examples/stw/stw.c
runtime_tests_test_heap_debug_CPPFLAGS = $(runtime_stw_cppflags) -DGCRT_DEBUG=1 -DGC_DEBUG=1
runtime_tests_test_heap_debug_LDADD = $(runtime_debug_libs)
runtime_tests_test_heap_satb_SOURCES = runtime/tests/test-heap.c
nodist_runtime_tests_test_heap_satb_SOURCES = examples/satb/satb.c
$(runtime_tests_test_heap_satb_OBJECTS): examples/satb/satb.c
runtime_tests_test_heap_satb_CPPFLAGS = $(runtime_satb_cppflags)
runtime_tests_test_heap_satb_LDADD = $(runtime_test_libs)
runtime_tests_test_heap_satb_debug_SOURCES = $(runtime_tests_test_heap_satb_SOURCES)
nodist_runtime_tests_test_heap_satb_debug_SOURCES = examples/satb/satb.c
$(runtime_tests_test_heap_satb_debug_OBJECTS): examples/satb/satb.c
runtime_tests_test_heap_satb_debug_CPPFLAGS = $(runtime_satb_cppflags) -DGCRT_DEBUG=1 -DGC_DEBUG=1
runtime_tests_test_heap_satb_debug_LDADD = $(runtime_debug_libs)
runtime_big_pages = -Wl,--wrap=sysconf -Wl,--wrap=mprotect -Wl,--wrap=madvise
runtime_tests_test_heap_16k_SOURCES = $(runtime_tests_test_heap_SOURCES) runtime/tests/big-pages.c
nodist_runtime_tests_test_heap_16k_SOURCES = examples/stw/stw.c
$(runtime_tests_test_heap_16k_OBJECTS): examples/stw/stw.c
runtime_tests_test_heap_16k_CPPFLAGS = $(runtime_stw_cppflags) -DBIG_PAGE=16384
runtime_tests_test_heap_16k_LDFLAGS = $(runtime_big_pages)
runtime_tests_test_heap_16k_LDADD = $(runtime_test_libs)
runtime_tests_test_heap_64k_SOURCES = $(runtime_tests_test_heap_SOURCES) runtime/tests/big-pages.c
nodist_runtime_tests_test_heap_64k_SOURCES = examples/stw/stw.c
$(runtime_tests_test_heap_64k_OBJECTS): examples/stw/stw.c
runtime_tests_test_heap_64k_CPPFLAGS = $(runtime_stw_cppflags) -DBIG_PAGE=65536
runtime_tests_test_heap_64k_LDFLAGS = $(runtime_big_pages)
runtime_tests_test_heap_64k_LDADD = $(runtime_test_libs)
runtime_tests_test_memory_16k_SOURCES = runtime/tests/test-memory.c runtime/tests/big-pages.c
runtime_tests_test_memory_16k_CPPFLAGS = $(runtime_test_cppflags) -DBIG_PAGE=16384
runtime_tests_test_memory_16k_LDFLAGS = $(runtime_big_pages)
runtime_tests_test_memory_16k_LDADD = $(runtime_test_libs)
runtime_tests_test_memory_64k_SOURCES = runtime/tests/test-memory.c runtime/tests/big-pages.c
runtime_tests_test_memory_64k_CPPFLAGS = $(runtime_test_cppflags) -DBIG_PAGE=65536
runtime_tests_test_memory_64k_LDFLAGS = $(runtime_big_pages)
runtime_tests_test_memory_64k_LDADD = $(runtime_test_libs)
runtime_tests_test_satb_SOURCES = runtime/tests/test-satb.c
nodist_runtime_tests_test_satb_SOURCES = examples/satb/satb.c
$(runtime_tests_test_satb_OBJECTS): examples/satb/satb.c
runtime_tests_test_satb_CPPFLAGS = $(runtime_satb_cppflags) -DTEST_GATE=1
runtime_tests_test_satb_LDADD = $(runtime_test_libs)
runtime_tests_test_satb_debug_SOURCES = $(runtime_tests_test_satb_SOURCES)
nodist_runtime_tests_test_satb_debug_SOURCES = examples/satb/satb.c
$(runtime_tests_test_satb_debug_OBJECTS): examples/satb/satb.c
runtime_tests_test_satb_debug_CPPFLAGS = $(runtime_satb_cppflags) -DTEST_GATE=1 -DGCRT_DEBUG=1 -DGC_DEBUG=1
runtime_tests_test_satb_debug_LDADD = $(runtime_debug_libs)
runtime_tests_test_handshake_SOURCES = runtime/tests/test-handshake.c
runtime_tests_test_handshake_CPPFLAGS = $(runtime_test_cppflags)
runtime_tests_test_handshake_LDADD = $(runtime_test_libs)
runtime_tests_test_handshake_debug_SOURCES = runtime/tests/test-handshake.c
runtime_tests_test_handshake_debug_CPPFLAGS = $(runtime_debug_cppflags)
runtime_tests_test_handshake_debug_LDADD = $(runtime_debug_libs)
runtime_tests_test_limit_SOURCES = runtime/tests/test-limit.c
runtime_tests_test_limit_CPPFLAGS = $(runtime_test_cppflags)
runtime_tests_test_limit_LDADD = $(runtime_test_libs)
runtime_tests_test_loops_SOURCES = runtime/tests/test-loops.c
runtime_tests_test_loops_CPPFLAGS = $(runtime_test_cppflags)
runtime_tests_test_loops_LDADD = $(runtime_test_libs)
runtime_tests_test_loops_debug_SOURCES = runtime/tests/test-loops.c
runtime_tests_test_loops_debug_CPPFLAGS = $(runtime_debug_cppflags)
runtime_tests_test_loops_debug_LDADD = $(runtime_debug_libs)
runtime_tests_test_misuse_SOURCES = runtime/tests/test-misuse.c
nodist_runtime_tests_test_misuse_SOURCES = runtime/tests/held/satb.c
$(runtime_tests_test_misuse_OBJECTS): runtime/tests/held/satb.c
runtime_tests_test_misuse_CPPFLAGS = $(runtime_held_cppflags) -DTEST_WHILE_TRACING=1
runtime_tests_test_misuse_LDADD = $(runtime_test_libs)
runtime_tests_test_misuse_debug_SOURCES = $(runtime_tests_test_misuse_SOURCES)
nodist_runtime_tests_test_misuse_debug_SOURCES = runtime/tests/held/satb.c
$(runtime_tests_test_misuse_debug_OBJECTS): runtime/tests/held/satb.c
runtime_tests_test_misuse_debug_CPPFLAGS = $(runtime_held_cppflags) -DTEST_WHILE_TRACING=1 \
  -DGCRT_DEBUG=1 -DGC_DEBUG=1
runtime_tests_test_misuse_debug_LDADD = $(runtime_debug_libs)
runtime_tests_test_options_SOURCES = runtime/tests/test-options.c
runtime_tests_test_options_CPPFLAGS = $(runtime_test_cppflags)
runtime_tests_test_options_LDADD = $(runtime_test_libs)
runtime_tests_test_scheduler_SOURCES = runtime/tests/test-scheduler.c
runtime_tests_test_scheduler_CPPFLAGS = $(runtime_test_cppflags)
runtime_tests_test_scheduler_LDADD = $(runtime_test_libs)
runtime_tests_test_scheduler_debug_SOURCES = runtime/tests/test-scheduler.c
runtime_tests_test_scheduler_debug_CPPFLAGS = $(runtime_debug_cppflags)
runtime_tests_test_scheduler_debug_LDADD = $(runtime_debug_libs)
runtime_tests_test_short_SOURCES = runtime/tests/test-short.c
nodist_runtime_tests_test_short_SOURCES = examples/stw/stw.c
$(runtime_tests_test_short_OBJECTS): examples/stw/stw.c
runtime_tests_test_short_CPPFLAGS = $(runtime_stw_cppflags)
runtime_tests_test_short_LDFLAGS = -Wl,--wrap=malloc -Wl,--wrap=calloc \
  -Wl,--wrap=aligned_alloc -Wl,--wrap=free -Wl,--wrap=pthread_create \
  -Wl,--wrap=mprotect
runtime_tests_test_short_LDADD = $(runtime_test_libs)
runtime_tests_test_hole_SOURCES = runtime/tests/test-hole.c
runtime_tests_test_hole_CPPFLAGS = $(runtime_test_cppflags)
runtime_tests_test_hole_LDADD = $(runtime_test_libs)
runtime_tests_test_size_class_SOURCES = runtime/tests/test-size-class.c
runtime_tests_test_size_class_CPPFLAGS = $(runtime_test_cppflags)
runtime_tests_test_size_class_LDADD = $(runtime_test_libs)
runtime_tests_test_slot_SOURCES = runtime/tests/test-slot.c
nodist_runtime_tests_test_slot_SOURCES = examples/stw/stw.c
$(runtime_tests_test_slot_OBJECTS): examples/stw/stw.c
runtime_tests_test_slot_CPPFLAGS = $(runtime_stw_cppflags)
runtime_tests_test_slot_LDADD = $(runtime_test_libs)
runtime_tests_test_sparse_SOURCES = runtime/tests/test-sparse.c
runtime_tests_test_sparse_CPPFLAGS = $(runtime_test_cppflags)
runtime_tests_test_sparse_LDADD = $(runtime_test_libs)
runtime_tests_test_turns_SOURCES = runtime/tests/test-turns.c
runtime_tests_test_turns_CPPFLAGS = $(runtime_test_cppflags)
runtime_tests_test_turns_LDADD = $(runtime_test_libs)
runtime_tests_test_verify_SOURCES = runtime/tests/test-verify.c
$(runtime_tests_test_verify_OBJECTS): examples/stw/stw.c
runtime_tests_test_verify_CPPFLAGS = $(runtime_stw_cppflags) -DGCRT_DEBUG=1 -DGC_DEBUG=1
runtime_tests_test_verify_LDADD = $(runtime_debug_libs)
runtime_tests_test_waiting_SOURCES = runtime/tests/test-waiting.c
runtime_tests_test_waiting_CPPFLAGS = $(runtime_test_cppflags)
runtime_tests_test_waiting_LDADD = $(runtime_test_libs)
runtime_tests_test_waiting_debug_SOURCES = runtime/tests/test-waiting.c
runtime_tests_test_waiting_debug_CPPFLAGS = $(runtime_debug_cppflags)
runtime_tests_test_waiting_debug_LDADD = $(runtime_debug_libs)
endif
