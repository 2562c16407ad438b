# c-backend: C for the runtime.
noinst_LIBRARIES += libgcdsl-c.a
libgcdsl_c_a_SOURCES = \
  c-backend/cgen.h
