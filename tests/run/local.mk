# tests/run: models, run by spin.
check_PROGRAMS += tests/run/emit-model
tests_run_emit_model_SOURCES = tests/run/emit-model.c
tests_run_emit_model_LDADD = libgcdsl-promela.a libgcdsl-ir.a libgcdsl-sema.a \
  libgcdsl-syntax.a libgcdsl-base.a $(JANSSON_LIBS)

run_tests = tests/run/satb.sh tests/run/client.sh tests/run/fewest.sh tests/run/passing.sh tests/run/units.sh tests/run/models.sh tests/run/folds.sh tests/run/reductions.sh tests/run/idle.sh \
  tests/run/satb-slice.sh tests/run/prototype-client.sh tests/run/memory.sh tests/run/steps.sh tests/run/traps.sh \
  tests/run/endless.sh tests/run/first-metadata.sh tests/run/sizes.sh tests/run/slots.sh \
  tests/run/garbage.sh tests/run/whole.sh tests/run/vacuity.sh tests/run/ranges.sh tests/run/support-names.sh tests/run/traces.sh tests/run/asserts.sh tests/run/campaign.sh tests/run/ever-after.sh tests/run/report.sh tests/run/coverage.sh tests/run/early.sh tests/run/late-load.sh tests/run/late-window.sh tests/run/references.sh tests/run/await.sh tests/run/moving.sh tests/run/returns.sh tests/run/inlined.sh tests/run/compact.sh tests/run/copying.sh tests/run/semispace.sh tests/run/words.sh tests/run/policies.sh tests/run/wordwise.sh tests/run/staccato.sh tests/run/redirect.sh tests/run/immix.sh tests/run/exchange.sh tests/run/overlay.sh
dist_check_SCRIPTS += $(run_tests)
TESTS += $(run_tests)
EXTRA_DIST += tests/run/model.sh tests/run/explain-bench.sh tests/run/reductions-bench.sh tests/run/heaps.gc tests/run/kernels.gc tests/run/names.gc tests/run/client.gc \
  tests/run/needless.gc tests/run/found-late.gc tests/run/satb-large.gc tests/run/steps tests/run/endless.gc tests/run/first-metadata.gc \
  tests/run/rests.gc tests/run/later.gc tests/run/reuse.gc tests/run/slots.gc tests/run/garbage.gc tests/run/left-out.gc tests/run/vacuity.gc tests/run/coverage.gc \
  tests/run/await.gc tests/run/blocks.gc tests/run/choosy.gc tests/run/claims.gc tests/run/counting.gc tests/run/early-kernel.gc tests/run/early-rounds.gc \
  tests/run/early.gc tests/run/evacuate.gc tests/run/exchange.gc tests/run/handshake-stopped.gc tests/run/handshake.gc \
  tests/run/inlined.awk tests/run/late-window.gc tests/run/overlay.gc tests/run/redirect.gc tests/run/references.gc tests/run/retain.gc tests/run/returns.gc tests/run/words.gc tests/run/wordwise.gc \
  tests/report.py

# How much shorter and simpler than SPIN's trails the runs are that `trace' shows.
explain-bench: all
	top_srcdir='$(abs_top_srcdir)' GCDSL='$(abs_top_builddir)/gcdsl' \
	  $(SHELL) $(srcdir)/tests/run/explain-bench.sh
.PHONY: explain-bench

# What each reduction of models gains alone (doc/reductions.md).
reductions-bench: all
	top_srcdir='$(abs_top_srcdir)' GCDSL='$(abs_top_builddir)/gcdsl' \
	  $(SHELL) $(srcdir)/tests/run/reductions-bench.sh
.PHONY: reductions-bench
