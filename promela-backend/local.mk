# promela-backend: models, and running them.
noinst_LIBRARIES += libgcdsl-promela.a
libgcdsl_promela_a_SOURCES = \
  promela-backend/facts/moving.c promela-backend/facts/moving.h \
  promela-backend/facts/policy.c promela-backend/facts/policy.h promela-backend/steps/policy.c \
  promela-backend/steps/copied.c promela-backend/steps/copied.h promela-backend/steps/moving.c promela-backend/steps/sliding.c \
  promela-backend/emit-assertion.c promela-backend/emit-assertion.h \
  promela-backend/emit-await.c promela-backend/emit-await.h \
  promela-backend/facts/await.c promela-backend/facts/await.h \
  promela-backend/steps/await.c promela-backend/steps/await.h \
  promela-backend/emit-bound.c promela-backend/emit-bound.h promela-backend/emit-canon.c \
  promela-backend/emit-canon.h promela-backend/emit-client.c promela-backend/emit-client.h \
  promela-backend/emit-code.c promela-backend/emit-code.h promela-backend/emit-coverage.c \
  promela-backend/emit-coverage.h promela-backend/emit-flags.c \
  promela-backend/emit-fold.c promela-backend/emit-fold.h promela-backend/emit-layout.c \
  promela-backend/emit-layout.h promela-backend/emit-late.c promela-backend/emit-late.h \
  promela-backend/facts/late.c promela-backend/facts/late.h \
  promela-backend/steps/window.c promela-backend/steps/window.h promela-backend/emit-line.c promela-backend/emit-line.h \
  promela-backend/emit-ltl.c promela-backend/emit-ltl.h promela-backend/emit-machine.c \
  promela-backend/emit-machine.h promela-backend/emit-memory.c promela-backend/emit-memory.h \
  promela-backend/emit-mutator.c promela-backend/emit-mutator.h promela-backend/emit-operation.c \
  promela-backend/emit-operation.h promela-backend/emit-option.c promela-backend/emit-option.h \
  promela-backend/emit-guide.c promela-backend/emit-guide.h \
  promela-backend/emit-outcome.c promela-backend/emit-outcome.h promela-backend/emit-phase.c \
  promela-backend/emit-phase.h promela-backend/emit-pool.c promela-backend/emit-pool.h \
  promela-backend/emit-premise.c promela-backend/emit-premise.h promela-backend/emit-presence.c \
  promela-backend/emit-presence.h promela-backend/emit-process.c promela-backend/emit-process.h \
  promela-backend/emit-property.c promela-backend/emit-property.h promela-backend/emit-reach.c \
  promela-backend/emit-reach.h promela-backend/emit-region.c promela-backend/emit-region.h promela-backend/emit-releaser.c promela-backend/emit-releaser.h \
  promela-backend/emit-slice.c promela-backend/emit-slice.h \
  promela-backend/emit-unused.c promela-backend/emit-unused.h promela-backend/emit-words.c promela-backend/emit-words.h promela-backend/emit.c \
  promela-backend/text-scan.c promela-backend/text-scan.h \
  promela-backend/events.def promela-backend/pml.h promela-backend/support-files.c \
  promela-backend/facts/apart.c promela-backend/facts/apart.h \
  promela-backend/facts/coverage.c promela-backend/facts/coverage.h promela-backend/facts/domain.c \
  promela-backend/facts/domain.h promela-backend/facts/early-noticed.c promela-backend/facts/early-noticed.h \
  promela-backend/facts/early.c promela-backend/facts/early.h promela-backend/facts/late-load.c promela-backend/facts/late-load.h promela-backend/facts/variables.c promela-backend/facts/variables.h \
  promela-backend/facts/fold-cells.c \
  promela-backend/facts/fold-cells.h promela-backend/facts/fold-claims.c \
  promela-backend/facts/fold-claims.h promela-backend/facts/fold-openings.c \
  promela-backend/facts/fold-openings.h promela-backend/facts/fold-private.c \
  promela-backend/facts/fold-private.h promela-backend/facts/fold-roots.c \
  promela-backend/facts/fold-roots.h promela-backend/facts/fold-doubts.c promela-backend/facts/fold-doubts.h \
  promela-backend/facts/fold-sets.c \
  promela-backend/facts/fold-sets.h promela-backend/facts/folds.c promela-backend/facts/folds.h \
  promela-backend/facts/garbage.c promela-backend/facts/garbage.h promela-backend/facts/held.c \
  promela-backend/facts/held.h promela-backend/facts/kernel.c promela-backend/facts/kernel.h \
  promela-backend/facts/listed.c promela-backend/facts/listed.h promela-backend/facts/live.c \
  promela-backend/facts/live.h promela-backend/facts/look.c promela-backend/facts/look.h \
  promela-backend/facts/memory-rules.c promela-backend/facts/memory.c \
  promela-backend/facts/memory.h promela-backend/facts/model.h promela-backend/facts/nonnull.c \
  promela-backend/facts/nonnull.h promela-backend/facts/one-object.c \
  promela-backend/facts/one-object.h promela-backend/facts/operation.c \
  promela-backend/facts/operation.h promela-backend/facts/over.c promela-backend/facts/over.h \
  promela-backend/facts/place.c promela-backend/facts/place.h promela-backend/facts/plan.c \
  promela-backend/facts/plan.h promela-backend/facts/premise.c promela-backend/facts/premise.h \
  promela-backend/facts/property.c promela-backend/facts/property.h \
  promela-backend/facts/reads.c promela-backend/facts/reads.h \
  promela-backend/facts/reference.c promela-backend/facts/reference.h \
  promela-backend/facts/region.c promela-backend/facts/region.h promela-backend/facts/refusal.c \
  promela-backend/facts/refusal.h promela-backend/facts/request.c \
  promela-backend/facts/request.h promela-backend/facts/sets.c promela-backend/facts/sets.h \
  promela-backend/facts/states.c promela-backend/facts/states.h promela-backend/steps/act.c \
  promela-backend/facts/words.c promela-backend/facts/words.h \
  promela-backend/steps/faithful.c promela-backend/steps/faithful.h \
  promela-backend/steps/word.c promela-backend/steps/word.h \
  promela-backend/steps/act.h promela-backend/steps/action.c promela-backend/steps/action.h \
  promela-backend/steps/asked.c promela-backend/steps/asked.h \
  promela-backend/steps/assertion.c promela-backend/steps/assertion.h \
  promela-backend/steps/check.c promela-backend/steps/check.h promela-backend/steps/client.c \
  promela-backend/steps/client.h promela-backend/steps/code.c promela-backend/steps/code.h \
  promela-backend/steps/colour.c promela-backend/steps/colour.h promela-backend/steps/early.c promela-backend/steps/early.h promela-backend/steps/late-load.c promela-backend/steps/late-load.h \
  promela-backend/steps/effect.c \
  promela-backend/steps/effect.h promela-backend/steps/effects.def promela-backend/steps/event.c \
  promela-backend/steps/event.h promela-backend/steps/expr.c promela-backend/steps/expr.h \
  promela-backend/steps/failure.c promela-backend/steps/failure.h promela-backend/steps/kernel.c \
  promela-backend/steps/kernel.h promela-backend/steps/late.c promela-backend/steps/late.h promela-backend/steps/life.c \
  promela-backend/steps/machine.c promela-backend/steps/machine.h promela-backend/steps/memory.c \
  promela-backend/steps/memory.h promela-backend/steps/mutator.c promela-backend/steps/mutator.h \
  promela-backend/steps/op.c promela-backend/steps/op.h promela-backend/steps/operation.c \
  promela-backend/steps/operation.h promela-backend/steps/redirect.c promela-backend/steps/redirect.h promela-backend/steps/pool.c promela-backend/steps/pool.h \
  promela-backend/steps/presence.c promela-backend/steps/presence.h \
  promela-backend/steps/reach.c promela-backend/steps/reach.h promela-backend/steps/releaser.c \
  promela-backend/steps/releaser.h promela-backend/steps/root.c promela-backend/steps/root.h \
  promela-backend/steps/state.c promela-backend/steps/step.h \
  promela-backend/steps/unit.c promela-backend/steps/unit.h promela-backend/steps/walk.c \
  promela-backend/steps/walk.h
