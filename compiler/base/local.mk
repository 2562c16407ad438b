# compiler/base: memory, text, messages; knows nothing of the language.
noinst_LIBRARIES += libgcdsl-base.a
libgcdsl_base_a_SOURCES = \
  compiler/base/arena.h \
  compiler/base/diag.h \
  compiler/base/embed.h \
  compiler/base/errors.def \
  compiler/base/intern.h \
  compiler/base/out.h \
  compiler/base/source.h
