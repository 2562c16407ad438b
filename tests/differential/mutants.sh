#!/bin/sh
# mutants.sh [SECONDS] [NAME…]: the net finds mistakes that are put into the backends, each alone,
# within SECONDS of random specifications (default 120).  Says how many it took.
# All take about half an hour; `make check' only looks whether each can still be put there: with 0
# SECONDS nothing is built.
set -u
: "${top_srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
seconds=${1:-120}
[ $# -eq 0 ] || shift
only=$*
folder=$PWD/differential-mutants
survived=0

# prepare: a copy of the sources, built once; each mutant is built into it and taken out again.
prepare () {
	[ ! -e "$folder/made" ] || return 0
	rm -rf "$folder"
	mkdir -p "$folder/source"
	(cd "$top_srcdir" && git ls-files -z | tar --null -T - -c) | tar -x -C "$folder/source" &&
		build && : >"$folder/made"
}
build () {
	(cd "$folder/source" && export GCDSL_NO_DEPS=1 && { [ -e configure ] || ./bootstrap; } &&
		make all && cd build && make tests/differential/differential \
		tests/differential/libdriver.a libgcdsl-runtime.a) >"$folder/build.log" 2>&1
}

# net ARGUMENT…: the net on the mutant; has it found a difference?
net () {
	# shellcheck disable=SC2086 # words
	(cd "$folder" && rm -rf run && top_srcdir=$folder/source timeout $((seconds + 1)) \
		"$folder/source/build/tests/differential/differential" $leg "$@") >"$folder/run.log" 2>&1
	grep -qE '(^|[^0-9])[1-9][0-9]* different|: different' "$folder/run.log"
}

# found LEG: random specifications until one differs, or time is over; then those that are known.
found () {
	case $1 in
	c) leg='-c 10 -v 0' longer='-c 80 -v 0' known='known-c' ;;
	model) leg=-e longer=-e known='known-semantics known-c' ;;
	esac
	end=$(($(date +%s) + seconds)) seed=1 specifications=0
	while [ "$(date +%s)" -lt "$end" ]; do
		net -s "$seed" -n 20 -j 2 -q 0 -d run && {
			by="specification $((specifications + 1)) to $((specifications + 20))"
			return 0
		}
		seed=$((seed + 1)) specifications=$((specifications + 20))
	done
	leg=$longer    # some show it in few of their runs
	# shellcheck disable=SC2086 # words
	for by in $(cd "$top_srcdir/tests/differential" && for name in $known; do echo $name/*.gc; done); do
		net "$top_srcdir/tests/differential/$by" &&
			by="$by, after $specifications random ones" && return 0
	done
	return 1
}

# mutant NAME FILE LEG WHAT SED-SCRIPT
mutant () {
	case " $only " in '  ' | *" $1 "*) ;; *) return ;; esac
	sed "$5" "$top_srcdir/$2" >mutated
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

# What both backends expand: only the explorer can tell.
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
mutant join $table c 'a mutator that joins does not see the phases' \
	'/^RULE(join,/,/)$/ s/DO(see_phases)//'
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
mutant use-stop $table model 'to stop mutators that are stopped is no mistake' \
	'/^MISTAKE(stop,/,/)$/ s/stop_asked(it)/stop_asked(it) \&\& !stop_asked(it)/'

# The C.
states=runtime/src/gcrt-states.c releaser=runtime/src/gcrt-releaser.c
mutant c-flush runtime/src/gcrt-life.c c 'a mutator that becomes inactive keeps its buffers' \
	'/^static void act_flush_buffers/,/^}/ s/else if (.*/else if (!m) {/'
mutant c-empty $states c 'every bucket is empty' \
	'/^bool gcrt_none_pending/,/^}/ s/return false/return true/'
mutant c-request $releaser c 'a request is not used up' \
	'/^static void act_use_up_request/,/^}/ s/step.s->requested &=.*/(void)step;/'
mutant c-opened $releaser c 'a bucket of the next cycle has opened already' \
	'/^static void act_forget_opening/,/^}/ s/step.s->opened &=.*/(void)step;/'
mutant c-fill $releaser c 'no fill runs' \
	'/^static void act_run_fill/,/^}/ s/if (!fill)/if (fill || !fill)/'
mutant c-intervals $releaser c 'an interval that is on when its cycle ends stays on' \
	'/^static void act_end_intervals/,/^}/ s/gcrt_in_phase(step.s, p)/false/'
mutant c-see runtime/src/gcrt-handshake.c c 'a handshake does not bring the view of phases up to date' \
	'/^static void run_own/,/^}/ s/gcrt_begin_handshake(m)/(void)m/'
mutant c-mutators runtime/src/gcrt-kernel.c c 'a loop over mutators leaves the first out' \
	'/^struct gc_mutator \*gcrt_first_mutator/,/^}/ s/return first ? first/return first \&\& first->next ? first->next/'
mutant c-phase runtime/src/gcrt-phase.c c 'a kernel does not end a phase' \
	'/^void gcrt_end_phase/,/^}/ s/phase, false/phase, true/'
mutant c-not c-backend/emit-expr.c c 'not null is null, and null is not' '/^static const char \*equality/,/^}/ s/e->kind == IR_NE/e->kind == IR_EQ/'
mutant c-whenever c-backend/emit-tables.c c 'a bucket that opens whenever opens once' \
	's/\.whenever = true/.whenever = false/'

# The models.
machine=promela-backend/emit-machine.c steps=promela-backend/emit-act.c
mutant m-buffers $machine model 'drained does not look into buffers' \
	's/"%s%swaiting_%s == 0"/"%s%swaiting_%s >= 0"/'
mutant m-empty $machine model 'every bucket is empty' 's/"%s%sunits_%s == busy_%s"/"%s%sunits_%s >= busy_%s"/'
mutant m-cycles $machine model 'every bucket takes part in the cycle that runs' \
	'/^const char \*pml_runs_any/,/^}/ s/if (!bucket || .*/if (bucket || !bucket)/'
mutant m-request $steps model 'a request is not used up' \
	'/^static void act_use_up_request/,/^}/ s/requested_%s = false/requested_%s = true/'
mutant m-opened $steps model 'a bucket of the next cycle has opened already' \
	'/^static void act_forget_opening/,/^}/ s/opened_%s = false/opened_%s = true/'
mutant m-intervals $steps model 'an interval that is on when its cycle ends stays on' \
	'/^static void act_end_intervals/,/^}/ s/set_%s(0);/skip;/'
mutant m-fill $steps model 'no fill runs' \
	'/^static void act_run_fill/,/^}/ s/pml_inline_list(&step, bucket->fill.body);/(void)step;/'
mutant m-see promela-backend/emit-life.c model 'mutators never see phases at a handshake or stop' \
	'/^static void act_see_phases/,/^}/ s/"see_phases();"/"skip;"/'
mutant m-room promela-backend/emit-process.c model 'at most n is at most n + 1' \
	'/^static const char \*has_room/,/^}/ s/busy_%s < %ld", kind->name, kind->at_most/busy_%s <= %ld", kind->name, kind->at_most/'
mutant m-flush promela-backend/emit-life.c model 'mutators keep their buffers' \
	'/^static void act_flush_buffers/,/^}/ s/"flush_mutator();"/"skip;"/'
mutant m-shut promela-backend/emit-unit.c model 'a bucket that opens whenever stays open after its last unit' \
	'/^static void close_drained/,/^}/ s/bucket->opening != IR_WHENEVER/bucket/'

rm -f mutated
[ "$seconds" -gt 0 ] && [ "$survived" -eq 0 ] && rm -rf "$folder"
exit $((survived > 0))
