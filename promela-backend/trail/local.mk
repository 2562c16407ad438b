# promela-backend/trail: what a replayed counterexample says, in the designer's terms.
AM_CPPFLAGS += $(JANSSON_CFLAGS)
libgcdsl_promela_a_SOURCES += \
  promela-backend/trail/asserted.c \
  promela-backend/trail/draw.c \
  promela-backend/trail/event.c promela-backend/trail/faithful.c \
  promela-backend/trail/event.h \
  promela-backend/trail/internal.h \
  promela-backend/trail/json.c \
  promela-backend/trail/locations.c \
  promela-backend/trail/marks.c \
  promela-backend/trail/names.c \
  promela-backend/trail/property.c \
  promela-backend/trail/property-json.c \
  promela-backend/trail/property-json.h \
  promela-backend/trail/read.c \
  promela-backend/trail/regions.c \
  promela-backend/trail/rename.c \
  promela-backend/trail/state.c \
  promela-backend/trail/text.c \
  promela-backend/trail/trail.h \
  promela-backend/trail/units.c \
  promela-backend/trail/units.h \
  promela-backend/trail/value.c \
  promela-backend/trail/which.c \
  promela-backend/trail/which.h
