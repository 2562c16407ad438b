# agree: models and C side by side.
noinst_LIBRARIES += libgcdsl-agree.a
libgcdsl_agree_a_SOURCES = agree/table.c agree/table.h

# A program that does what a scenario says; who schedules it adds the rest.
agree_driver = agree/driver/cells.c agree/driver/driver-embedder.h agree/driver/driver.h \
  agree/driver/gcrt-collector.h agree/driver/outcome.c agree/driver/program.h \
  agree/driver/script.c agree/driver/text.c agree/driver/trace.c
