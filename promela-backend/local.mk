# promela-backend: models, and running them.
noinst_LIBRARIES += libgcdsl-promela.a
libgcdsl_promela_a_SOURCES = \
  promela-backend/pml.h
