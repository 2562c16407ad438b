/* await.c: units that wait in the middle of their kernel.
 *
 * Note [Waiting loads]: `await load(l) where P' is one access, which is possible when the value of l
 * satisfies P.  So it is always the beginning of a step, and that step's option has P as its guard
 * (steps/await.c).  Whatever else would make the step fail (the object has been freed, a store may be late)
 * makes it possible, too.  A unit that waits keeps its worker.  The other foldings stay sound:
 *
 * - claims: a unit is not claimed in a step that waits (pml_waits_first), because it keeps a worker before
 *   that, and is no longer pending.  Otherwise the first step of the unit comes before its first wait, and
 *   is possible whenever the claim is.
 * - sets: a merged kind has one access, its first, so it has no load that waits.  A no-op that is left
 *   out changes no memory, so it ends no wait.
 * - private loads: a kernel with a load that waits is none (loads_root).
 * - openings, buffers, cells: they move steps of the releaser, flushes, and the taking of a cell.  These end no
 *   wait: of them only the taking of a cell changes memory, of an object that nobody else knows.
 * - early loads: one may come before a relaxed load that waits, which is an access like another.  A load that waits is
 *   not early itself.
 *
 * Note [No further worker]: a model has any number of workers, or so many for each kind.  A program has so many
 * for all kinds, so a unit may wait for one that no worker takes up.  Suppose that in a state S of the model
 * the only steps are claims, and some units run; they all wait.  If there are as many workers as units run in S, the
 * claims are not possible: a deadlock.  So a state of the model in which all units that run wait may be
 * followed by a step after which no unit is claimed (`stalled'), until one of the waiting units goes on.
 * A run with N workers for all kinds is a run of the model, and if it deadlocks in S with units that wait and
 * others that are pending, all N run in S, so the model has that step in S.  Claims by a mutator that runs
 * need no worker.  Where claims are late the units that are claimed
 * and have not begun are missing among those that run, and could still run: that is no further
 * deadlock, because the plain model has the same state without their claims.  Compared by:
 * tests/differential (known-await/, gen-await.c; semantics). */
#include "promela-backend/facts/await.h"
#include "compiler/ir/walk.h"

static bool is_await(const struct ir_stmt *stmt, const void *unused)
{
	(void)unused;
	return stmt->op == IR_OP_await;
}

bool pml_has_awaits(const struct pml_model *model)
{
	return ir_spec_any(model->spec, IR_OF_KINDS, is_await, NULL);
}

bool pml_waits_first(const struct ir_kernel *kernel)
{
	return kernel->body && is_await(kernel->body, NULL);
}

bool pml_is_wait(const struct pml_place *place)
{
	return place->point == PML_STOPPED || pml_is_await(place);
}

bool pml_is_await(const struct pml_place *place)
{
	return place->point == PML_BEFORE && place->node && is_await(place->node->stmt, NULL);
}
