#!/bin/sh
# mutants.sh [SECONDS] [NAME…]: stress.sh finds mistakes that are put into the runtime, each
# alone, within SECONDS (default 120).  Says which run found it, and how many had passed.
# It takes about ten minutes; `make check' only looks whether each can still be put there: with
# 0 SECONDS nothing is built.
set -u
: "${top_srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
: "${top_builddir:=.}"
: "${GCDSL:=./gcdsl}"
export top_srcdir top_builddir GCDSL
seconds=${1:-120}
[ $# -eq 0 ] || shift
only=$*
folder=$PWD/stress-mutants
survived=0
[ "$seconds" -eq 0 ] || mkdir -p "$folder"

# mutant NAME FILE COLLECTOR KIND WHAT SED-SCRIPT
mutant () {
	case " $only " in '  ' | *" $1 "*) ;; *) return ;; esac
	if [ "$seconds" -eq 0 ]; then
		sed "$6" "$top_srcdir/runtime/src/$2" | cmp -s - "$top_srcdir/runtime/src/$2" || return
		echo "not made  $1: $5"
		survived=$((survived + 1))
		return
	fi
	base=$folder/right here=$folder/$1 source=$top_srcdir/runtime/src
	# Parts that the mistake is not in are built once.
	[ -e "$base/$4/stress-$3" ] ||
		sh "$top_srcdir/tests/stress/build.sh" "$base" "$4" "$3" || exit 2
	rm -rf "$here"
	mkdir -p "$here/src" "$here/$4"
	cp -R "$base/$4/runtime" "$base/$4/$3" "$here/$4/"
	cp "$source"/* "$here/src"
	sed "$6" "$source/$2" >"$here/src/$2"
	if cmp -s "$source/$2" "$here/src/$2"; then
		echo "not made  $1: $5"
		survived=$((survived + 1))
		return
	fi
	rm "$here/$4/runtime/${2%.c}.o"
	if RUNTIME=$here/src sh "$top_srcdir/tests/stress/stress.sh" -t "$seconds" -r 2 -x 40 -s 1 \
		-k "$4" -c "$3" -p 'stress gcbench lisp' -o "$here" >"$here/output" 2>&1; then
		echo "SURVIVED  $1: $5"
		survived=$((survived + 1))
	elif grep -q '^stress: FAILED' "$here/output"; then
		echo "found     $1: $5; after $(grep -c '^ok' "$here/runs") runs, by" \
			"$(grep -m 1 -vE '^(ok|full)' "$here/runs" | cut -d ' ' -f 1-7)"
	else
		echo "not built $1: $5; see $here/output"
		survived=$((survived + 1))
	fi
}

mutant barrier gcrt-phase.c satb sanitized 'the view of one mutator is not written: its barrier stays off' \
	'/^void gcrt_see_phases/,/^}/ s/	gcrt_store(&m->view/	if (m->next) gcrt_store(\&m->view/'
mutant join gcrt-world.c satb sanitized 'a joining thread is not waited for when mutators stop' \
	'/^void gcrt_world_add/,/^}/ s/^	world->mutators = m;$/	(void)0;/'
mutant join-runs gcrt-world.c stw plain 'who becomes active does not wait for the end of a stop' \
	's/^#define is_stopped(it).*/#define is_stopped(it) (!(it))/'
mutant early gcrt-space.c stw sanitized 'a cell that lives is on a list of free cells' \
	'/^static size_t thread_cells/,/^}/ s/if (gcrt_load(byte, acquire) ||/if ((at \/ bytes % 61 \&\& gcrt_load(byte, acquire)) ||/'
mutant wakeup-resume gcrt-world.c satb plain 'who waits for the end of a stop is not woken' \
	'/^void gcrt_world_resume/,/^}/ s/gcrt_cond_broadcast/(void)/'
mutant wakeup-stop gcrt-world.c ragged plain 'who stops mutators is not woken when the last has come' \
	'/^static void end_running/,/^}/ s/(world->stopping || world->pauses)/world->pauses/'
mutant wakeup-end gcrt-releaser.c stw plain 'who waits for the end of a cycle is not woken' \
	's/gcrt_cond_broadcast(&\(step\.\)*s->cycle_ended)/(void)0/'
mutant wakeup-work gcrt-queues.c satb plain 'parked workers do not hear of units that are published' \
	'/^static void announce/,/^}/ s/gcrt_cond_signal(&s->work)/(void)0/'
mutant handshake gcrt-world.c ragged plain 'who becomes active is not told of a unit that waits for it' \
	'/^static void begin_running/,/^}/ s/gcrt_units_wait_for_mutators(&m->heap->scheduler) ? GCRT_POLL_HANDSHAKE : 0/0/'
mutant view gcrt-handshake.c ragged sanitized 'a handshake does not bring the view of its mutator up to date' \
	'/^static void run_own/,/^}/ s/gcrt_begin_handshake(m)/(void)m/'
mutant packet gcrt-queues.c satb sanitized 'of the packets of a mutator that leaves, one is lost' \
	'/^void gcrt_publish_all/,/^}/ s/if (worker->out\[q\]->used \&\& /if (worker->out[q]->used == 3) worker->out[q]->used = 0; else &/'
mutant flush gcrt-heap.c satb sanitized 'a mutator becomes inactive with units in its buffers' \
	'/^void gc_deactivate(/,/^}/ s/gcrt_rest(m)/(void)0/'
mutant stop gcrt-world.c satb sanitized 'stopping does not wait for the last mutator' \
	's/^	while (world->running\([ )]\)/	while (world->running > 1\1/'
mutant black gcrt-space.c satb sanitized 'new cells do not get the marks of new objects' \
	'/^static inline void act_set_metadata/,/^}/ s/gcrt_store(.*/(void)cell;/'
mutant dirty gcrt-space.c stw plain 'cells are not zeroed' \
	'/^static inline void act_clear_slots/,/^}/ s/zero_cell(.*/(void)cell;/'
mutant leak gcrt-space.c stw plain 'cells that are given back are not counted' \
	'/^static void disown/,/^}/ s/record->live -= (uint32_t)count/(void)count/'
[ "$survived" -eq 0 ]
