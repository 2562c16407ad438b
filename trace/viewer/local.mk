# trace/viewer: the page of `gcdsl view', and that of --report.
libgcdsl_trace_a_SOURCES += trace/view.c trace/view.h
nodist_libgcdsl_trace_a_SOURCES = trace/view-files.c

view_files = \
  $(top_srcdir)/trace/viewer/viewer.html \
  $(top_srcdir)/trace/viewer/viewer.css \
  $(top_srcdir)/trace/viewer/report.html \
  $(top_srcdir)/trace/viewer/report.css \
  $(top_srcdir)/trace/viewer/rows.js \
  $(top_srcdir)/trace/viewer/cost.js \
  $(top_srcdir)/trace/viewer/coverage.js \
  $(top_srcdir)/trace/viewer/report.js \
  $(top_srcdir)/trace/viewer/element.js \
  $(top_srcdir)/trace/viewer/words.js \
  $(top_srcdir)/trace/viewer/trace.js \
  $(top_srcdir)/trace/viewer/state.js \
  $(top_srcdir)/trace/viewer/source.js \
  $(top_srcdir)/trace/viewer/lanes.js \
  $(top_srcdir)/trace/viewer/heap.js \
  $(top_srcdir)/trace/viewer/regions.js \
  $(top_srcdir)/trace/viewer/tables.js \
  $(top_srcdir)/trace/viewer/compare.js \
  $(top_srcdir)/trace/viewer/legend.js \
  $(top_srcdir)/trace/viewer/viewer.js
EXTRA_DIST += $(view_files)
CLEANFILES += trace/view-files.c
trace/view-files.c: $(view_files) $(top_srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(EMBED) -o $@ view_files $(view_files)

trace_tests = trace/tests/report.sh trace/tests/view.sh trace/tests/viewer.sh
dist_check_SCRIPTS += $(trace_tests)
TESTS += $(trace_tests)
EXTRA_DIST += trace/tests/browser-setup.sh trace/tests/make-trace.mjs trace/tests/package.json \
  trace/tests/package-lock.json trace/tests/browser.mjs trace/tests/report.mjs trace/tests/report-each.mjs trace/tests/report-coverage.mjs trace/tests/report-litmus.mjs trace/tests/small-png.mjs trace/tests/viewer.mjs
