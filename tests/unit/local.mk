# tests/unit: parts of the compiler, each alone.
if HAVE_CMOCKA
unit_tests = tests/unit/base-test tests/unit/syntax-test tests/unit/sema-test \
  tests/unit/ir-test tests/unit/rules-test
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)

tests_unit_base_test_SOURCES = tests/unit/base-test.c
tests_unit_base_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_base_test_LDADD = libgcdsl-base.a $(CMOCKA_LIBS) $(JANSSON_LIBS)

tests_unit_syntax_test_SOURCES = tests/unit/syntax-test.c
tests_unit_syntax_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_syntax_test_CPPFLAGS = $(AM_CPPFLAGS) -DEXAMPLES='"$(top_srcdir)/examples"'
tests_unit_syntax_test_LDADD = libgcdsl-syntax.a libgcdsl-base.a $(CMOCKA_LIBS) $(JANSSON_LIBS)

tests_unit_sema_test_SOURCES = tests/unit/sema-test.c
tests_unit_sema_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_sema_test_LDADD = libgcdsl-sema.a libgcdsl-syntax.a libgcdsl-base.a \
  $(CMOCKA_LIBS) $(JANSSON_LIBS)

tests_unit_ir_test_SOURCES = tests/unit/ir-test.c
tests_unit_ir_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_ir_test_CPPFLAGS = $(AM_CPPFLAGS) -DEXAMPLES='"$(top_srcdir)/examples"'
tests_unit_ir_test_LDADD = libgcdsl-ir.a libgcdsl-sema.a libgcdsl-syntax.a libgcdsl-base.a \
  $(CMOCKA_LIBS) $(JANSSON_LIBS)

tests_unit_rules_test_SOURCES = tests/unit/rules-test.c
tests_unit_rules_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_rules_test_LDADD = libgcdsl-promela.a libgcdsl-ir.a libgcdsl-base.a $(CMOCKA_LIBS)
endif
