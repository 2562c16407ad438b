/* gcrt-collector.h: stands before the runtime's own, and reports what kernels and barriers do: the
 * units that loops over all objects run, accesses to objects and roots, and what is freed. */
#ifndef DRIVER_COLLECTOR_H
#define DRIVER_COLLECTOR_H

#include_next "gcrt-collector.h"
#include "seen.h"

/* KERNEL: the name of the function.  It ends with the name of the kind. */
struct seen driver_ran(const char *kernel, uintptr_t object);
void driver_end_unit(struct seen before);

#define gcrt_for_objects(worker, block, kernel)                                                    \
	__extension__({                                                                            \
		void driver_kernel(struct gcrt_worker *w, struct gc_ref o)                         \
		{                                                                                  \
			struct seen before = driver_ran(#kernel, gc_ref_value(o));                 \
			kernel(w, o);                                                              \
			driver_end_unit(before);                                                   \
		}                                                                                  \
		gcrt_for_objects((worker), (block), driver_kernel);                                \
	})

/* Where an access is to come, and when (guide.c). */
struct driver_turn {
	int location;
	unsigned turn;
};
struct driver_turn driver_before(enum seen_access how, const void *place);
void driver_after(enum seen_access how, struct driver_turn turn, uintptr_t found, uintptr_t stored);
/* The last load of a unit that waits has not found the value: it has done nothing yet. */
void driver_looked_in_vain(void);
void driver_looks_at(uintptr_t object);    /* a kernel or barrier does; it may be null */
void driver_is_answered(uintptr_t object); /* a barrier says that it is accessed */
/* moving.c: whether there is room for an object like LIKE; and what the kernel has got. */
bool driver_before_alloc(unsigned space, uintptr_t like, bool is_tested, unsigned *turn);
void driver_after_alloc(uintptr_t object, unsigned turn);
/* copies.c: the turns of what a copy stores: they go into the buffer, and reach memory. */
enum { DRIVER_COPIED = 256 };
struct driver_copied {
	unsigned first, held[DRIVER_COPIED], turn[DRIVER_COPIED];
};
void driver_before_copy(uintptr_t from, uintptr_t to, struct driver_copied *copy);
void driver_after_copy(uintptr_t to, const struct driver_copied *copy);
unsigned driver_before_free(uintptr_t object);
void driver_after_free(uintptr_t object, unsigned turn);
/* spaces.c: what free(s) frees. */
struct driver_freed {
	unsigned count, turn[DRIVER_COPIED];
	uintptr_t object[DRIVER_COPIED];
};
void driver_before_free_space(unsigned space, struct driver_freed *freed);
void driver_after_free_space(const struct driver_freed *freed);
/* regions.c: the regions of the scenario, in the order of their numbers; after the last: 0. */
uintptr_t driver_region(unsigned shift, unsigned region);
uintptr_t driver_end_of_lines(uintptr_t outer, unsigned shift);
void driver_looks_at_region(uintptr_t region);
void driver_before_free_region(uintptr_t region, unsigned shift, struct driver_freed *freed);
void driver_after_free_region(const struct driver_freed *freed);
void driver_places_change(void);
void driver_has_moved(uintptr_t from, uintptr_t to);
/* policy.c: a policy, which may answer with so many numbers from FIRST on. */
long driver_answer(unsigned policy, long first, unsigned count);
void driver_asks_about(uintptr_t object);
/* What of an object is slots or words of the scenario's, in bytes: objects of the program are larger. */
size_t driver_walked(void);

/* The generated C has the lines of the specification: FILE is its name. */
void driver_check_assert(int holds, const char *file, int line);

#ifdef DRIVER_WATCHES
/* Asserts of kernels, which are checked also where the runtime does not check itself. */
#undef gcrt_assert
#define gcrt_assert(condition) driver_check_assert((condition) != 0, __FILE__, __LINE__)
#define gcrt_metadata(object, k)                                                                   \
	__extension__({                                                                            \
		struct gc_ref looked_at_ = (object);                                               \
		driver_looks_at(gc_ref_value(looked_at_));                                         \
		gcrt_metadata(looked_at_, (k));                                                    \
	})
#define gcrt_header(object)                                                                        \
	__extension__({                                                                            \
		struct gc_ref looked_at_ = (object);                                               \
		driver_looks_at(gc_ref_value(looked_at_));                                         \
		gcrt_header(looked_at_);                                                           \
	})
#define gcrt_overlay_to_store(object)                                                              \
	__extension__({                                                                            \
		struct gc_ref looked_at_ = (object);                                               \
		driver_looks_at(gc_ref_value(looked_at_));                                         \
		gcrt_overlay_to_store(looked_at_);                                                 \
	})
#define gcrt_overlay_to_load(object, when, value)                                                  \
	__extension__({                                                                            \
		struct gc_ref looked_at_ = (object);                                               \
		driver_looks_at(gc_ref_value(looked_at_));                                         \
		gcrt_overlay_to_load(looked_at_, (when), (value));                                 \
	})
#define gcrt_region(region, shift, k)                                                              \
	__extension__({                                                                            \
		uintptr_t region_ = (region);                                                      \
		driver_looks_at_region(region_);                                                   \
		gcrt_region(region_, (shift), (k));                                                \
	})
#define gcrt_answered(object)                                                                      \
	__extension__({                                                                            \
		struct gc_ref answer_ = (object);                                                  \
		driver_is_answered(gc_ref_value(answer_));                                         \
		answer_;                                                                           \
	})
#define gcrt_for_slots(worker, object, body, data)                                                 \
	__extension__({                                                                            \
		struct gc_ref looked_at_ = (object);                                               \
		driver_looks_at(gc_ref_value(looked_at_));                                         \
		gcrt_for_slots((worker), looked_at_, body, (data));                                \
	})
#define gcrt_numbered_slot(worker, object, number)                                                 \
	__extension__({                                                                            \
		struct gc_ref looked_at_ = (object);                                               \
		driver_looks_at(gc_ref_value(looked_at_));                                         \
		gcrt_numbered_slot((worker), looked_at_, (number));                                \
	})
/* If the story directs the program, these are events of it. */
void driver_reaches(unsigned what);
#define gcrt_emit_now(...)      (driver_reaches(SEEN_EMIT), gcrt_emit_now(__VA_ARGS__))
#define gcrt_emit_objects(...)  (driver_reaches(SEEN_EMIT), gcrt_emit_objects(__VA_ARGS__))
#define gcrt_buffer(...)        (driver_reaches(SEEN_EMIT), gcrt_buffer(__VA_ARGS__))
#define gcrt_look(...)          (driver_reaches(SEEN_LOOK), gcrt_look(__VA_ARGS__))
#define gcrt_stop_mutators(...) (driver_reaches(SEEN_ASK), gcrt_stop_mutators(__VA_ARGS__))
#undef gcrt_load
#define gcrt_load(loc, order)                                                                      \
	__extension__({                                                                            \
		__auto_type at_ = (loc);                                                           \
		struct driver_turn turn_ = driver_before(SEEN_LOAD, at_);                          \
		__auto_type found_ = __atomic_load_n(at_, GCRT_ORDER_##order);                     \
		driver_after(SEEN_LOAD, turn_, (uintptr_t)found_, 0);                              \
		found_;                                                                            \
	})
/* Only the last load is an event. */
#undef gcrt_await
#define gcrt_await(value, load, until)                                                             \
	do {                                                                                       \
		for (unsigned tries_ = 0; (value) = (load), !(until);) {                           \
			driver_looked_in_vain();                                                   \
			tries_ = gcrt_wait_after(tries_);                                          \
		}                                                                                  \
	} while (0)
#undef gcrt_store
#define gcrt_store(loc, value, order)                                                              \
	__extension__({                                                                            \
		__auto_type at_ = (loc);                                                           \
		__typeof__(*at_) stored_ = (value);                                                \
		struct driver_turn turn_ = driver_before(SEEN_STORE, at_);                         \
		__atomic_store_n(at_, stored_, GCRT_ORDER_##order);                                \
		driver_after(SEEN_STORE, turn_, 0, (uintptr_t)stored_);                            \
	})
/* What is stored is what is there right after: no other task goes on before. */
#define driver_modify(loc, operation)                                                              \
	__extension__({                                                                            \
		__auto_type at_ = (loc);                                                           \
		struct driver_turn turn_ = driver_before(SEEN_MODIFY, at_);                        \
		__auto_type found_ = (operation);                                                  \
		driver_after(SEEN_MODIFY, turn_, (uintptr_t)found_,                                \
		    driver_peek(at_, sizeof *at_));                                                \
		found_;                                                                            \
	})
uintptr_t driver_peek(const void *at, size_t size);
#undef gcrt_swap
#define gcrt_swap(loc, value, order)                                                               \
	driver_modify(loc, __atomic_exchange_n(at_, (value), GCRT_ORDER_##order))
#undef gcrt_modify
#define gcrt_modify(op, loc, value, order)                                                         \
	driver_modify(loc, __atomic_##op(at_, (value), GCRT_ORDER_##order))
#undef gcrt_cas
#define gcrt_cas(loc, expected, value, order, order_on_failure)                                    \
	driver_modify(loc, __extension__({                                                         \
		__typeof__(*at_) expected_ = (expected);                                           \
		__atomic_compare_exchange_n(at_, &expected_, (value), 0, GCRT_ORDER_##order,       \
		    GCRT_ORDER_##order_on_failure);                                                \
		expected_;                                                                         \
	}))
#define gcrt_copy(worker, from, to)                                                                \
	__extension__({                                                                            \
		struct gc_ref from_ = (from), to_ = (to);                                          \
		struct driver_copied copied_;                                                      \
		driver_before_copy(gc_ref_value(from_), gc_ref_value(to_), &copied_);              \
		gcrt_copy((worker), from_, to_);                                                   \
		driver_after_copy(gc_ref_value(to_), &copied_);                                    \
	})
#endif

/* Which object is which, and how many there may be: also where nobody watches accesses. */
#if defined DRIVER_WATCHES || defined DRIVER_MOVES
#define driver_alloc(space, object, is_tested, made)                                               \
	__extension__({                                                                            \
		struct gc_ref like_ = (object), made_ = gc_ref_null();                             \
		unsigned turn_;                                                                    \
		if (driver_before_alloc((space), gc_ref_value(like_), (is_tested), &turn_)) {      \
			made_ = (made);                                                            \
			driver_after_alloc(gc_ref_value(made_), turn_);                            \
		}                                                                                  \
		made_;                                                                             \
	})
#define gcrt_alloc(worker, object) driver_alloc(0, object, true, gcrt_alloc((worker), like_))
#define gcrt_alloc_surely(worker, object)                                                          \
	driver_alloc(0, object, false, gcrt_alloc_surely((worker), like_))
#define gcrt_alloc_in(worker, space, object)                                                       \
	driver_alloc(space, object, true, gcrt_alloc_in((worker), (space), like_))
#define gcrt_alloc_surely_in(worker, space, object)                                                \
	driver_alloc(space, object, false, gcrt_alloc_surely_in((worker), (space), like_))
#define gcrt_swap_spaces(worker, a, b)                                                             \
	(gcrt_swap_spaces((worker), (a), (b)), driver_places_change())
#define gcrt_free_space(worker, space)                                                             \
	__extension__({                                                                            \
		struct driver_freed freed_;                                                        \
		driver_before_free_space((space), &freed_);                                        \
		gcrt_free_space((worker), (space));                                                \
		driver_after_free_space(&freed_);                                                  \
	})
/* Words of the scenario's come first. */
#define gcrt_walk_words(worker, object, walk)                                                      \
	driver_walk((object), (walk), gcrt_walk_words((worker), looked_at_, (walk)))
#define gcrt_walk_payload(worker, object, walk)                                                    \
	driver_walk((object), (walk), gcrt_walk_payload((worker), looked_at_, (walk)))
#define driver_walk(looked_at, walk, begin)                                                        \
	__extension__({                                                                            \
		struct gc_ref looked_at_ = (looked_at);                                            \
		driver_looks_at(gc_ref_value(looked_at_));                                         \
		begin;                                                                             \
		(walk)->size = driver_walked();                                                    \
	})
#define gcrt_numbered_word(worker, object, number)                                                 \
	__extension__({                                                                            \
		struct gc_ref looked_at_ = (object);                                               \
		driver_looks_at(gc_ref_value(looked_at_));                                         \
		gcrt_numbered_word((worker), looked_at_, (number));                                \
	})
#define gcrt_word_like(worker, s, from, to)                                                        \
	__extension__({                                                                            \
		struct gc_ref looked_at_ = (to);                                                   \
		driver_looks_at(gc_ref_value(looked_at_));                                         \
		gcrt_word_like((worker), (s), (from), looked_at_);                                 \
	})
#define gcrt_slot_like(worker, s, from, to)                                                        \
	__extension__({                                                                            \
		struct gc_ref looked_at_ = (to);                                                   \
		driver_looks_at(gc_ref_value(looked_at_));                                         \
		gcrt_slot_like((worker), (s), (from), looked_at_);                                 \
	})
#define gcrt_free(worker, object)                                                                  \
	__extension__({                                                                            \
		struct gc_ref freed_ = (object);                                                   \
		unsigned turn_ = driver_before_free(gc_ref_value(freed_));                         \
		gcrt_free((worker), freed_);                                                       \
		driver_after_free(gc_ref_value(freed_), turn_);                                    \
	})
#define gcrt_free_placed(worker, object)                                                           \
	__extension__({                                                                            \
		struct gc_ref freed_ = (object);                                                   \
		unsigned turn_ = driver_before_free(gc_ref_value(freed_));                         \
		gcrt_free_placed((worker), freed_);                                                \
		driver_after_free(gc_ref_value(freed_), turn_);                                    \
	})
#define gcrt_free_region(worker, region, shift)                                                    \
	__extension__({                                                                            \
		uintptr_t region_ = (region);                                                      \
		struct driver_freed freed_;                                                        \
		driver_before_free_region(region_, (shift), &freed_);                              \
		gcrt_free_region((worker), region_, (shift));                                      \
		driver_after_free_region(&freed_);                                                 \
	})
/* Regions of the scenario. */
#undef gcrt_for_all_regions
#define gcrt_for_all_regions(worker, shift, r)                                                     \
	for (uintptr_t r = ((void)(worker), driver_region((shift), 0)), r##_number = 0; r;         \
	     r = driver_region((shift), (unsigned)++r##_number))
/* Each store is one of the model. */
#undef gcrt_for_objects_unlike
#define gcrt_for_objects_unlike(region, shift, o, k, value) gcrt_for_objects_on(region, shift, o)
#undef gcrt_for_regions_in
#define gcrt_for_regions_in(b, b_shift, shift, r)                                                  \
	for (uintptr_t r = (b), r##end = driver_end_of_lines(r, (shift)); r < r##end;              \
	     r += (uintptr_t)1 << (shift))
#define gcrt_move(worker, object, place)                                                           \
	__extension__({                                                                            \
		struct gc_ref from_ = (object), to_ = (place);                                     \
		driver_looks_at(gc_ref_value(from_));                                              \
		driver_looks_at(gc_ref_value(to_));                                                \
		gcrt_move((worker), from_, to_);                                                   \
		driver_has_moved(gc_ref_value(from_), gc_ref_value(to_));                          \
	})
#endif

#endif
