# compiler/import: litmus tests in other languages.
noinst_LIBRARIES += libgcdsl-import.a
libgcdsl_import_a_SOURCES = \
  compiler/import/herd-access.c \
  compiler/import/herd-condition.c \
  compiler/import/herd-expression.c \
  compiler/import/herd-internal.h \
  compiler/import/herd-names.c \
  compiler/import/herd-operation.c \
  compiler/import/herd-scan.c \
  compiler/import/herd-statement.c \
  compiler/import/herd-values.c \
  compiler/import/herd.c \
  compiler/import/herd.h
