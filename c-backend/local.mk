# c-backend: from the IR to C.
noinst_LIBRARIES += libgcdsl-c.a
libgcdsl_c_a_SOURCES = \
  c-backend/at-rest.c \
  c-backend/barrier.c \
  c-backend/cgen.h \
  c-backend/emit-barrier.c \
  c-backend/emit-expr.c \
  c-backend/emit-header.c \
  c-backend/emit-kernel.c \
  c-backend/emit-lines.c \
  c-backend/emit-look.c \
  c-backend/emit-op.c \
  c-backend/emit-tables.c \
  c-backend/emit-uses.c \
  c-backend/emit.c \
  c-backend/emit.h
