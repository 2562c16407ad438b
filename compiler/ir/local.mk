# compiler/ir: what both backends are made from.
noinst_LIBRARIES += libgcdsl-ir.a
libgcdsl_ir_a_SOURCES = \
  compiler/ir/beside.c \
  compiler/ir/build-expr.c \
  compiler/ir/dot.c \
  compiler/ir/dump-litmus.c \
  compiler/ir/dump.c \
  compiler/ir/dump.h \
  compiler/ir/exact.c compiler/ir/phases.c \
  compiler/ir/freed-first.c \
  compiler/ir/ir.c \
  compiler/ir/expr.c \
  compiler/ir/expressions.def \
  compiler/ir/ir.def \
  compiler/ir/ir.h \
  compiler/ir/json-expr.c \
  compiler/ir/json-internal.h \
  compiler/ir/json-litmus.c \
  compiler/ir/json.c \
  compiler/ir/litmus.c \
  compiler/ir/litmus.def \
  compiler/ir/litmus.h \
  compiler/ir/loops.c \
  compiler/ir/lower-body.c \
  compiler/ir/lower-call.c \
  compiler/ir/lower-expr.c \
  compiler/ir/lower-internal.h \
  compiler/ir/lower-litmus.c \
  compiler/ir/lower-edges.c compiler/ir/lower-idle.c compiler/ir/lower-points.c \
  compiler/ir/lower-property.c \
  compiler/ir/lower-region.c \
  compiler/ir/lower-scenario.c \
  compiler/ir/lower-stmt.c \
  compiler/ir/lower.c \
  compiler/ir/lower.h \
  compiler/ir/members.def \
  compiler/ir/over.c \
  compiler/ir/points.c \
  compiler/ir/policy.c \
  compiler/ir/range.c compiler/ir/reference.c compiler/ir/words.c \
  compiler/ir/collections.c compiler/ir/requests.c compiler/ir/roots.c \
  compiler/ir/pins.c compiler/ir/regions.c compiler/ir/room.c compiler/ir/rounds.c compiler/ir/spaces.c \
  compiler/ir/text-stmt.c \
  compiler/ir/text.c \
  compiler/ir/text.h \
  compiler/ir/variants.c \
  compiler/ir/walk.c \
  compiler/ir/walk.h
libgcdsl_ir_a_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
