# promela-backend: models, and running them.
noinst_LIBRARIES += libgcdsl-promela.a
libgcdsl_promela_a_SOURCES = \
  promela-backend/emit.c \
  promela-backend/emit.h \
  promela-backend/emit_canon.c \
  promela-backend/emit_client.c \
  promela-backend/emit_expr.c \
  promela-backend/emit_flags.c \
  promela-backend/emit_apart.c promela-backend/emit_fold.c \
  promela-backend/emit_look.c promela-backend/emit_over.c \
  promela-backend/fold.h promela-backend/fold_cells.c promela-backend/fold_claims.c \
  promela-backend/fold_openings.c promela-backend/fold_private.c \
  promela-backend/fold_roots.c promela-backend/fold_sets.c \
  promela-backend/emit_garbage.c \
  promela-backend/emit_held.c \
  promela-backend/emit_ltl.c \
  promela-backend/emit_memory.c \
  promela-backend/emit_mutator.c \
  promela-backend/emit_op.c \
  promela-backend/emit_operation.c \
  promela-backend/emit_outcome.c \
  promela-backend/emit_phase.c \
  promela-backend/emit_plan.c \
  promela-backend/emit_pool.c \
  promela-backend/emit_premise.c \
  promela-backend/emit_presence.c \
  promela-backend/emit_process.c \
  promela-backend/emit_property.c \
  promela-backend/emit_releaser.c \
  promela-backend/emit_step.c \
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
