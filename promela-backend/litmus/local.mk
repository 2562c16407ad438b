# promela-backend/litmus: models of litmus tests, and what their runs tell.
libgcdsl_promela_a_SOURCES += \
  promela-backend/litmus/frame.c \
  promela-backend/litmus/frame.h \
  promela-backend/litmus/group.c \
  promela-backend/litmus/group.h \
  promela-backend/litmus/litmus.h \
  promela-backend/litmus/model.c \
  promela-backend/litmus/outcomes.c \
  promela-backend/litmus/run-json.c \
  promela-backend/litmus/run-json.h \
  promela-backend/litmus/run.c \
  promela-backend/litmus/run.h \
  promela-backend/litmus/sizes.c \
  promela-backend/litmus/sizes.h \
  promela-backend/litmus/story.c
