# compiler/base: memory, text, messages, and tables that all parts share.
noinst_LIBRARIES += libgcdsl-base.a
libgcdsl_base_a_SOURCES = \
  compiler/base/arena.c \
  compiler/base/arena.h \
  compiler/base/buckets.def \
  compiler/base/diag-internal.h \
  compiler/base/diag-json.c \
  compiler/base/diag-text.c \
  compiler/base/diag.c \
  compiler/base/diag.h \
  compiler/base/embed.h \
  compiler/base/errors.def \
  compiler/base/helps.def \
  compiler/base/intern.c \
  compiler/base/intern.h \
  compiler/base/kinds.def \
  compiler/base/limits.c \
  compiler/base/limits.def \
  compiler/base/limits.h \
  compiler/base/memory-models.def \
  compiler/base/memory-operations.def \
  compiler/base/memory-orders.def \
  compiler/base/memory.c \
  compiler/base/memory.h \
  compiler/base/operators.c \
  compiler/base/operators.def \
  compiler/base/operators.h \
  compiler/base/out.c \
  compiler/base/out.h \
  compiler/base/properties.def \
  compiler/base/queries.def \
  compiler/base/source.c \
  compiler/base/source.h \
  compiler/base/statements.def \
  compiler/base/states.c \
  compiler/base/states.h \
  compiler/base/suggest.c
