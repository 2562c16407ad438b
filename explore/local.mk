# explore: libgcexplore, which explores every schedule of a C program, and gcexplore, which does so with
# programs as they are.  They include nothing of the compiler or the runtime.
lib_LIBRARIES += libgcexplore.a
include_HEADERS += explore/gcexplore.h
libgcexplore_a_SOURCES = explore/gcexplore.h explore/src/alike.c explore/src/alike.h explore/src/api.c explore/src/buffers.c \
  explore/src/buffers.h explore/src/channel.c explore/src/channel.h explore/src/checkpoint.c \
  explore/src/checkpoint.h explore/src/clock.h explore/src/coroutine.c explore/src/coroutine.h \
  explore/src/estimate.c explore/src/events.c explore/src/events.h explore/src/explore.c \
  explore/src/explorer.h explore/src/fail.c explore/src/heap.c explore/src/heap.h \
  explore/src/limit.c explore/src/limit.h explore/src/location.c explore/src/location.h \
  explore/src/minimise.c explore/src/moments.h explore/src/name.c explore/src/name.h \
  explore/src/object.c explore/src/object.h explore/src/operation.c explore/src/operation.h explore/src/operations.def explore/src/order.c \
  explore/src/parallel.c explore/src/parallel.h explore/src/patience.c explore/src/patience.h explore/src/plain.c explore/src/plain.h \
  explore/src/points.c explore/src/points.h explore/src/preempt.c explore/src/preempt.h \
  explore/src/psc.c explore/src/psc.h explore/src/race.c explore/src/race.h explore/src/room.c \
  explore/src/room.h explore/src/run.c explore/src/sample.c explore/src/sample.h \
  explore/src/schedule.c explore/src/schedule.h explore/src/search.c explore/src/spin.c \
  explore/src/spin.h explore/src/split.c explore/src/stack.c explore/src/stack.h \
  explore/src/step.c explore/src/sync.c explore/src/sync.h explore/src/task.c explore/src/text.c \
  explore/src/text.h explore/src/tree.c explore/src/tree.h explore/src/useless.c explore/src/useless.h explore/src/views.c explore/src/views.h \
  explore/src/worker.c explore/src/worker.h
libgcexplore_a_CFLAGS = $(AM_CFLAGS) $(OPTIMISED_CFLAGS)

# What executes programs, for gcexplore and for gcdsl.  The programs that they load use its functions and those of
# gcexplore.h, and no others.
noinst_LIBRARIES += libgcexplore-program.a
libgcexplore_program_a_SOURCES = explore/program/c11.c \
  explore/program/calls.def explore/program/refused.def explore/program/calls.h explore/program/hooks.c \
  explore/program/imports.c explore/program/imports.h explore/program/strings.c \
  explore/program/image.c explore/program/image.h explore/program/load.c \
  explore/program/locks.c explore/program/memory.c explore/program/program.h \
  explore/program/rest.c explore/program/threads.c explore/program/waiting.c
libgcexplore_program_a_CFLAGS = $(AM_CFLAGS) $(OPTIMISED_CFLAGS) -fvisibility=default
explore_programs = libgcexplore.a libgcexplore-program.a
explore_loads_programs = -rdynamic -Wl,--whole-archive,libgcexplore.a,libgcexplore-program.a,--no-whole-archive

bin_PROGRAMS += gcexplore
gcexplore_SOURCES = explore/program/compile.c explore/program/compile.h \
  explore/program/folder.c explore/program/folder.h explore/program/gcexplore.c \
  explore/program/options.c explore/program/options.def explore/program/options.h \
  explore/program/report.c explore/program/report.h explore/program/tool.c explore/program/tool.h \
  explore/program/watch.c
gcexplore_LDFLAGS = $(AM_LDFLAGS) $(explore_loads_programs) -pthread
gcexplore_DEPENDENCIES = $(explore_programs)

if HAVE_CMOCKA
explore_tests = explore/tests/test-begin explore/tests/test-bounds explore/tests/test-checkpoint explore/tests/test-counts \
  explore/tests/test-estimate explore/tests/test-events explore/tests/test-litmus \
  explore/tests/test-memory explore/tests/test-models explore/tests/test-parallel \
  explore/tests/test-random explore/tests/test-schedules explore/tests/test-signals explore/tests/test-symmetry \
  explore/tests/test-verdicts
