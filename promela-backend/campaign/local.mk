# promela-backend/campaign: many models, checked, and results kept.
AM_CPPFLAGS += $(SQLITE_CFLAGS)
libgcdsl_promela_a_SOURCES += \
  promela-backend/campaign/campaign.c \
  promela-backend/campaign/campaign.h \
  promela-backend/campaign/command.c \
  promela-backend/campaign/command.h \
  promela-backend/campaign/digest.c \
  promela-backend/campaign/digest.h \
  promela-backend/campaign/elsewhere.h \
  promela-backend/campaign/ends.c \
  promela-backend/campaign/ends.h \
  promela-backend/campaign/estimate.c \
  promela-backend/campaign/estimate.h \
  promela-backend/campaign/files.c \
  promela-backend/campaign/files.h \
  promela-backend/campaign/key.c \
  promela-backend/campaign/key.h \
  promela-backend/campaign/live.c \
  promela-backend/campaign/live.h \
  promela-backend/campaign/memory.c \
  promela-backend/campaign/memory.h \
  promela-backend/campaign/order.c \
  promela-backend/campaign/order.h \
  promela-backend/campaign/panout.c \
  promela-backend/campaign/panout.h \
  promela-backend/campaign/parking.c \
  promela-backend/campaign/parking.h \
  promela-backend/campaign/past.c \
  promela-backend/campaign/past.h \
  promela-backend/campaign/places.c \
  promela-backend/campaign/places.h \
  promela-backend/campaign/process.c \
  promela-backend/campaign/process.h \
  promela-backend/campaign/reached.c \
  promela-backend/campaign/reached.h \
  promela-backend/campaign/record.c \
  promela-backend/campaign/record.h \
  promela-backend/campaign/replay.c \
  promela-backend/campaign/replay.h \
  promela-backend/campaign/scratch.c \
  promela-backend/campaign/scratch.h \
  promela-backend/campaign/search.c \
  promela-backend/campaign/search.h \
  promela-backend/campaign/settle.c \
  promela-backend/campaign/settle.h \
  promela-backend/campaign/signals.c \
  promela-backend/campaign/signals.h \
  promela-backend/campaign/store.c \
  promela-backend/campaign/store.h \
  promela-backend/campaign/task.c \
  promela-backend/campaign/task.h \
  promela-backend/campaign/tools.c \
  promela-backend/campaign/tools.h \
  promela-backend/campaign/verdict.c \
  promela-backend/campaign/verdict.h \
  promela-backend/campaign/verifiers.c \
  promela-backend/campaign/verifiers.h \
  promela-backend/campaign/watch.c \
  promela-backend/campaign/watch.h

include promela-backend/campaign/engine/local.mk

# ---- tests
if HAVE_CMOCKA
check_PROGRAMS += tests/unit/campaign-test
TESTS += tests/unit/campaign-test
tests_unit_campaign_test_SOURCES = tests/unit/campaign-test.c
tests_unit_campaign_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_campaign_test_LDADD = libgcdsl-promela.a libgcdsl-ir.a libgcdsl-base.a \
  $(CMOCKA_LIBS) $(JANSSON_LIBS) $(SQLITE_LIBS)
check_PROGRAMS += tests/unit/past-test
TESTS += tests/unit/past-test
tests_unit_past_test_SOURCES = tests/unit/past-test.c compiler/driver/results-compare.c
tests_unit_past_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_past_test_LDADD = $(tests_unit_campaign_test_LDADD)
check_PROGRAMS += tests/unit/schedule-test
TESTS += tests/unit/schedule-test
tests_unit_schedule_test_SOURCES = tests/unit/schedule-test.c
tests_unit_schedule_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_schedule_test_LDADD = $(tests_unit_campaign_test_LDADD)
endif
check_PROGRAMS += tests/run/drop-statement
tests_run_drop_statement_SOURCES = tests/run/drop-statement.c
tests_run_drop_statement_LDADD = libgcdsl-syntax.a libgcdsl-base.a $(JANSSON_LIBS)
campaign_tests = \
  tests/run/escalate.sh \
  tests/run/drop-statements.sh \
  tests/run/junit.sh \
  tests/run/prototype-slice.sh \
  tests/run/results.sh \
  tests/run/schedule.sh \
  tests/run/trace.sh \
  tests/run/verify-tools.sh \
  tests/run/verify.sh
dist_check_SCRIPTS += $(campaign_tests)
TESTS += $(campaign_tests)
EXTRA_DIST += tests/run/fake-tools.sh tests/run/verify.gc tests/run/stories
