# compiler/syntax: from text to a tree.
noinst_LIBRARIES += libgcdsl-syntax.a
libgcdsl_syntax_a_SOURCES = \
  compiler/syntax/ast.h \
  compiler/syntax/brackets.c \
  compiler/syntax/build.c \
  compiler/syntax/comments.c \
  compiler/syntax/complain.c \
  compiler/syntax/complain.h \
  compiler/syntax/load.c \
  compiler/syntax/parse-file.c \
  compiler/syntax/parse.y \
  compiler/syntax/parser.h \
  compiler/syntax/print.c \
  compiler/syntax/recover.c \
  compiler/syntax/reserved.def \
  compiler/syntax/scan.l \
  compiler/syntax/syntax.h \
  compiler/syntax/words.c

# Automake's own rules make parse.c, parse.h and scan.c; the release holds all
# three.  parse.h must be there before anything that includes it is compiled.
AM_YFLAGS = -d -Wno-yacc
BUILT_SOURCES += compiler/syntax/parse.h
$(libgcdsl_syntax_a_OBJECTS): compiler/syntax/parse.h

# The words among the grammar's tokens.
compiler/syntax/tokens.def: compiler/syntax/parse.y build-aux/tokens.awk
	$(AM_V_GEN)$(MKDIR_P) compiler/syntax && \
	  $(AWK) -f $(srcdir)/build-aux/tokens.awk $(srcdir)/compiler/syntax/parse.y > $@.new && \
	  mv $@.new $@
BUILT_SOURCES += compiler/syntax/tokens.def
CLEANFILES += compiler/syntax/tokens.def
EXTRA_DIST += build-aux/tokens.awk
$(libgcdsl_syntax_a_OBJECTS): compiler/syntax/tokens.def
