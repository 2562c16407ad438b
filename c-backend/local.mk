# c-backend: from the IR to C.
noinst_LIBRARIES += libgcdsl-c.a
libgcdsl_c_a_SOURCES = \
  c-backend/at-rest.c \
  c-backend/at-rest.h \
  c-backend/barrier.c \
  c-backend/barrier.h \
  c-backend/cgen.h \
  c-backend/collection.c \
  c-backend/collection.h \
  c-backend/emit-barrier.c \
  c-backend/emit-barrier.h \
  c-backend/emit-expr.c \
  c-backend/emit-expr.h \
  c-backend/emit-header.c \
  c-backend/emit-header.h \
  c-backend/emit-kernel.c \
  c-backend/emit-kernel.h \
  c-backend/emit-lines.c \
  c-backend/emit-lines.h \
  c-backend/emit-look.c \
  c-backend/emit-look.h \
  c-backend/emit-op.c \
  c-backend/emit-op.h \
  c-backend/emit-place.c \
  c-backend/emit-place.h \
  c-backend/emit-policy.c \
  c-backend/emit-policy.h \
  c-backend/emit-region.c \
  c-backend/emit-region.h \
  c-backend/region.c \
  c-backend/region.h \
  c-backend/emit-slide.c c-backend/emit-slide.h \
  c-backend/emit-slots.c \
  c-backend/emit-slots.h \
  c-backend/emit-tables.c \
  c-backend/emit-tables.h \
  c-backend/emit-uses.c \
  c-backend/emit-uses.h \
  c-backend/emit.c \
  c-backend/emit.h \
  c-backend/first-store.c \
  c-backend/first-store.h \
  c-backend/freeing.c \
  c-backend/freeing.h \
  c-backend/litmus-expr.c \
  c-backend/litmus-thread.c \
  c-backend/litmus.c \
  c-backend/litmus.h \
  c-backend/looks.c \
  c-backend/looks.h \
  c-backend/queues.c \
  c-backend/queues.h \
  c-backend/refuse.c \
  c-backend/refuse.h
nodist_libgcdsl_c_a_SOURCES = c-backend/support.c

# What generated programs include; the compiler carries it.
cgen_support = c-backend/support/litmus-run.h c-backend/support/litmus-test.h
EXTRA_DIST += $(cgen_support)
CLEANFILES += c-backend/support.c
c-backend/support.c: $(cgen_support) build-aux/embed.sh
	$(AM_V_GEN)$(EMBED) -i c-backend/cgen.h -t 'struct cgen_support_file' -o $@ \
	  cgen_support_table $(filter %.h,$^)
