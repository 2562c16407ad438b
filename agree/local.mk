# agree: models and C side by side.
noinst_LIBRARIES += libgcdsl-agree.a
libgcdsl_agree_a_SOURCES = agree/build.c agree/build.h agree/ends.c agree/ends.h agree/explore.c \
  agree/directed.def agree/explore.h agree/interrupt.c agree/interrupt.h agree/seen.h agree/table.c \
  agree/table.h agree/values.c agree/values.h
nodist_libgcdsl_agree_a_SOURCES = agree/driver.c agree/runtime.c

# A program that does what a scenario says; who schedules it adds the rest.
agree_driver = agree/driver/cells.c agree/driver/driver-embedder.h agree/driver/driver.h \
  agree/driver/gcrt-collector.h agree/driver/metadata.c agree/driver/outcome.c agree/driver/program.h agree/driver/regions.c \
  agree/driver/script.c agree/driver/text.c agree/driver/trace.c agree/seen.h
agree_explored = $(agree_driver) agree/driver/compare.c agree/driver/copies.c agree/driver/direct.c \
  agree/driver/director.c agree/driver/explored.c agree/driver/guide.c agree/driver/moving.c agree/driver/policy.c \
  agree/driver/said.c agree/driver/spaces.c \
  agree/driver/tables.c agree/driver/watch.c

# What such programs are made of, which gcdsl carries.
agree_runtime = $(runtime_headers) $(runtime_sources)
EXTRA_DIST += $(agree_explored)
CLEANFILES += agree/driver.c agree/runtime.c
agree/driver.c: $(agree_explored) explore/gcexplore.h build-aux/embed.sh
	$(AM_V_GEN)$(EMBED) -o $@ agree_driver_table $(filter %.c %.h,$^)
agree/runtime.c: $(agree_runtime) build-aux/embed.sh
	$(AM_V_GEN)$(EMBED) -o $@ agree_runtime_table $(filter %.c %.h %.def,$^)
