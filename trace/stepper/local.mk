# trace/stepper: `gcdsl trace --step'.
libgcdsl_trace_a_SOURCES += \
  trace/stepper/canvas.c trace/stepper/canvas.h \
  trace/stepper/draw.c trace/stepper/draw.h \
  trace/stepper/files.c trace/stepper/files.h \
  trace/stepper/find.c trace/stepper/find.h \
  trace/stepper/heap-pane.c \
  trace/stepper/keys.c trace/stepper/keys.h \
  trace/stepper/lanes-pane.c \
  trace/stepper/panes.h \
  trace/stepper/run.c trace/stepper/run.h \
  trace/stepper/screen.h \
  trace/stepper/sentence-pane.c \
  trace/stepper/source-pane.c \
  trace/stepper/state-pane.c \
  trace/stepper/stepper.c trace/stepper/stepper.h \
  trace/stepper/values-pane.c \
  trace/stepper/words.c trace/stepper/words.h
if HAVE_NCURSES
libgcdsl_trace_a_SOURCES += trace/stepper/screen.c
libgcdsl_trace_a_CPPFLAGS += $(NCURSES_CFLAGS)
else
libgcdsl_trace_a_SOURCES += trace/stepper/screen-none.c
endif

if HAVE_CMOCKA
check_PROGRAMS += trace/tests/stepper-test
TESTS += trace/tests/stepper-test
trace_tests_stepper_test_SOURCES = trace/tests/stepper-test.c
trace_tests_stepper_test_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
trace_tests_stepper_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
trace_tests_stepper_test_LDADD = libgcdsl-trace.a libgcdsl-base.a $(CMOCKA_LIBS) $(JANSSON_LIBS)
endif
dist_check_SCRIPTS += trace/tests/stepper.sh
TESTS += trace/tests/stepper.sh