check_PROGRAMS += $(explore_tests)
TESTS += $(explore_tests)
explore_random = explore/tests/executions.c explore/tests/executions.h \
  explore/tests/random-program.c explore/tests/random-program.h
explore_tests_test_begin_SOURCES = explore/tests/test-begin.c
explore_tests_test_begin_LDADD = libgcexplore.a $(CMOCKA_LIBS)
explore_tests_test_bounds_SOURCES = $(explore_random) explore/tests/test-bounds.c
explore_tests_test_bounds_LDADD = libgcexplore.a $(CMOCKA_LIBS)
explore_tests_test_checkpoint_SOURCES = $(explore_random) explore/tests/test-checkpoint.c
explore_tests_test_checkpoint_LDADD = libgcexplore.a $(CMOCKA_LIBS)
explore_tests_test_counts_SOURCES = $(explore_random) explore/tests/test-counts.c
explore_tests_test_counts_LDADD = libgcexplore.a $(CMOCKA_LIBS)
explore_tests_test_estimate_SOURCES = $(explore_random) explore/tests/test-estimate.c
explore_tests_test_estimate_LDADD = libgcexplore.a $(CMOCKA_LIBS)
explore_tests_test_events_SOURCES = explore/tests/test-events.c
explore_tests_test_events_LDADD = libgcexplore.a $(CMOCKA_LIBS)
explore_tests_test_litmus_SOURCES = explore/tests/test-litmus.c explore/tests/straight.c \
  explore/tests/straight.h
explore_tests_test_litmus_LDADD = libgcexplore.a $(CMOCKA_LIBS)
explore_tests_test_memory_SOURCES = explore/tests/test-memory.c explore/tests/straight.c \
  explore/tests/straight.h explore/tests/rc11.c explore/tests/windows.c
explore_tests_test_memory_LDADD = libgcexplore.a $(CMOCKA_LIBS)
explore_tests_test_models_SOURCES = explore/tests/test-models.c
explore_tests_test_models_LDADD = libgcexplore.a $(CMOCKA_LIBS)
explore_tests_test_parallel_SOURCES = $(explore_random) explore/tests/test-parallel.c
explore_tests_test_parallel_LDADD = libgcexplore.a $(CMOCKA_LIBS)
explore_tests_test_symmetry_SOURCES = $(explore_random) explore/tests/test-symmetry.c
explore_tests_test_symmetry_LDADD = libgcexplore.a $(CMOCKA_LIBS)
explore_tests_test_random_SOURCES = $(explore_random) explore/tests/test-random.c
explore_tests_test_random_LDADD = libgcexplore.a $(CMOCKA_LIBS)
explore_tests_test_schedules_SOURCES = $(explore_random) explore/tests/test-schedules.c
explore_tests_test_schedules_LDADD = libgcexplore.a $(CMOCKA_LIBS)
explore_tests_test_signals_SOURCES = explore/tests/test-signals.c
explore_tests_test_signals_LDADD = libgcexplore.a $(CMOCKA_LIBS)
explore_tests_test_verdicts_SOURCES = explore/tests/test-verdicts.c
explore_tests_test_verdicts_LDADD = libgcexplore.a $(CMOCKA_LIBS)
endif
dist_check_SCRIPTS += explore/tests/example.sh explore/tests/programs.sh
TESTS += explore/tests/example.sh explore/tests/programs.sh
EXTRA_DIST += explore/tests/programs/absent.c explore/tests/programs/calls.c explore/tests/programs/ends.c explore/tests/programs/finished.c explore/tests/programs/frames.c explore/tests/programs/lasting.c explore/tests/programs/locks.c explore/tests/programs/memory.c \
  explore/tests/programs/names.c explore/tests/programs/objects.c explore/tests/programs/pages.c explore/tests/programs/processes.c explore/tests/programs/races.c explore/tests/programs/spin.c explore/tests/programs/strings.c explore/tests/programs/timed.c explore/tests/programs/waiting.c \
  explore/tests/programs/volatile.c explore/tests/programs/wakeups.c explore/tests/programs/weak.c explore/tests/programs/written.c
