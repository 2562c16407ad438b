# compiler/sema: is a specification meaningful, and what is there to verify?
noinst_LIBRARIES += libgcdsl-sema.a
libgcdsl_sema_a_SOURCES = \
  compiler/sema/blocks.c \
  compiler/sema/await.c \
  compiler/sema/body.c \
  compiler/sema/bucket.c \
  compiler/sema/cells.c \
  compiler/sema/cells.h \
  compiler/sema/check.c \
  compiler/sema/declarations.c \
  compiler/sema/expr.c \
  compiler/sema/graph-build.c \
  compiler/sema/graph-facts.c compiler/sema/graph-mend.c \
  compiler/sema/graph.c \
  compiler/sema/graph.h \
  compiler/sema/internal.h \
  compiler/sema/layout.c \
  compiler/sema/litmus-split.c \
  compiler/sema/litmus.c \
  compiler/sema/litmus.h \
  compiler/sema/mutant-cells.c \
  compiler/sema/mutant.c \
  compiler/sema/names.c \
  compiler/sema/narrow.c \
  compiler/sema/object.c \
  compiler/sema/operation.c \
  compiler/sema/operations.c \
  compiler/sema/option.c \
  compiler/sema/orders.c \
  compiler/sema/orders.h \
  compiler/sema/payload.c \
  compiler/sema/placing.c \
  compiler/sema/policy.c \
  compiler/sema/property.c \
  compiler/sema/region.c \
  compiler/sema/request.c \
  compiler/sema/same.c \
  compiler/sema/scenario.c \
  compiler/sema/sema.h \
  compiler/sema/sorted-cells.c \
  compiler/sema/slide.c \
  compiler/sema/space.c \
  compiler/sema/stmt.c \
  compiler/sema/type.c \
  compiler/sema/variant.c \
  compiler/sema/verify.c \
  compiler/sema/walk.c compiler/sema/words.c
