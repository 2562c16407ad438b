# promela-backend/campaign: many models, checked, and results kept.
AM_CPPFLAGS += $(SQLITE_CFLAGS)
libgcdsl_promela_a_SOURCES += \
  promela-backend/campaign/campaign.c \
  promela-backend/campaign/campaign.h \
  promela-backend/campaign/digest.c \
  promela-backend/campaign/digest.h \
  promela-backend/campaign/panout.c \
  promela-backend/campaign/panout.h \
  promela-backend/campaign/process.c \
  promela-backend/campaign/process.h \
  promela-backend/campaign/progress.c \
  promela-backend/campaign/progress.h \
  promela-backend/campaign/store.c \
  promela-backend/campaign/store.h \
  promela-backend/campaign/task.c \
  promela-backend/campaign/task.h
