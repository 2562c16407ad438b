# compiler/sema: is the tree meaningful, and what is there to verify?
noinst_LIBRARIES += libgcdsl-sema.a
libgcdsl_sema_a_SOURCES = \
  compiler/sema/sema.h
