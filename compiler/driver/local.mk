# compiler/driver: the program.
bin_PROGRAMS += gcdsl
gcdsl_SOURCES = \
  compiler/driver/agree-cells.c \
  compiler/driver/agree-counterexample.c \
  compiler/driver/agree-models.c \
  compiler/driver/agree-options.c \
  compiler/driver/agree-report.c \
  compiler/driver/agree.c \
  compiler/driver/agree.h \
  compiler/driver/asked.c \
  compiler/driver/asked.h \
  compiler/driver/campaign-file.c \
  compiler/driver/campaign-file.h \
  compiler/driver/campaign-totals.c \
  compiler/driver/campaign-totals.h \
  compiler/driver/check.c \
  compiler/driver/common.c \
  compiler/driver/compile-backends.c \
  compiler/driver/compile-litmus.c \
  compiler/driver/compile-products.c \
  compiler/driver/compile.c \
  compiler/driver/compile.h \
  compiler/driver/coverage-files.c \
  compiler/driver/coverage-text.c \
  compiler/driver/coverage.c \
  compiler/driver/coverage.h \
  compiler/driver/counterexample.c \
  compiler/driver/counterexample.h \
  compiler/driver/counterexample-files.c \
  compiler/driver/counterexample-text.c \
  compiler/driver/driver.h \
  compiler/driver/engine-options.c \
  compiler/driver/events.c \
  compiler/driver/explain.c \
  compiler/driver/explore.c \
  compiler/driver/explore-trace.c \
  compiler/driver/follow-directed.c \
  compiler/driver/follow-property.c \
  compiler/driver/follow-report.c \
  compiler/driver/follow.c \
  compiler/driver/follow.h \
  compiler/driver/history.c \
  compiler/driver/history.h \
  compiler/driver/junit.c \
  compiler/driver/junit.h \
  compiler/driver/litmus-cells.c \
  compiler/driver/litmus-import.c \
  compiler/driver/litmus-json.c \
  compiler/driver/litmus-report.c \
  compiler/driver/litmus-trace.c \
  compiler/driver/litmus.c \
  compiler/driver/litmus.h \
  compiler/driver/main.c \
  compiler/driver/outputs.c \
  compiler/driver/outputs.h \
  compiler/driver/passing.c \
  compiler/driver/passing.h \
  compiler/driver/promela.c \
  compiler/driver/promela.h \
  compiler/driver/promela-story.c \
  compiler/driver/promela-story.h \
  compiler/driver/model-options.c \
  compiler/driver/plan.c \
  compiler/driver/plan.h \
  compiler/driver/plan-internal.h \
  compiler/driver/plan-filter.c \
  compiler/driver/plan-job.c \
  compiler/driver/plan-lower.c \
  compiler/driver/plan-command.c \
  compiler/driver/plan-estimate.c \
  compiler/driver/plan-estimate.h \
  compiler/driver/plan-outcome.c \
  compiler/driver/report-json.c \
  compiler/driver/report-list.c \
  compiler/driver/report-list.h \
  compiler/driver/report-page.c \
  compiler/driver/report-page.h \
  compiler/driver/report.c \
  compiler/driver/report.h \
  compiler/driver/results.c \
  compiler/driver/results.h \
  compiler/driver/results-changes.c \
  compiler/driver/results-compare.c \
  compiler/driver/results-json.c \
  compiler/driver/results-text.c \
  compiler/driver/retrace.c \
  compiler/driver/retrace-text.c \
  compiler/driver/run-job.c \
  compiler/driver/sarif.c \
  compiler/driver/rows.c \
  compiler/driver/rows.h \
  compiler/driver/sarif-diagnostics.c \
  compiler/driver/sarif-plan.c \
  compiler/driver/sarif.h \
  compiler/driver/seen-text.c \
  compiler/driver/seen-text.h \
  compiler/driver/simplest.c \
  compiler/driver/simplest.h \
  compiler/driver/story-names.c \
  compiler/driver/story-names.h \
  compiler/driver/story-states.c \
  compiler/driver/story.c \
  compiler/driver/story.h \
  compiler/driver/trace-file.c \
  compiler/driver/trace-file.h \
  compiler/driver/trace-options.c \
  compiler/driver/trace-options.h \
  compiler/driver/trace-step.c \
  compiler/driver/trace-step.h \
  compiler/driver/trace.c \
  compiler/driver/trace.h \
  compiler/driver/variant.c \
  compiler/driver/view.c \
  compiler/driver/verify-options.c \
  compiler/driver/verify.c \
  compiler/driver/verify.h \
  compiler/driver/weaken-apply.c \
  compiler/driver/weaken-cell.c \
  compiler/driver/weaken-program.c \
  compiler/driver/weaken-reads.c compiler/driver/weaken-meaning.c \
  compiler/driver/weaken-remark.c \
  compiler/driver/weaken-report.c \
  compiler/driver/weaken-search.c \
  compiler/driver/weaken-try.c \
  compiler/driver/weaken.c \
  compiler/driver/weaken.h \
  compiler/driver/xml.c \
  compiler/driver/xml.h
nodist_gcdsl_SOURCES = compiler/driver/pages.c
gcdsl_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS) $(SQLITE_CFLAGS)
gcdsl_LDFLAGS = $(AM_LDFLAGS) $(explore_loads_programs)
gcdsl_DEPENDENCIES = $(COMPILER_LIBS) $(explore_programs)
gcdsl_LDADD = $(COMPILER_LIBS) $(JANSSON_LIBS) $(SQLITE_LIBS) $(NCURSES_LIBS) -lm

# What `gcdsl explain` shows.
driver_pages = $(wildcard $(top_srcdir)/doc/errors/*.md)
CLEANFILES += compiler/driver/pages.c
compiler/driver/pages.c: $(driver_pages) $(top_srcdir)/build-aux/embed.sh
	$(AM_V_GEN)$(EMBED) -o $@ driver_pages $(driver_pages)
