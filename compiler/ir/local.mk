# compiler/ir: what both backends are made from.
noinst_LIBRARIES += libgcdsl-ir.a
libgcdsl_ir_a_SOURCES = \
  compiler/ir/dump.h \
  compiler/ir/ir.def \
  compiler/ir/ir.h \
  compiler/ir/lower.h
