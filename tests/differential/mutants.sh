#!/bin/sh
# mutants.sh [SECONDS] [NAME…]: the net finds mistakes that are put into the backends, each alone,
# within SECONDS of random specifications (default 120).  Says how many it took.
# All take some hours; `make check' only looks whether each can still be put there: with 0
# SECONDS nothing is built.
set -u
: "${top_srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
seconds=${1:-120}
[ $# -eq 0 ] || shift
only=$*
jobs=${JOBS:-2}
folder=$PWD/differential-mutants
survived=0

# prepare: copies the sources and builds them once. Each mutant is built there and removed again.
prepare () {
	[ ! -e "$folder/made" ] || return 0
	rm -rf "$folder"
	mkdir -p "$folder/source"
	(cd "$top_srcdir" && git ls-files -z | tar --null -T - -c) | tar -x -C "$folder/source" &&
		build && : >"$folder/made"
}
build () {
	(cd "$folder/source" && export GCDSL_NO_DEPS=1 && { [ -e configure ] || ./bootstrap; } &&
		{ [ -e build/Makefile ] || make all; } && cd build &&
		make tests/differential/differential tests/differential/libdriver.a \
			libgcdsl-runtime.a) >"$folder/build.log" 2>&1
}

# net ARGUMENT…: runs the net on the mutant. Returns whether it found a difference. Results of
# models that the mutant does not change are kept.
net () {
	mkdir -p "$folder/kept"
	# shellcheck disable=SC2086 # words
	(cd "$folder" && rm -rf run && export DIFFERENTIAL_KEPT="$folder/kept" &&
		top_srcdir=$folder/source timeout $((seconds + 1)) \
		"$folder/source/build/tests/differential/differential" $leg "$@") >"$folder/run.log" 2>&1
	grep -qE '(^|[^0-9])[1-9][0-9]* different|: different' "$folder/run.log"
}

# found LEG: tries random specifications until one differs or the time is over, then the known ones.
# Each mutant gets the same ones in the same order.
found () {
	weak=sc
	case $1 in
	c) leg='-c 10 -v 0' longer='-c 80 -v 0' known='known-c' ;;
	c-spaces) leg='-c 10 -v 0 -y' longer='-c 80 -v 0' known='known-semantics' ;;
	c-slides) leg='-c 10 -v 0 -t' longer='-c 80 -v 0' known='known-semantics' ;;
	c-moves) leg='-c 10 -v 0 -b' longer='-c 80 -v 0' known='known-semantics' ;;
	c-asking) leg='-c 10 -v 0 -z' longer='-c 80 -v 0' known='known-semantics' ;;
	c-regions) leg='-c 10 -v 0 -l' longer='-c 80 -v 0' known='known-semantics' ;;
	c-redirect) leg='-c 10 -v 0 -i' longer='-c 80 -v 0' known='known-redirect' ;;
	redirect) leg='-i -e' longer=-e known=known-redirect ;;
	model) leg=-e longer=-e known='known-semantics known-c' ;;
	fold) leg='-w new' longer='' known=known ;;
	await) leg='-a -e' longer=-e known=known-await ;;
	client) leg='-e -k' longer=-e known='known-semantics/client' ;;
	await-fold) leg=-a longer='' known=known-await ;;
	asking) leg='-z -e' longer='-z -e' known='known-semantics' ;;
	asking-fold) leg=-z longer=-z known=known ;;
	words) leg='-g -e' longer='-g -e' known='known-semantics' ;;
	regions) leg='-l -e' longer='-l -e' known='known-semantics' ;;
	spaces) leg='-y -e' longer='-y -e' known='known-semantics' ;;
	slides) leg='-t -e' longer='-t -e' known='known-semantics' ;;
	slides-fold) leg=-t longer='' known=known-semantics ;;
	spaces-fold) leg=-y longer='' known=known ;;
	early) leg='-e -m relaxed' longer=-e known=known-early weak=relaxed ;;
	tso | pso) leg="-e -m $1" longer=-e known=known-late weak=$1 ;;
	esac
	end=$(($(date +%s) + seconds)) seed=1 specifications=0
	while [ "$(date +%s)" -lt "$end" ]; do
		net -s "$seed" -n 20 -j "$jobs" -q 0 -1 -d run && {
			first=$(sed -n 's/^first difference: \([0-9]*\) of .*/\1/p' "$folder/run.log")
			by="specification $((specifications + ${first:-20}))"
			return 0
		}
		seed=$((seed + 1))
		specifications=$((specifications + $(cat "$folder"/run/journal* 2>/dev/null | wc -l)))
	done
	leg=$longer    # few runs show it
	# shellcheck disable=SC2086 # words
	for by in $(cd "$top_srcdir/tests/differential" && for name in $known; do
		case $name in */*) echo $name-*.gc ;; *) echo $name/*.gc ;; esac
	done); do
		memory=$(sed -n '2s/^.. memory: //p' "$top_srcdir/tests/differential/$by")
		net -m "${memory:-$weak}" "$top_srcdir/tests/differential/$by" &&
			by="$by, after $specifications random ones" && return 0
	done
	return 1
}

# mutant NAME FILE LEG WHAT SED-SCRIPT
mutant () {
	case " $only " in '  ' | *" $1 "*) ;; *) return ;; esac
	sed "$5" "$top_srcdir/$2" >mutated || exit 2
	if cmp -s mutated "$top_srcdir/$2"; then
		echo "not made  $1: $4"
		survived=$((survived + 1))
		return
	fi
	[ "$seconds" -gt 0 ] || return
	prepare || { tail "$folder/build.log"; exit 2; }
	cp mutated "$folder/source/$2"
	if ! build; then
		echo "not built $1: $4; see $folder/build.log"
		survived=$((survived + 1))
		exit 2
	elif found "$3"; then
		echo "found     $1: $4; in $by"
	else
		echo "SURVIVED  $1: $4; $specifications specifications"
		survived=$((survived + 1))
	fi
	cp "$top_srcdir/$2" "$folder/source/$2"
}

# Mistakes in the table that both backends expand: only the explorer can notice them.
table=runtime/src/gcrt-machine.def
mutant fill-last $table model 'intervals change before the fill runs' \
	'/^RULE(open,/,/^$/ s/DO(run_fill) DO(settle_phases)/DO(settle_phases) DO(run_fill)/'
mutant drained-unopened $table c 'a bucket that has not opened is drained' \
	'/^STATE(drained,/ s/has_opened(it) \&\& //'
mutant idle-closed $table model 'a bucket that is closed is idle' \
	'/^STATE(idle,/ s/is_open(it) \&\& //'
mutant never-shut $table c 'a bucket that opens whenever does not shut when it opens in vain' \
	's/DO(shut_if_drained) //'
mutant rest $table c 'a mutator that stops keeps its buffers' \
	'/^POINT(rest,/,/)$/ s/DO(flush_buffers)//'
mutant stopped $table model 'a mutator that stops does not see the phases' \
	'/^POINT(stopped,/,/)$/ s/DO(see_phases)//'
mutant handshake $table model 'a handshake does not bring the view of phases up to date' \
	'/^POINT(handshake,/,/)$/ s/DO(see_phases)//'
mutant handshake-flush $table model 'a handshake leaves units in the buffers' \
	'/^POINT(handshake,/,/)$/ s/DO(flush_buffers) //'
mutant join $table c 'a mutator that joins does not see the phases' \
	'/^RULE(join,/,/)$/ s/DO(see_phases)//'
mutant join-stopped $table model 'a mutator joins while mutators are stopped' \
	'/^RULE(join,/,/)$/ s/!stop_asked(it),/stop_asked(it) || !stop_asked(it),/'
mutant show $table model 'mutators that are stopped do not see that a phase changes' \
	'/^POINT(change,/,/)$/ s/DO(show_to_stopped)//'
mutant collect $table c 'a mutator waits for a cycle that it has not asked for' \
	'/^POINT(collect,/,/)$/ s/DO(set_requested) //'
mutant note-begin $table model 'nobody who waits for a cycle sees it begin' \
	'/^RULE(begin,/,/)$/ s/DO(note_begin) //'
mutant note-end $table c 'nobody who waits for a cycle sees it end' \
	'/^RULE(end,/,/)$/ s/DO(note_end) //'
mutant forget-left $table c 'who has left stays in the list of mutators when the cycle has ended' \
	'/^RULE(end,/,/)$/ s/ DO(forget_left)//'
mutant leave $table model 'who leaves keeps its roots' \
	'/^POINT(leave,/,/)$/ s/DO(drop_roots) //'
mutant at-yield $table model 'a mutator acts while it runs a handshake' \
	'/^STATE(at_yield,/ s/ \&\& !in_handshake(it)//'
mutant may-act $table c 'a mutator that is stopped goes on' \
	'/^STATE(may_act,/ s/ \&\& !is_stopped(it)//'
mutant metadata $table model 'a new object has the metadata of the one before' \
	'/^POINT(allocate,/,/)$/ s/DO(set_metadata)//'
mutant slots $table c 'a new object has the slots of the one before' \
	'/^POINT(allocate,/,/)$/ s/DO(clear_slots)//'
mutant use-stop $table model 'to stop mutators that are stopped is no mistake' \
	'/^MISTAKE(stop,/,/)$/ s/stop_asked(it)/stop_asked(it) \&\& !stop_asked(it)/'
mutant empty-unopened $table model 'a bucket that has not opened is empty' \
	'/^STATE(empty,/ s/opened(it) \&\& //'
mutant kind-unopened $table c 'a kind is drained whose bucket has not opened' \
	'/^STATE(kind_drained,/ s/kind_has_opened(it) \&\& //'
mutant kind-buffers $table model 'a kind is drained while its units are in buffers' \
	'/^STATE(kind_drained,/ s/ \&\& kind_none_buffered(it)//'
mutant begin-late $table model 'no interval begins in the step in which its cycle does' \
	'/^RULE(begin,/,/^$/ s/ DO(settle_phases)//'
mutant once-more $table model 'an interval begins again in its cycle' \
	'/^RULE(begin_interval,/,/^$/ s/!has_begun(it)/!is_on(it)/'
mutant other-cycle $table c 'a bucket opens in a cycle in which it takes no part' \
	'/^RULE(open,/,/^$/ s/takes_part(it) \&\& //'
mutant two-at-once $table model 'a cycle begins while another is running' \
	'/^RULE(begin,/,/^$/ s/none_runs(it) \&\& //'
mutant left-behind $table model 'units may be left when their cycle ends' \
	'/^RULE(last,/,/^$/ s/DO(none_left) //'

# The C: buckets, cycles and phases.
states=runtime/src/gcrt-states.c releaser=runtime/src/gcrt-releaser.c
mutant c-empty $states c 'every bucket is empty' \
	'/^bool gcrt_none_pending/,/^}/ s/return false/return true/'
mutant c-kinds $states c 'only the last kind of a bucket is looked at' \
	'/^static uint32_t queues_of_bucket/,/^}/ s/queues |= /queues = /'
mutant c-takes-part $states c 'every bucket takes part in the cycle that runs' \
	'/^bool gcrt_takes_part/,/^}/ s/return s->cycle >= 0 .*/return (void)bucket, s->cycle >= 0;/'
mutant c-close $states c 'a bucket closes when its condition does not hold' \
	'/^bool gcrt_close_when/,/^}/ s/\&\& condition(s)/\&\& !condition(s)/'
mutant c-request $releaser c 'a request is not used up' \
	'/^static void act_use_up_request/,/^}/ s/step.s->requested &=.*/(void)step;/'
mutant c-opened $releaser c 'a bucket of the next cycle has opened already' \
	'/^static void act_forget_opening/,/^}/ s/step.s->opened &=.*/(void)step;/'
mutant c-fill $releaser c 'no fill runs' \
	'/^static void act_run_fill/,/^}/ s/if (!fill)/if (fill || !fill)/'
mutant c-fill-late $releaser c 'what a fill emits is not there when its bucket has opened' \
	'/^static void act_run_fill/,/^}/ s/gcrt_publish_all(.*/(void)step;/'
mutant c-shut $releaser c 'a bucket that opens whenever stays open after its last unit' \
	'/^void gcrt_unit_over/,/^}/ s/if (gcrt_collector.buckets\[bucket\].whenever)/if (bucket > 31)/'
mutant c-intervals $releaser c 'an interval that is on when its cycle ends stays on' \
	'/^static void act_end_intervals/,/^}/ s/gcrt_in_phase(step.s, p)/false/'
mutant c-once $releaser c 'an interval begins only in the first cycle' \
	'/^static void act_end_intervals/,/^}/ s/step.s->begun_phases = 0/(void)step/'
mutant c-one-interval $releaser c 'only the first interval changes' \
	'/^static bool settle_phases/,/^}/ s/p < gcrt_collector.phase_count/p < 1/'
mutant c-phase runtime/src/gcrt-phase.c c 'a kernel does not end a phase' \
	'/^void gcrt_end_phase/,/^}/ s/phase, false/phase, true/'
mutant c-whenever c-backend/emit-tables.c c 'a bucket that opens whenever opens once' \
	's/\.whenever = true/.whenever = false/'

# The C: mutators.
handshake=runtime/src/gcrt-handshake.c world=runtime/src/gcrt-world.c
mutant c-flush runtime/src/gcrt-life.c c 'a mutator that becomes inactive keeps its buffers' \
	'/^static void act_flush_buffers/,/^}/ s/else if (.*/else if (!m) {/'
mutant c-see $handshake c 'a handshake does not bring the view of phases up to date' \
	'/^static void run_own/,/^}/ s/gcrt_begin_handshake(m)/(void)m/'
mutant c-answer $handshake c 'a mutator takes its unit and does not run it' \
	'/^static void run_own/,/^}/ s/	gcrt_run_units(.*/	(void)0;/'
mutant c-twice $handshake c 'a mutator runs its unit twice' \
	'/^static void run_own/,/^}/ s/	gcrt_run_units(.*/&&/'
mutant c-room-on $handshake c 'a mutator does not look at the limit of a kind' \
	'/^void gcrt_handshakes/,/^}/ s/gcrt_has_room(s, q) \&\&/true \&\&/'
mutant c-room runtime/src/gcrt-queues.c c 'at most n is at most n + 1' \
	'/^bool gcrt_has_room/,/^}/ s/running < limit/running <= limit/'
mutant c-lost runtime/src/gcrt-queues.c c 'units that join a packet that waits are lost' \
	'/^static bool add_to_waiting/,/^}/ s/last->used += packet->used/(void)last/'
mutant c-stop $world c 'a kernel that stops the mutators does not wait for them' \
	'/^void gcrt_world_wait/,/^}/ s/wait_for_all(world)/(void)wait_for_all/'
mutant c-stops-twice runtime/src/gcrt-life.c c 'mutators may be stopped twice' \
	'/^bool gcrt_begin_stop/,/^}/ s/if (gcrt_is_wrong_stop(world))/if (!world)/'
mutant c-resumes runtime/src/gcrt-life.c c 'mutators may be resumed that are not stopped' \
	'/^void gcrt_check_resume/,/^}/ s/if (gcrt_is_wrong_resume(world))/if (!world)/'
mutant c-see-phases runtime/src/gcrt-life.c c 'mutators never see phases when they stop, join, or run a handshake' \
	'/^static void act_see_phases/,/^}/ s/	gcrt_see_phases(point.m)/	(void)point/'
mutant c-show runtime/src/gcrt-phase.c c 'mutators that are stopped do not see phases that change' \
	'/^static void act_show_to_stopped/,/^}/ s/world->all_stopped \&\& m/!world \&\& m/'
mutant c-mutators runtime/src/gcrt-kernel.c c 'a loop over mutators leaves the first out' \
	'/^struct gc_mutator \*gcrt_first_mutator/,/^}/ s/return first ? first/return first \&\& first->next ? first->next/'
mutant c-left runtime/src/gcrt-kernel.c c 'a loop over mutators leaves out who has left' \
	'/^struct gc_mutator \*gcrt_next_mutator/,/^}/ s/	return m->next ?/	while (m->next \&\& m->next->left) m = m->next;&/'
mutant c-early runtime/src/gcrt-request.c c 'who waits for a cycle waits for the one before' \
	'/^static void act_begin_waiting/,/^}/ s/begun_of\[point.cycle\] + 1/begun_of[point.cycle]/'
mutant c-late runtime/src/gcrt-request.c c 'who waits for a cycle waits for the one after' \
	'/^static void act_begin_waiting/,/^}/ s/begun_of\[point.cycle\] + 1/begun_of[point.cycle] + 2/'
mutant c-during runtime/src/gcrt-request.c c 'who asks while a cycle runs waits only for its end' \
	'/^static void act_begin_waiting/,/^}/ s/begun_of\[point.cycle\] + 1/begun_of[point.cycle] + (point.s->cycle < 0)/'

# The C: kernels, objects, and what programs inline.
mutant c-not c-backend/emit-expr.c c 'not null is null, and null is not' '/^static const char \*equality/,/^}/ s/e->kind == IR_NE/e->kind == IR_EQ/'
mutant c-into c-backend/emit-op.c c 'emit into another bucket emits into the first' \
	'/^static void cgen_op_emit/,/^}/ s/stmt->kind, stmt->into/stmt->kind, NULL/'
mutant c-asks runtime/src/gcrt-request.c c 'a kernel that asks for a cycle does not ask' \
	'/^void gcrt_ask_for_cycle/,/^}/ s/take_request(/if (!s) take_request(/'
mutant c-birth runtime/src/gcrt-phase.c c 'metadata of new objects are zero' \
	'/^void gcrt_new_metadata/,/^}/ s/\.initial;/.initial * 0;/'
mutant c-used runtime/src/gcrt-space.c c 'an object in a used cell has the metadata of the one before' \
	'/^static inline void act_set_metadata/,/^}/ s/k < cell.pieces/k < (cell.is_dirty ? 0 : cell.pieces)/'
mutant c-free-cells runtime/api/gcrt-collector-inline.h c 'a loop over all objects takes free cells' \
	'/gcrt_for_objects(/,/^}/ s/if (gcrt_load(gcrt_object_byte(cell), relaxed))/if (i < 4)/'
mutant c-before runtime/api/gc-barrier.h c 'the barrier before a store runs after it' \
	'/void gc_store_release(/,/^}/ { /gc_object_to_store/ { h; d; }; s/gc_edge_in(edge, object, at)/edge/; /gc_atomic_store/ G; }'
mutant c-after runtime/api/gc-barrier.h c 'the barrier after a store runs before it' \
	'/void gc_store_release(/,/^}/ { /gc_atomic_store/ { h; d; }; /gc_after_store_barrier_slow/ G; }'
mutant c-pinned runtime/src/gcrt-heap.c c 'no barrier runs for what is pinned' \
	'/^void gc_pin_object/,/^}/ s/if (collector->pinned)/if (!m)/'
mutant c-received runtime/api/gc-barrier.h c 'no barrier runs for what is received' \
	'/void gc_received(/,/^}/ s/!gc_ref_is_null(ref) \&\&/!mutator \&\&/'

# Objects that move, and barriers that answer.  What answers of policies lead to is compared by tests/agree.
slide=runtime/src/gcrt-slide.c parts=runtime/src/gcrt-parts.c inline=runtime/api/gcrt-collector-inline.h
mutant c-swap $parts c-spaces 'spaces that are exchanged keep their names' \
	's/^.*gcrt_store(of_a, .*$/(void)of_a;/; s/^.*gcrt_store(of_b, .*$/(void)of_b, (void)former;/'
mutant c-take-back $parts c-spaces 'mutators keep free cells of the space that was the first one' \
	'/^void gcrt_swap_spaces/,/^}/ s/gcrt_all_give_back_cells(heap);//'
mutant c-free-space $parts c-spaces 'an object of a space is not freed' \
	'/^static void free_in_block/,/^}/ s/size_t i = 0; i < cells.count/size_t i = 1; i < cells.count/'
mutant c-other-space $parts c-spaces 'the objects of the other spaces are freed' \
	'/^static bool has_objects/,/^}/ s/record->part == part/record->part != part/'
mutant c-in-space $inline c-spaces 'a test asks where the space was at the beginning' \
	'/bool gcrt_in_space(/,/^}/ s/gcrt_load(gcrt_part_of_space(address, s), relaxed)/s/'
mutant c-alloc-in $inline c-spaces 'kernels allocate in the first space' \
	's/return gcrt_new_like(worker, s, o, gcrt_size_of(worker, o), false);/(void)s; return gcrt_new_like(worker, 0, o, gcrt_size_of(worker, o), false);/; s/gcrt_new_like(worker, s, o, size, true)/gcrt_new_like(worker, s * 0, o, size, true)/'
mutant c-stays $slide c-slides 'the place of each object is its own cell' \
	'/^static void slide_block/,/^}/ s/is_large ? cell : take_place(space, cursor, record)/is_large || cursor ? cell : take_place(space, cursor, record)/'
mutant c-gap $slide c-slides 'the first place is left free' \
	'/^static uintptr_t take_place/,/^}/ s/cursor->block = space->first;/cursor->block = space->first, cursor->cell = 1;/'
mutant c-contents $slide c-slides 'the contents of an object stay where they were' \
	'/^static void move_contents/,/^}/ s/memmove(.*, size);/(void)size;/'
mutant c-metadata $slide c-slides 'an object that moves has the metadata of the cell' \
	'/^static void move_contents/,/^}/ s/gcrt_space_init_metadata(.*);/(void)metadata;/'
mutant c-both $slide c-slides 'an object that has moved is also where it was' \
	'/^static void move_contents/,/^}/ s/gcrt_store(gcrt_object_byte(from), 0, release);//'
mutant c-header-copy $inline c-moves 'a copy has the word of the collector that its original has' \
	'/^static inline void gcrt_copy_contents/,/^}/ s/memcpy(to, from, at);/memcpy(to, from, after);/'
mutant c-header-shape runtime/src/gcrt-moving.c c-moves 'a new object has the word of the collector that the one like it has' \
	'/^static void give_shape/,/^}/ s/if (!header || at != header)/if (header < SIZE_MAX)/'
mutant c-header-moved $slide c-slides 'an object that moves keeps the word of the collector' \
	'/^static void move_contents/,/^}/ s/gcrt_clear_header(to);//'
mutant c-overlay-load $inline c-moves 'a reference that lies over its object is loaded from another word' \
	'/^static inline uintptr_t \*gcrt_overlay_to_load/,/^}/ s/(GC_COLLECTOR_OVERLAY_OFFSET))/(GC_COLLECTOR_OVERLAY_OFFSET) - sizeof(uintptr_t))/'
mutant c-overlay-store $inline c-moves 'a reference that lies over its object is stored in another word' \
	'/^static inline uintptr_t \*gcrt_overlay_to_store/,/^}/ s/(GC_COLLECTOR_OVERLAY_OFFSET))/(GC_COLLECTOR_OVERLAY_OFFSET) - sizeof(uintptr_t))/'
mutant c-selects c-backend/emit-slide.c c-slides 'what is not selected slides' \
	's/"return %s;", text/"return !(%s);", text/'
mutant c-load runtime/api/gc-access.h c-redirect 'a load is not where the barrier says' \
	's/return gc_object_to_load_slow(mutator, object, edge);/gc_object_to_load_slow(mutator, object, edge);/'
mutant c-store runtime/api/gc-barrier.h c-redirect 'a store is not where the barrier says' \
	's/gc_edge_in(edge, object, at)/(gc_edge_in(edge, object, at), edge)/'
mutant c-answered c-backend/emit-barrier.c c-redirect 'the answer of a barrier before a store is its object' \
	'/^static void call_for_answer/,/^}/ s/return gcrt_answered(\(.*\));", c->prefix,/gcrt_answered(\1); return object;", c->prefix,/'
mutant c-stored c-backend/emit-barrier.c c-redirect 'a barrier that answers sees no new value' \
	'/^static void call_for_answer/,/^}/ s/", gcrt_strip_immediate(new_value)"/", gc_ref_null()"/'

# The models: buckets, cycles and phases.
machine=promela-backend/steps/machine.c effects=promela-backend/steps/effects.def
acts=promela-backend/steps/act.c
mutant m-buffers $machine model 'drained does not look into buffers' \
	's/"%s%swaiting_%s == 0"/"%s%swaiting_%s >= 0"/'
mutant m-exchange promela-backend/steps/operation.c model 'the barrier after an exchange gets what was stored' \
	's/to->var_name\[to->barrier->old->index\], "x_found"/to->var_name[to->barrier->old->index], "x_new"/'
mutant m-exchange-store promela-backend/steps/operation.c model 'an exchange stores nothing' \
	'/PML_DO(code, modify/,/x_found/ s/\.value = value/.value = "x_found"/'
mutant m-empty $machine model 'every bucket is empty' 's/"%s%sunits_%s == busy_%s"/"%s%sunits_%s >= busy_%s"/'
mutant m-kinds $machine model 'only the first kind of a bucket is looked at' \
	'/^static const char \*primitive_none_unfinished/,/^}/ s/i < it->bucket->kind_count/i < 1/'
mutant m-cycles $machine model 'every bucket takes part in the cycle that runs' \
	'/^const char \*pml_runs_any/,/^}/ s/if (!bucket || .*/if (bucket || !bucket)/'
mutant m-close $machine model 'a bucket closes at any time' \
	'/^static const char \*primitive_close_when/,/^}/ s/return condition.*/return "true";/'
mutant m-writes $effects model 'what reads a phase is not checked when it changes' \
	'/^EFFECT(set_phase,/ s/IT(PHASE)/NOTHING/'
mutant m-request $effects model 'a request is not used up' \
	'/^EFFECT(use_up_request,/ s/= false/= true/'
mutant m-opened $effects model 'a bucket of the next cycle has opened already' \
	'/^EFFECT(forget_opening,/ s/= false/= true/'
mutant m-intervals $acts model 'an interval that is on when its cycle ends stays on' \
	'/^static void act_end_intervals/,/^}/ s/== IR_INTERVAL/!= IR_INTERVAL/'
mutant m-fill $acts model 'no fill runs' \
	'/^static void act_run_fill/,/^}/ s/pml_inline_list(&step, bucket->fill.body);/(void)step;/'
mutant m-stranded $acts model 'units of a second kind may be left when their cycle ends' \
	'/^static void act_none_left/,/^}/ s/i < act->it->bucket->kind_count/i < 1/'
mutant m-shut promela-backend/steps/unit.c model 'a bucket that opens whenever stays open after its last unit' \
	'/^static void close_drained/,/^}/ s/== IR_WHENEVER/!= IR_WHENEVER/'

# The models: mutators.
life=promela-backend/steps/life.c stopping=promela-backend/support/stop.pml
mutant m-see $effects model 'mutators never see phases when they stop, join, or run a handshake' \
	'/^EFFECT(see_phases,/ s/see_phases()/skip/'
mutant m-handshake $effects model 'a mutator goes on in the middle of a handshake' \
	'/^EFFECT(begin_handshake,/ s/= 1/= 0/'
mutant m-yield promela-backend/emit-process.c model 'a handshake runs in the middle of an operation' \
	's/ \&\& AT_YIELD(%zu)/ \&\& %zu < 250/'
mutant m-room promela-backend/emit-process.c model 'at most n is at most n + 1' \
	'/^static const char \*has_room/,/^}/ s/busy_%s < %ld", kind->name, kind->at_most/busy_%s <= %ld", kind->name, kind->at_most/'
mutant m-stop promela-backend/emit-process.c model 'a kernel that stops the mutators does not wait for them' \
	's/ \&\& (ALL_STOPPED || !stop_requested)//'
mutant m-flush $effects model 'mutators keep their buffers' \
	'/^EFFECT(flush_mutator,/ s/flush_mutator()/skip/'
mutant m-show promela-backend/emit-phase.c model 'mutators that are stopped do not see phases that change' \
	'/^static void show_inline/,/^}/ s/(is_stopped\[x_mutator\] ->/(false ->/'
mutant m-resume $stopping model 'who resumes the mutators forgets the first' \
	'/^inline resume_mutators/,/^}/ s/^	x_mutator = 0;/	x_mutator = 1;/'
mutant m-early $stopping model 'who waits for a cycle goes on when it begins' \
	'/^inline waiters_see_begin/,/^}/ s/-> BEGAN(a_cycle)/-> 0/'
mutant m-during $effects model 'who asks while a cycle runs waits only for its end' \
	'/^EFFECT(wait_for,/ s/ASKED/BEGAN/'
mutant m-leave $life model 'a mutator that leaves keeps its first root' \
	'/^static void act_drop_roots/,/^}/ s/size_t i = 0/size_t i = 1/'
mutant m-received promela-backend/steps/action.c model 'no barrier runs for what is received' \
	'/^void pml_begin_receive/,/^}/ s/x_object != NIL/x_object > NIL/'
mutant m-pinned promela-backend/steps/action.c model 'no barrier runs for what is pinned' \
	'/^void pml_begin_pin/,/^}/ s/x_object == NIL/x_object <= NIL/'
mutant m-left promela-backend/steps/presence.c model 'a loop over mutators leaves out who has left' \
	'/^static const char \*is_listed/,/^}/ s/!= AWAY/== HERE/'
mutant m-lost promela-backend/steps/pool.c model 'a unit that leaves a buffer is lost' \
	's/join(code, kernel, gd_arena_printf(model->arena, "pending_%s\[a_unit\]"/if (!kernel) &/'
mutant m-all-stopped promela-backend/emit-layout.c model 'mutators that were asked to stop have stopped' \
	's/#define ALL_STOPPED (%s)", \*text ? text :/#define ALL_STOPPED (%s)", !text ? text :/'

# The models: kernels and objects.
layout=promela-backend/emit-layout.c walk=promela-backend/steps/walk.c heap=promela-backend/support/heap.pml
mutant m-asks $effects model 'who asks for a cycle does not ask' \
	'/^EFFECT(request,/ s/= true/= false/'
mutant m-range promela-backend/steps/op.c model 'a number may be the one after its range' \
	'/^static void check_number/,/^}/ s/number, range.high)/number, range.high + 1)/'
mutant m-unique promela-backend/steps/pool.c model 'set and once allow two units' \
	'/^static void unique_check/,/^}/ s/holds_%s\[%s\] > 0/holds_%s[%s] > 1/'
mutant m-cas promela-backend/support/memory-sc.pml model 'a cas stores whatever it finds' \
	's/(dst == (expected) -> (value) : dst)/(value)/'
mutant m-birth $life model 'metadata of new objects are zero' \
	'/^static void act_set_metadata/,/^}/ s/metas\[i\]->init)/metas[i]->init * 0)/'
mutant m-dirty $heap model 'an object in a used cell has the first slot of the one before' \
	'/^inline heap_clear_slots/,/^}/ s/^	x_slot = 0;/	x_slot = 1;/'
mutant w-lost promela-backend/support/faithful.pml words 'what refers to a freed object refers to the next one in its cell' \
	's/-> LOST : (identity))/-> (identity) : (identity))/'
mutant w-slot promela-backend/steps/mutator.c words 'what a mutator finds in a slot is not compared' \
	's/^	pml_found_as_meant(code,/	if (0) pml_found_as_meant(code,/'
mutant w-word promela-backend/steps/word.c words 'what a mutator finds in a word is not compared' \
	's/^	pml_found_as_meant(code,/	if (0) pml_found_as_meant(code,/'
mutant w-operand promela-backend/steps/faithful.c words 'an operation stores into the object that its cell has by then' \
	's/meant_object\[x_who\] != LOST/true/; s/SLOT_OF(meant_object\[x_who\], /SLOT_OF(OWNER_OF(%s), /; s/SLOTS_PER_OBJECT)", at),/SLOTS_PER_OBJECT)", at, at),/'
mutant w-free promela-backend/emit-layout.c words 'words of a freed object stay' \
	's/gd_out_line(out, "mem_poke(AT_%s(a_object), 0);", pml_word(model, i)->id);/continue;/'
mutant w-race promela-backend/support/faithful.pml redirect 'a load never goes on beside a store' \
	's/x_racer != a_who \&\& meant_at/false \&\& meant_at/'
mutant w-stale promela-backend/support/faithful.pml redirect 'every load goes on beside a store' \
	's/^#define MEANT_RACED(who, value).*/#define MEANT_RACED(who, value) true/'
mutant m-free-cells $walk model 'a loop over all objects takes free cells' \
	'/^static const char \*is_passed_over/,/^}/ s/return gd_arena_printf(arena, "!live\[%s\]", var)/return "false"/'
mutant m-roots $walk model 'a loop over roots leaves the last out' \
	'/^static void loop_bounds/,/^}/ s/"END_ROOT_OF(%s)"/"END_ROOT_OF(%s) - 1"/'
mutant m-slots $walk model 'a loop over slots leaves the last out' \
	'/^static void loop_bounds/,/^}/ s/"END_OF_%s(%s)"/"END_OF_%s(%s) - 1"/'
mutant m-mutators $walk model 'a loop over mutators leaves the first out' \
	'/case IR_DOMAIN_MUTATORS:/,/return;/ s/"0"/"1"/'
mutant m-reach $heap model 'what is only in the first root is not reachable' \
	'/^inline heap_mark_roots/,/^}/ s/x_slot = FIRST_ROOT;/x_slot = FIRST_ROOT + 1;/'
mutant m-reach-operation promela-backend/emit-operation.c model 'what only an operation holds is not reachable' \
	's/OPERATIONS_REACH operations_reach()/OPERATIONS_REACH skip/'

# Foldings: conditions that are forgotten.
cells=promela-backend/facts/fold-cells.c one=promela-backend/facts/one-object.c
claims=promela-backend/facts/fold-claims.c
mutant f-owed promela-backend/steps/assertion.c fold 'an until may owe something when a cell is taken' \
	's/check->binder_count == 1 \&\& check->binder\[0\]/check->binder_count > 1 \&\& check->binder[0]/'
mutant f-expected promela-backend/steps/assertion.c fold 'the cell of an expected object is taken' \
	's/if (!pml_expects_cells(code->model))/if (pml_expects_cells(code->model) || !any)/'
mutant f-followed $cells fold 'an until or eventually may be about any objects' \
	's/formula \&\& (pml_awaits(formula) || several_allocate(model))/formula \&\& several_allocate(model)/'
mutant f-pairs $cells fold 'a property about two objects is checked when one of them is new' \
	's/formula \&\& (pml_awaits(formula) || several_allocate(model))/formula \&\& pml_awaits(formula)/'
mutant f-dropped $cells fold 'an until of a client may ask what is reachable' \
	's/model->scenario->client \&\& formula \&\& pml_awaits(formula)/model->scenario->client \&\& !formula/'
mutant f-ghosts $cells fold 'others may see a ghost that is set with the cell' \
	's/(several_allocate(model) || ghosts_are_shared(model, ghosts))/several_allocate(model)/'
mutant f-ghost-value $cells fold 'a ghost that is set with the cell may get any value' \
	's/ir_expr_any(stmt->args\[0\], reads_other, ghosts)/& \&\& !ghosts/'
mutant f-ghost-several $cells fold 'several mutators may set a ghost with a cell' \
	's/(several_allocate(model) || ghosts_are_shared(model, ghosts))/ghosts_are_shared(model, ghosts)/'
mutant f-ghost-told $one fold 'an eventually may ask for a ghost that is set with the cell' \
	's/return taking->ghosts\[atom->ghost->index\];/return false;/'
mutant f-flush $claims fold 'an eventually may be fulfilled between two stores of a handshake' \
	's/expr->kind == IR_UNTIL ? expr->args\[1\] : expr->args\[0\]) == EITHER/expr->args[1]) == EITHER/'
mutant f-flush-until $claims fold 'an until may be fulfilled between two stores of a handshake' \
	's/expr->kind == IR_UNTIL ? expr->args\[1\] : expr->args\[0\]) == EITHER/expr->args[0]) == EITHER/'
mutant f-flush-values $claims fold 'barriers may store several values where an eventually asks for one' \
	's/if (same \&\& other)/if (same \&\& other \&\& !model)/'

# Loads that wait.
await=promela-backend/steps/await.c waits=promela-backend/facts/await.c last=promela-backend/emit-await.c
mutant w-guard promela-backend/emit-process.c await 'a unit does not wait' \
	'/^static const char \*await_text/,/^}/ s/!pml_is_await(place)/true/'
mutant w-begins $walk await 'a load that waits joins the step before it' \
	's/node->stmt->op == IR_OP_await && !begins_with/false \&\& !begins_with/'
mutant w-claims $waits await-fold 'a unit is claimed in a step that waits' \
	'/^bool pml_waits_first/,/^}/ s/return kernel->body &&/return !kernel->body \&\&/'
mutant w-freed $await await 'who waits for a freed object waits on' \
	'/^static const char \*or_fails/,/^}/ s/if (cell &&/if (!cell \&\&/'
mutant w-worker $last await 'there is always another worker' \
	's/"!stalled && ALL_WAIT"/"false \&\& !stalled \&\& ALL_WAIT"/'
mutant w-no-worker promela-backend/steps/effects.def await 'no unit is taken up any more after all have waited' \
	'/^EFFECT(go_on_waiting/ s/= false/= true/'
mutant w-handshake $last await 'a mutator needs a worker for its handshake' \
	's/ (!stalled || RUNS(%zu))"/ (!stalled || RUNS(%zu) \&\& false)"/'
mutant w-handshake-waits $last await 'a mutator that waits runs its handshake' \
	's/ (!stalled || RUNS(%zu))"/ (!stalled || AT_YIELD(%zu))"/'
mutant w-stop $waits await 'a unit that waits for a stop is one that can go on' \
	'/^bool pml_is_wait(/,/^}/ s/place->point == PML_STOPPED ||/false ||/'
mutant w-null promela-backend/facts/nonnull.c await 'what is known after a load that waits is the opposite' \
	's/says_nonnull(list->args\[0\], true);/says_nonnull(list->args[0], false);/'
mutant w-live promela-backend/facts/live.c await 'the value that a unit has waited for is forgotten' \
	's/return stmt->op == IR_OP_await ||/return stmt->op == IR_OP_await ? 0 * reads : stmt->op == IR_OP_await ||/'
mutant w-acquire promela-backend/facts/early.c await 'a load that waits never holds a later one back' \
	's/return pml_is_memory(stmt) && !pml_early_acquires(stmt)/return pml_is_memory(stmt) \&\& stmt->op != IR_OP_await \&\& !pml_early_acquires(stmt)/'
mutant w-early promela-backend/facts/early-noticed.c await 'no load comes before one that waits' \
	'/^bool pml_early_can_tell/,/^}/ s/^	const struct ir_stmt \*stmt = .*;$/& if (stmt->op == IR_OP_await) return false;/'

# Early loads.
noticed=promela-backend/facts/early-noticed.c early=promela-backend/steps/early.c
mutant e-place $noticed early 'what the step of the load'"'"'s place shows does not count' \
	's/^			return place_shows(scan);$/			return false;/'
mutant e-shows $noticed early 'only what others write lets somebody notice a load' \
	's/    (ir_op_info\[stmt->op\].effect == IR_EFFECT_LOAD &&/    (false \&\&/'
mutant e-way $noticed early 'what is shown on the way to the load does not count' \
	's/^		if (shows_within(scan, next))$/		if (false \&\& shows_within(scan, next))/'
mutant e-rmw $noticed early 'nobody sees what a read-modify-write writes' \
	's/return effect == IR_EFFECT_RMW || /return /'
mutant e-location $early early 'two loads of one location are in any order' \
	's/= stmt->place ? is_there(step, stmt->place, early) : NULL;/= stmt->place \&\& !step ? is_there(step, stmt->place, early) : NULL;/'
mutant e-joined $early early 'an acquire that is done in its place lets earlier loads stay' \
	's/^	if (stmt->op == IR_OP_load && ir_acquires(stmt->order))$/	if (false)/'
mutant e-address promela-backend/facts/early.c early 'a load is done before its address is known' \
	's/!(pml_stmt_vars(scan->load) & ~seen->assigned))$/(scan->load || seen))/'
mutant e-later $early early 'a load that is done early holds no later one back' \
	's/drop(step, load, later_than(step, node, number));/drop(step, load, 0 * later_than(step, node, number));/'
mutant e-cas $early early 'a cas acquires with the other one of its orders' \
	's/ir_acquires(stmt->order) ? "==" : "!="/ir_acquires(stmt->order) ? "!=" : "=="/'
late_load=promela-backend/facts/late-load.c
mutant e-passed promela-backend/facts/memory.c early 'a load that passes a releasing read-modify-write does not pass the store before it' \
	's/(kernel->early_at\[i\].issue | kernel->early_at\[i\].pending))/false)/'
mutant e-again promela-backend/facts/early.c early 'a round loads at the address of the round before' \
	's/return pml_var_bit(scan->seen\[i\].stmt->dst) & scan->seen\[i\].assigned;/return 0;/'
mutant e-rounds promela-backend/facts/plan.c early 'a load of a later round is never early' \
	's/if (!pml_moves_loads(model) || /if (1 || /'
mutant e-index compiler/ir/rounds.c early 'each round has the address of the first' \
	's/\.number = (long)i }/.number = 0 }/'
mutant e-like compiler/ir/rounds.c early 'in another object, a round has its own object'"'"'s address' \
	's/if (place->kind == IR_PLACE_SLOT)/if (1)/'
mutant l-never $late_load early 'no load is late' \
	'/^static bool may_be_late/,/^}/ s/stmt->op == IR_OP_load/stmt->op == IR_OP_COUNT/'
mutant l-use $late_load early 'a late value is used before it is there' \
	'/^static bool is_needed/,/^}/ s/pml_stmt_vars(stmt) \& found/0/'
mutant l-release $late_load early 'a store that releases may come before an earlier load' \
	's/^	case IR_EFFECT_RMW: return ir_releases(stmt->order);/	case IR_EFFECT_RMW: return false;/'
mutant l-fence $late_load early 'a fence orders no late load' \
	'/^bool pml_needs_loads/,/^}/ s/^	case IR_EFFECT_FENCE:$/	case IR_EFFECT_FENCE: return false;/'
mutant l-emit $late_load early 'a load is late across an emit' \
	's/^	case IR_EFFECT_POOL: return true;/	case IR_EFFECT_POOL: return stmt->op != IR_OP_emit;/'
mutant l-acquire $late_load early 'a load that acquires may be late' \
	'/^static bool may_be_late/,/^}/ s/!ir_acquires(stmt->order)/stmt->dst/'
mutant l-place promela-backend/steps/late-load.c early 'an access to the location comes before a late load' \
	'/^static const char \*waits_at/,/^}/ s/!place ||/!place || step ||/'
mutant l-early promela-backend/steps/late-load.c early 'a load is early before a late one of its location' \
	'/^const char \*pml_may_be_early/,/^}/ s/return waiting ?/return 0 ?/'
mutant l-copy promela-backend/steps/walk.c early 'a copy begins while a load waits' \
	'/^static void wait_for_copy/,/^}/ s/node->stmt->op == IR_OP_copy ?/!node ?/'
mutant e-overlay $early early 'an overlay that was loaded early is what was stored' \
	's/^	pml_check_overlay(step, early->load, dst);$/	(void)pml_check_overlay;/'

# Regions.
regions=promela-backend/emit-region.c
mutant r-last $regions regions 'an object lies on its first line alone' \
	's/extent->last, model->objects, 1, 0/extent->first, model->objects, 1, 0/'
mutant r-fits $regions regions 'only the first line of a place decides whether it may be taken' \
	's/for (size_t i = 1; i < most; i++)/for (size_t i = most; i < most; i++)/'
mutant r-hole $regions regions 'a hole is only the lines of its first object' \
	's/x_line < %s \&\& IN_HOLE/x_line < %s \&\& false \&\& IN_HOLE/; s/x_line > %s \&\& IN_HOLE/x_line > %s \&\& false \&\& IN_HOLE/'
mutant r-hole-taken $regions regions 'what was taken must satisfy the condition again' \
	's/" || taken_by_%s\[a_line\]"/" || (taken_by_%s[a_line] \&\& false)"/'
mutant r-hole-stop promela-backend/steps/walk.c regions 'mutators keep their holes when they are stopped' \
	's/if (ir_has_holes(step->model->spec))/if (!step)/'
mutant r-hole-end promela-backend/steps/act.c regions 'workers keep their holes when a cycle ends' \
	's/if (ir_has_holes(act->model->spec))/if (!act)/'
mutant r-hole-whose promela-backend/steps/moving.c regions 'workers take holes for mutators' \
	's/PML_DO(code, worker_takes_hole/PML_DO(code, mutator_takes_hole/'
mutant r-mutators promela-backend/facts/moving.c regions 'mutators allocate on any line' \
	's/and_in_space(model, cell, NULL, "mutators"))/"")/'
mutant r-free promela-backend/steps/op.c regions 'a line is freed up to its last object' \
	'/^void pml_op_free_region/,/^}/ s/i < model->objects;/i + 1 < model->objects;/'
mutant r-block promela-backend/steps/walk.c regions 'a loop over the objects of a block visits those of all blocks' \
	'/^static const char \*is_passed_over/,/^}/ s/if (!in)/if (in || !in)/'
mutant r-metadata promela-backend/steps/life.c regions 'a new object resets metadata of a line' \
	's/if (!spec->metas\[i\]->region)/if (i + 1)/'

mutant c-lines runtime/src/gcrt-region.c c-regions 'an object lies on its first line alone' \
	'/^uintptr_t gcrt_last_region/,/^}/ s/gcrt_last_granule(gc_ref_value(o))/gc_ref_value(o)/'
mutant c-across runtime/src/gcrt-region.c c-regions 'a line is freed without the object that begins before' \
	'/^void gcrt_free_region/,/^}/ s/if ((across = claim_across(.*)))/if ((across = 0))/'
mutant c-line-free runtime/src/gcrt-region.c c-regions 'of a line only the first object is freed' \
	'/^static size_t free_word/,/^}/ s/mine = gcrt_bytes_behind(mine, n);/mine = 0;/'
mutant c-fits c-backend/emit-region.c c-regions 'an allocation takes any line' \
	's/if (c->spec->placing)/if (c->spec->placing \&\& !c->smallest)/'
mutant c-region-init c-backend/emit-region.c c-regions 'regions have metadata 0 at the start' \
	's/cgen_region_shift(meta->region), meta->init);/cgen_region_shift(meta->region), meta->init * 0);/'

# Spaces.
copied=promela-backend/steps/copied.c
mutant o-shape $copied model 'an object has its slots although something lies over it' \
	'/^void pml_check_overlaid/,/^}/ s/if (overlay)/if (overlay \&\& !code)/'
mutant o-read $copied model 'an overlay may be loaded at any time' \
	'/^void pml_check_overlay(/,/^}/ s/effect == IR_EFFECT_LOAD/effect > IR_EFFECT_LOAD + 100/'
mutant o-null $copied model 'null may be stored over an object' \
	'/^void pml_check_overlay(/,/^}/ s/"%s == NIL%s", value, told/"%s < -9%s", value, told/'
mutant o-like promela-backend/steps/moving.c model 'an object like one over which something lies is allocated' \
	's/pml_check_overlaid(code, like, where);//'
moving=promela-backend/facts/moving.c
mutant s-swap promela-backend/steps/effects.def spaces 'two spaces get one name' \
	'/^EFFECT(swap_spaces/,/^    / s/; \$second\$ = x_object//'
mutant s-running promela-backend/steps/moving.c spaces 'spaces are exchanged while mutators run' \
	's/const char \*text = "!ALL_STOPPED";/const char *text = "false";/'
mutant s-looked promela-backend/steps/moving.c spaces 'spaces are exchanged while other units look at them' \
	's/%s || units_%s > %d/%s || units_%s > %d + 100/'
mutant s-own promela-backend/steps/moving.c spaces 'a unit that exchanges spaces is in its own way' \
	's/kernel == step->kernel);/kernel == step->kernel \&\& false);/'
mutant s-alloc $moving spaces 'an alloc takes a cell of the first space' \
	's/space ? space : spec->spaces\[0\]/spec->spaces[0]/'
mutant s-mutators $moving spaces 'mutators allocate in any space' \
	's/and_in_space(model, cell, NULL, "mutators"))/"")/'
mutant s-room $moving spaces 'there is room if another space has some' \
	's/%s && !(!live\[%zu\]%s)", text, i,/%s \&\& live[%zu] %.0s", text, i,/'
mutant s-alike $moving spaces 'cells of different spaces are alike' \
	's/pml_space_of_cell(model, i) != pml_space_of_cell(model, cell)/false/'
mutant s-free promela-backend/steps/op.c spaces 'a space is freed up to its last object' \
	'/^void pml_op_free_space/,/^}/ s/i < model->objects;/i + 1 < model->objects;/'
mutant s-checks promela-backend/facts/reads.c spaces-fold 'properties are not checked after an exchange' \
	'/case IR_IN_SPACE:/,/break;/ s/if (model->swaps_spaces)/if (!model->swaps_spaces)/'
mutant s-fill promela-backend/facts/fold-openings.c spaces-fold 'a bucket whose fill lists objects opens at once beside the freeing of a space' \
	's/if ((ir_frees(kind->kernel.body) ||/if ((ir_has(kind->kernel.body, IR_OP_free) ||/'

# Objects that slide.
sliding=promela-backend/steps/sliding.c
mutant k-order $sliding slides 'there is no place after the first' \
	's/^	pml_advance(step->code, "x_place");$/	;/'
mutant k-space $sliding slides 'places are in the first space' \
	's/if (model->spec->space_count)/if (false)/'
mutant k-beside $sliding slides 'places are computed while other units run' \
	's/units_%s > %d)/units_%s > %d + 100)/'
mutant k-closed $sliding slides 'places are not computed while units wait for their buckets' \
	's/(open_%s \&\& units_%s/((open_%s || true) \&\& units_%s/'
mutant k-stopped $sliding slides 'places are computed while mutators run' \
	's/const char \*text = "!ALL_STOPPED";/const char *text = "false";/'
mutant k-live $sliding slides 'an object is moved to a cell that has one' \
	's/(%s != %s \&\& live\[%s\])/(%s != %s \&\& live[%s] \&\& false)/'
mutant k-runs $sliding slides 'an object is moved while mutators run' \
	's/"!ALL_STOPPED || %s == NIL/"%s == NIL/'
mutant k-stays $sliding slides 'an object that stays keeps its metadata' \
	's/^	PML_DO(code, renew, .cell = to);$/	;/'
mutant k-free promela-backend/emit-layout.c slides 'the cell that an object has left is not free' \
	's/^	gd_out_line(out, "free_cell(a_from)");/	gd_out_line(out, "skip");/'
mutant k-words promela-backend/emit-layout.c slides 'words do not move' \
	's/"mem_poke(AT_%s(a_to), mem_peek(AT_%s(a_from)));"/"skip; \/\/ %s %s"/'
mutant k-origin promela-backend/support/origin.pml slides 'an object that moves is another one' \
	'/^inline origin_move/,/^}/ s/origin\[a_to\] = origin\[a_from\]/origin[a_to] = NO_ORIGIN/'
mutant k-alike $moving slides 'of free cells the first is taken, where their order counts' \
	's|model->order_counts = .*|model->order_counts = model->spec->region_count;|'
mutant k-sets promela-backend/facts/folds.c slides-fold 'units that would do nothing are left out beside places' \
	's/!model->late_workers \&\& !model->slides \&\&/!model->late_workers \&\&/'

# Stores of workers.
windows=promela-backend/steps/window.c
mutant l-lock $windows pso 'a lock of the runtime orders nothing' \
	's/^	perform_all(step);$/	;/'
mutant l-forward promela-backend/steps/op.c tso 'a unit does not find its own store' \
	'/^void pml_op_load/,/^}/ s/\.who = step->who/.who = "COLLECTOR"/'
mutant l-orphan promela-backend/emit-late.c tso 'no worker has what a unit leaves in its window' \
	's/worker_is\[a_window - 1\] = a_kind + 2"/worker_is[a_window - 1] = 0"/'
mutant l-kept promela-backend/emit-late.c pso 'a unit is handed over before the stores before its emit' \
	's/WHEN(x_entry > 0, %s++);/WHEN(x_entry > MEM_WINDOW, %s++);/'
mutant l-parked $windows pso 'workers that have been parked still hold back stores' \
	's/drained |= (unsigned long)pml_says_drained/drained |= 0 * (unsigned long)pml_says_drained/
	s/"(worker_is\[x_worker\] > 1 \&\& %s)/"(false \&\& %s)/'
mutant l-order promela-backend/support/memory-buffers.pml tso 'stores of a window are in no order' \
	's/#define MEM_WAITS_FOR(who, j, i) ((i) < (j) .. rule: plain-in-order ..)/#define MEM_WAITS_FOR(who, j, i) (false)/'

# Most general clients.
client=promela-backend/emit-client.c
mutant c-last $client client 'a client never loads the last slot' \
	'/^void pml_client_options/,/^}/ s/to < c\.roots; to++/to < c.roots \&\& slot + 1 < model->slots; to++/'
mutant c-second $client client 'the roots of the second mutator begin with null' \
	'/^static void choose_roots/,/^}/ s/j < c\.roots/!mutator \&\& j < c.roots/'
mutant c-words $client client 'data words never begin with their last value' \
	'/^static void choose_value/,/^}/ s/v < model->scenario->client->word_value_count/v + 1 < model->scenario->client->word_value_count/'
mutant c-values $client client 'metadata never begin with their last value' \
	'/^static void choose_value/,/^}/ s/value <= what->type.high/value < what->type.high/'
mutant c-holds promela-backend/steps/operation.c client 'an allocation of a client leaves what its root holds' \
	'/^void pml_begin_allocate/,/^}/ s/if (model->scenario->client)/if (false)/'
mutant c-receives promela-backend/steps/client.c client 'no mutator of a client gives what a root holds' \
	'/^bool pml_client_gives/,/^}/ s/return giver != c->mutator/return false \&\& giver != c->mutator/'
mutant c-order promela-backend/facts/moving.c client 'the first heap has objects in the order in which they are found' \
	's/model->order_counts = .*/model->order_counts = model->cells_differ;/'

# Policies.
asked=promela-backend/facts/policy.c
mutant p-last promela-backend/emit-option.c asking 'a policy never has its last answer' \
	's/i < ir_policy_values(ask->policy)/i + 1 < ir_policy_values(ask->policy)/'
mutant p-freed promela-backend/steps/policy.c asking 'a policy may be asked about a freed object' \
	's/kind == IR_REF/kind == IR_SLOT/'
mutant p-once promela-backend/facts/moving.c asking 'two questions of a step have one answer' \
	's/ || stmt->op == IR_OP_ask;/;/'
mutant p-ghost $asked asking 'a ghost is set with the access after the question' \
	's/ghost_count == 0/ghost_count < 999/'
mutant p-claims promela-backend/emit-process.c asking-fold 'a unit that asks first has an old answer' \
	'/kernel->places.at\[0\], &choice/d'

rm -f mutated
[ "$seconds" -gt 0 ] && [ "$survived" -eq 0 ] && rm -rf "$folder"
exit $((survived > 0))