nodist_libgcdsl_promela_a_SOURCES = promela-backend/support.c

# The models' support files, which the program carries.
pml_support = \
  promela-backend/support/answers.pml \
  promela-backend/support/canonical.pml \
  promela-backend/support/faithful.pml \
  promela-backend/support/origin.pml \
  promela-backend/support/heap.pml \
  promela-backend/support/memory-buffers.pml \
  promela-backend/support/memory-c11-order.pml \
  promela-backend/support/memory-c11.pml \
  promela-backend/support/memory-rules.pml \
  promela-backend/support/memory-sc.pml \
  promela-backend/support/pool.pml \
  promela-backend/support/stop.pml
EXTRA_DIST += $(pml_support)
CLEANFILES += promela-backend/support.c
promela-backend/support.c: $(pml_support) build-aux/embed.sh
	$(AM_V_GEN)$(EMBED) -i promela-backend/pml.h -t 'struct pml_support_file' -o $@ \
	  pml_support_table $(filter %.pml,$^)

# ---- tests
if HAVE_CMOCKA
check_PROGRAMS += tests/unit/steps-test tests/unit/unused-test
TESTS += tests/unit/steps-test tests/unit/unused-test
tests_unit_steps_test_SOURCES = tests/unit/steps-test.c
tests_unit_steps_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_steps_test_LDADD = libgcdsl-promela.a libgcdsl-ir.a libgcdsl-base.a \
  $(CMOCKA_LIBS) $(JANSSON_LIBS) $(SQLITE_LIBS)
tests_unit_unused_test_SOURCES = tests/unit/unused-test.c
tests_unit_unused_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_unused_test_LDADD = libgcdsl-promela.a libgcdsl-ir.a libgcdsl-base.a \
  $(CMOCKA_LIBS) $(JANSSON_LIBS) $(SQLITE_LIBS)
endif

include promela-backend/campaign/local.mk
include promela-backend/litmus/local.mk
include promela-backend/trail/local.mk
