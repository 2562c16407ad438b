# compiler/syntax: from text to a tree.
noinst_LIBRARIES += libgcdsl-syntax.a
libgcdsl_syntax_a_SOURCES = \
  compiler/syntax/ast.h \
  compiler/syntax/syntax.h

# The grammar is compiler/syntax/parse.y and the scanner compiler/syntax/scan.l,
# both to be named above.  Flex makes no header, Bison makes parse.h, which must
# be there before anything that includes it is compiled:
#
# AM_YFLAGS = -d -Wno-yacc
# BUILT_SOURCES += compiler/syntax/parse.h
# $(libgcdsl_syntax_a_OBJECTS): compiler/syntax/parse.h
