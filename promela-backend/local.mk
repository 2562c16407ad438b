# promela-backend: models, and running them.
noinst_LIBRARIES += libgcdsl-promela.a
libgcdsl_promela_a_SOURCES = \
  promela-backend/emit.c \
  promela-backend/emit.h \
  promela-backend/emit-canon.c \
  promela-backend/emit-client.c \
  promela-backend/emit-expr.c \
  promela-backend/emit-flags.c \
  promela-backend/emit-apart.c promela-backend/emit-fold.c \
  promela-backend/emit-look.c promela-backend/emit-over.c \
  promela-backend/fold.h promela-backend/fold-cells.c promela-backend/fold-claims.c \
  promela-backend/fold-openings.c promela-backend/fold-private.c \
  promela-backend/fold-roots.c promela-backend/fold-sets.c \
  promela-backend/emit-garbage.c \
  promela-backend/emit-held.c \
  promela-backend/emit-ltl.c \
  promela-backend/emit-machine.c promela-backend/emit-state.c promela-backend/machine.h \
  promela-backend/emit-memory.c \
  promela-backend/emit-mutator.c \
  promela-backend/emit-op.c \
  promela-backend/emit-operation.c \
  promela-backend/emit-outcome.c \
  promela-backend/emit-phase.c \
  promela-backend/emit-plan.c \
  promela-backend/emit-pool.c \
  promela-backend/emit-premise.c \
  promela-backend/emit-presence.c \
  promela-backend/emit-process.c \
  promela-backend/emit-property.c \
  promela-backend/emit-releaser.c \
  promela-backend/emit-step.c \
  promela-backend/pml.h
nodist_libgcdsl_promela_a_SOURCES = promela-backend/support.c

# The models' support files, which the program carries.
pml_support = \
  promela-backend/support/answers.pml \
  promela-backend/support/canonical.pml \
  promela-backend/support/heap.pml \
  promela-backend/support/memory-buffers.pml \
  promela-backend/support/memory-c11-order.pml \
  promela-backend/support/memory-c11.pml \
  promela-backend/support/memory-sc.pml \
  promela-backend/support/pool.pml \
  promela-backend/support/stop.pml
EXTRA_DIST += $(pml_support)
CLEANFILES += promela-backend/support.c
promela-backend/support.c: $(pml_support) build-aux/embed.sh
	$(AM_V_GEN)$(EMBED) -i promela-backend/pml.h -t 'struct pml_support_file' -o $@ \
	  pml_support_table $(filter %.pml,$^)

include promela-backend/campaign/local.mk
include promela-backend/litmus/local.mk
include promela-backend/trail/local.mk
