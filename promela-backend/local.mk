# promela-backend: models, and running them.
noinst_LIBRARIES += libgcdsl-promela.a
libgcdsl_promela_a_SOURCES = \
  promela-backend/emit-act.c promela-backend/emit-act.h promela-backend/emit-action.c \
  promela-backend/emit-action.h promela-backend/emit-assertion.c \
  promela-backend/emit-assertion.h promela-backend/emit-canon.c promela-backend/emit-canon.h \
  promela-backend/emit-client.c promela-backend/emit-client.h promela-backend/emit-colour.c \
  promela-backend/emit-colour.h promela-backend/emit-expr.c promela-backend/emit-expr.h \
  promela-backend/emit-failure.c promela-backend/emit-failure.h promela-backend/emit-flags.c \
  promela-backend/emit-fold.c promela-backend/emit-fold.h promela-backend/emit-late.c \
  promela-backend/emit-late.h promela-backend/emit-layout.c promela-backend/emit-layout.h \
  promela-backend/emit-life.c promela-backend/emit-root.c promela-backend/emit-root.h \
  promela-backend/emit-line.c promela-backend/emit-line.h promela-backend/emit-ltl.c \
  promela-backend/emit-ltl.h promela-backend/emit-machine.c promela-backend/emit-memory.c \
  promela-backend/emit-memory.h promela-backend/emit-mutator.c \
  promela-backend/emit-mutator.h promela-backend/emit-op.c promela-backend/emit-op.h \
  promela-backend/emit-operation.c promela-backend/emit-operation.h \
  promela-backend/emit-option.c promela-backend/emit-option.h promela-backend/emit-outcome.c \
  promela-backend/emit-outcome.h promela-backend/emit-phase.c promela-backend/emit-phase.h \
  promela-backend/emit-pool.c promela-backend/emit-pool.h promela-backend/emit-premise.c \
  promela-backend/emit-premise.h promela-backend/emit-presence.c \
  promela-backend/emit-presence.h promela-backend/emit-process.c \
  promela-backend/emit-process.h promela-backend/emit-property.c \
  promela-backend/emit-property.h promela-backend/emit-reach.c promela-backend/emit-reach.h \
  promela-backend/emit-releaser.c promela-backend/emit-releaser.h \
  promela-backend/emit-state.c promela-backend/emit-step.c promela-backend/emit-step.h \
  promela-backend/emit-unit.c promela-backend/emit-unit.h promela-backend/emit-unused.c \
  promela-backend/emit-unused.h promela-backend/emit-walk.c \
  promela-backend/emit-walk.h promela-backend/emit.c promela-backend/events.def promela-backend/machine.h \
  promela-backend/pml.h promela-backend/step.h promela-backend/support-files.c \
  promela-backend/facts/apart.c promela-backend/facts/apart.h promela-backend/facts/domain.c \
  promela-backend/facts/domain.h promela-backend/facts/fold-cells.c \
  promela-backend/facts/fold-cells.h promela-backend/facts/fold-claims.c \
  promela-backend/facts/fold-claims.h promela-backend/facts/fold-openings.c \
  promela-backend/facts/fold-openings.h promela-backend/facts/fold-private.c \
  promela-backend/facts/fold-private.h promela-backend/facts/fold-roots.c \
  promela-backend/facts/fold-roots.h promela-backend/facts/fold-sets.c \
  promela-backend/facts/fold-sets.h promela-backend/facts/folds.c \
  promela-backend/facts/folds.h promela-backend/facts/garbage.c \
  promela-backend/facts/garbage.h promela-backend/facts/held.c promela-backend/facts/held.h \
  promela-backend/facts/kernel.c promela-backend/facts/kernel.h \
  promela-backend/facts/listed.c promela-backend/facts/listed.h promela-backend/facts/live.c \
  promela-backend/facts/live.h promela-backend/facts/look.c promela-backend/facts/look.h \
  promela-backend/facts/memory.c promela-backend/facts/memory.h \
  promela-backend/facts/memory-rules.c \
  promela-backend/facts/model.h promela-backend/facts/nonnull.c \
  promela-backend/facts/nonnull.h promela-backend/facts/operation.c \
  promela-backend/facts/operation.h promela-backend/facts/over.c \
  promela-backend/facts/over.h promela-backend/facts/place.c promela-backend/facts/place.h \
  promela-backend/facts/plan.c promela-backend/facts/plan.h promela-backend/facts/premise.c \
  promela-backend/facts/premise.h promela-backend/facts/property.c \
  promela-backend/facts/property.h promela-backend/facts/reads.c \
  promela-backend/facts/reads.h promela-backend/facts/refusal.c \
  promela-backend/facts/refusal.h promela-backend/facts/request.c \
  promela-backend/facts/request.h promela-backend/facts/sets.c promela-backend/facts/sets.h \
  promela-backend/facts/states.c promela-backend/facts/states.h
nodist_libgcdsl_promela_a_SOURCES = promela-backend/support.c

# The models' support files, which the program carries.
pml_support = \
  promela-backend/support/answers.pml \
  promela-backend/support/canonical.pml \
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
check_PROGRAMS += tests/unit/unused-test
TESTS += tests/unit/unused-test
tests_unit_unused_test_SOURCES = tests/unit/unused-test.c
tests_unit_unused_test_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_unused_test_LDADD = libgcdsl-promela.a libgcdsl-ir.a libgcdsl-base.a \
  $(CMOCKA_LIBS) $(JANSSON_LIBS) $(SQLITE_LIBS)
endif

include promela-backend/campaign/local.mk
include promela-backend/litmus/local.mk
include promela-backend/trail/local.mk
