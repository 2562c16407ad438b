# compiler/syntax: from text to a tree.
noinst_LIBRARIES += libgcdsl-syntax.a
libgcdsl_syntax_a_SOURCES = \
  compiler/syntax/ast.h \
  compiler/syntax/syntax.h
