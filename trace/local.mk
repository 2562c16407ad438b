# trace: what is about traces (doc/events.md), whoever wrote them.
noinst_LIBRARIES += libgcdsl-trace.a
libgcdsl_trace_a_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
libgcdsl_trace_a_SOURCES = trace/check.c trace/check.h trace/check-common.c trace/check-heap.c trace/check-internal.h trace/check-litmus.c trace/check-marks.c trace/check-names.c trace/check-program.c trace/check-property.c trace/check-regions.c \
  trace/check-schema.c trace/check-state.c trace/check-stop.c trace/marks.c trace/marks.h trace/marks-json.c trace/marks-json.h \
  trace/lanes.c trace/lanes.h trace/paragraph.c trace/paragraph.h trace/style.c trace/style.h \
  trace/switches.c trace/switches.h trace/operations.c trace/operations.h \
  trace/consistency.c trace/consistency.h trace/guard.c trace/guard.h \
  trace/import/index.c trace/import/index.h trace/import/mmlib.c trace/import/mmlib.h \
  trace/import/promela.c trace/import/promela.h trace/import/spin.c trace/import/spin.h

check_PROGRAMS += trace/tests/consistent
trace_tests_consistent_SOURCES = trace/tests/consistent.c
trace_tests_consistent_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
trace_tests_consistent_LDADD = libgcdsl-trace.a libgcdsl-base.a $(JANSSON_LIBS)
dist_check_SCRIPTS += trace/tests/regions.sh trace/tests/stories.sh trace/tests/promela.sh trace/tests/peterson.sh
TESTS += trace/tests/regions.sh trace/tests/stories.sh trace/tests/promela.sh trace/tests/peterson.sh
EXTRA_DIST += trace/tests/promela/buffers.pml trace/tests/promela/peterson.pml

if HAVE_CMOCKA
check_PROGRAMS += trace/tests/marks-test
TESTS += trace/tests/marks-test
trace_tests_marks_test_SOURCES = trace/tests/marks-test.c
trace_tests_marks_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
trace_tests_marks_test_LDADD = libgcdsl-trace.a libgcdsl-base.a $(CMOCKA_LIBS)
check_PROGRAMS += trace/tests/paragraph-test
TESTS += trace/tests/paragraph-test
trace_tests_paragraph_test_SOURCES = trace/tests/paragraph-test.c
trace_tests_paragraph_test_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
trace_tests_paragraph_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
trace_tests_paragraph_test_LDADD = libgcdsl-trace.a libgcdsl-base.a $(JANSSON_LIBS) $(CMOCKA_LIBS)
endif

dist_check_SCRIPTS += trace/tests/events.sh
TESTS += trace/tests/events.sh
EXTRA_DIST += trace/tests/samples
