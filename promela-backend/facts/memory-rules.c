/* memory-rules.c: what operations wait for, by the rules of the memory module itself. */
#include "promela-backend/pml.h"

/* These macros answer what memory-rules.pml asks, for the memory model MODEL. */
#define MEM_IN_ORDER          (model->in_order)
#define MEM_TAGGED            (model->tagged)
#define MEM_ORDERED           (model->ordered)
#define MEM_IS_ACQUIRE(order) ir_acquires(order)
#define MEM_IS_RELEASE(order) ir_releases(order)
#define MEM_IS_TOTAL(order)   ir_is_total(order)
#include "promela-backend/support/memory-rules.pml"

static int kind_of(const struct ir_memory_info *model, enum ir_effect effect, enum ir_order order)
{
	switch (effect) {
	case IR_EFFECT_LOAD: return MEM_LOAD_KIND(order);
	case IR_EFFECT_STORE: return MEM_STORE_KIND(order);
	case IR_EFFECT_RMW: return MEM_RMW_KIND(0, order);
	case IR_EFFECT_COPY: return MEM_STORE_KIND(IR_RELAXED); /* and loads */
	case IR_EFFECT_FENCE:
	case IR_EFFECT_NONE:
	case IR_EFFECT_CONTROL:
	case IR_EFFECT_POOL:
	case IR_EFFECT_WORLD:
	case IR_EFFECT_CHOICE: break;
	}
	return 0;
}

/* Whether an operation of kind LATER waits for an operation of kind EARLIER on another location. */
static bool is_before(const struct ir_memory_info *model, int earlier, int later)
{
	enum { HERE, THERE };

	return MEM_BEFORE(earlier, HERE, later, THERE);
}

/* Whether an operation with EFFECT waits for WRITE, which is before it and may be late. */
static bool keeps_order(const struct ir_memory_info *model, int write, enum ir_effect effect,
    enum ir_order order)
{
	if (effect == IR_EFFECT_RMW && !model->late)
		return true;
	return is_before(model, write, kind_of(model, effect, order));
}

/* Everything after an acquiring operation waits for it.  So no thread can notice that it is
 * performed at once. */
bool pml_rmw_waits(enum ir_memory memory, enum ir_order order)
{
	const struct ir_memory_info *model = &ir_memory_info[memory];

	return model->late && !(model->ordered && ir_acquires(order));
}

bool pml_fence_is_full(enum ir_memory memory, enum ir_order order)
{
	return !ir_memory_info[memory].weak_fences || ir_is_total(order);
}

bool pml_fence_marks(enum ir_memory memory, enum ir_order order)
{
	return !pml_fence_is_full(memory, order) && !ir_memory_info[memory].in_order;
}

bool pml_comes_after(enum ir_memory memory, const struct ir_stmt *write,
    const struct ir_stmt *access)
{
	const struct ir_memory_info *model = &ir_memory_info[memory];
	int kind = kind_of(model, ir_op_info[write->op].effect, write->order);

	if (ir_op_info[access->op].effect == IR_EFFECT_COPY &&
	    !keeps_order(model, kind, IR_EFFECT_LOAD, IR_RELAXED))
		return false;
	return keeps_order(model, kind, ir_op_info[access->op].effect, access->order);
}

/* Under `paper', loads of one location may pass each other, which models of collectors do not have. */
bool pml_loads_early(enum ir_memory memory)
{
	return ir_memory_info[memory].late && ir_memory_info[memory].ordered;
}

bool pml_loads_move(enum ir_memory memory)
{
	return ir_memory_info[memory].late;
}

bool pml_holds_load(const struct ir_stmt *earlier, const struct ir_stmt *load)
{
	const struct ir_memory_info *model = &ir_memory_info[IR_MEM_RELAXED];
	enum ir_effect effect = ir_op_info[earlier->op].effect;

	if (effect == IR_EFFECT_FENCE || effect == IR_EFFECT_RMW)
		return ir_acquires(earlier->order);
	return is_before(model, kind_of(model, effect, earlier->order),
	    kind_of(model, IR_EFFECT_LOAD, load->order));
}

bool pml_shows_release(enum ir_memory memory, enum ir_effect effect, bool removed)
{
	const struct ir_memory_info *model = &ir_memory_info[memory];
	int store = kind_of(model, IR_EFFECT_STORE, IR_RELAXED);

	if (effect == IR_EFFECT_FENCE)
		return !model->in_order && (model->weak_fences || removed);
	return keeps_order(model, store, effect, IR_RELEASE) &&
	    !keeps_order(model, store, effect, IR_RELAXED);
}

/* A seq_cst store makes only a later seq_cst load wait. */
bool pml_shows_total(enum ir_memory memory, enum ir_effect effect)
{
	const struct ir_memory_info *model = &ir_memory_info[memory];
	int total = kind_of(model, IR_EFFECT_STORE, IR_SEQ_CST);
	int store = kind_of(model, IR_EFFECT_STORE, IR_RELEASE);

	if (effect == IR_EFFECT_FENCE)
		return model->weak_fences;
	if (!keeps_order(model, total, IR_EFFECT_LOAD, IR_SEQ_CST))
		return false;
	return (effect == IR_EFFECT_LOAD &&
		   !keeps_order(model, total, IR_EFFECT_LOAD, IR_ACQUIRE)) ||
	    (effect == IR_EFFECT_STORE && !keeps_order(model, store, IR_EFFECT_LOAD, IR_SEQ_CST));
}
