#!/bin/sh
# explored.sh: the runtime as it is, under every schedule of small programs (explored/*.c); and with the
# mistakes of other schedulers, each of which a schedule shows.  doc/runtime.md, "Every schedule".
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v gcc > /dev/null || tap_plan skip 'gcc is not installed'
[ "${SANITIZE:-no}" = no ] || tap_plan skip 'a sanitizer does not know the stacks of tasks'
gcexplore=$(cd "${top_builddir:=.}" && pwd)/gcexplore
sources=$(cd "$top_srcdir" && pwd)
programs=$sources/runtime/tests/explored
tap_scratch

# In short tests compiling takes longer than exploring.
if tap_all; then optimised=-Og; else optimised=-O0; fi

# compile FILE… [OPTION…], in the current folder.
compile () {
	# shellcheck disable=SC2046 # several flags
	gcc -std=gnu11 $optimised -w $("$gcexplore" --flags) -g0 -D_GNU_SOURCE -DGCRT_PACKET_WORDS=32 \
		-DGCRT_TABLE_WORD=explored_table_word \
		-DGC_EMBEDDER='"test-embedder.h"' -DGC_ATTRS='"plain-attrs.h"' -I"$sources/runtime/src" \
		-I"$sources/runtime/api" -I"$sources/runtime/tests" -I"$sources/explore" -c "$@"
}
mkdir sound
(cd sound && compile "$sources"/runtime/src/*.c) && status=0 || status=$?
tap_is 'the runtime compiles' "$status" 0

# link FILE CASE WORKERS OBJECT…: makes the program explored.so.  CASE may be several words.  Each
# program is compiled once.
link () {
	object=$(printf '%s-%s-%s.o' "$1" "$2" "$3" | tr ' ' -)
	# shellcheck disable=SC2046
	[ -e "$object" ] ||
		compile "$programs/$1.c" $(printf ' -D%s' $2) "-DWORKERS=$3" -o "$object" || return 1
	shift 3
	# shellcheck disable=SC2046
	gcc "$@" "$object" $("$gcexplore" --link-flags) -o explored.so
}

# Whether to explore what takes minutes, as make explore-pool has it.
takes_minutes () {
	[ "${GCDSL_POOL:-}" = all ]
}

# field WORD: the number before the word in what the explorer has printed.
field () {
	sed -n "s/.*[ :]\([0-9.]*\) $1.*/\1/p" out | tail -n 1
}

# scenario FILE CASE WORKERS VERDICT [OPTION…]: VERDICT is `verified', or what has cut it off.
scenario () {
	file=$1 case=$2 workers=$3 wanted=$4
	shift 4
	if ! link "$file" "$case" "$workers" sound/*.o 2> out; then
		tap_not_ok "$file $case compiles" "$(cat out)"
		return
	fi
	timeout 1200 "$gcexplore" "$@" explored.so > out 2>&1
	name=$(printf '%-10s %-10s %s workers %-15s %8s executions %7s s  %s' "$file" "$case" \
		"$workers" "$*" "$(field complete)" "$(field s)" "$(sed -n '$s/:.*//p' out)")
	if grep -e "^$wanted" out > /dev/null; then
		tap_ok "$name"
	else
		tap_not_ok "$name" "$(cat out)"
	fi
}

# change FILE SED: makes the objects of the runtime with this mistake.  Fails if the FILE stays as it is.
change () {
	rm -rf mutated objects
	mkdir mutated objects
	sed "$2" "$sources/runtime/src/$1" > "mutated/$1"
	! cmp -s "mutated/$1" "$sources/runtime/src/$1" || return 1
	case $1 in
	*.c) ;;
	*) (cd "$sources/runtime/src" && grep -l "$1" ./*.c) | while read -r user; do
		cp "$sources/runtime/src/$user" mutated
	done ;;
	esac
	cp sound/*.o objects && (cd objects && compile ../mutated/*.c)
}

# mutant BUG FILE SED PROGRAM CASE WORKERS SAYS [OPTION…]: the mistake SED in FILE of the runtime is
# found, and SAYS is what the explorer reports.
mutant () {
	bug=$1 file=$2 change=$3 program=$4 case=$5 workers=$6 says=$7
	shift 7
	if ! { change "$file" "$change" && link "$program" "$case" "$workers" objects/*.o; } 2> out; then
		tap_not_ok "$bug" "$change changes nothing in $file, or what does not compile" "$(cat out)"
		return
	fi
	timeout 120 "$gcexplore" --seconds=60 "$@" explored.so > out 2>&1 && status=0 || status=$?
	name=$(printf 'mutant: %-58s %-10s %-10s %s workers, found after %5s executions %6s s' "$bug" \
		"$program" "$case" "$workers" "$(field complete)" "$(field s)")
	if [ "$status" -eq 1 ] && grep -e "$says" out > /dev/null; then
		tap_ok "$name"
	else
		tap_not_ok "$name" "exit status $status, wanted: $says" "$(cat out)"
	fi
}

# ------------------------------------------------------------------------------- scenarios
scenario packets BARE 2 verified
scenario buffers ASKED 2 verified
scenario handshakes EXIT 1 verified
scenario handshakes POLLS 1 verified
scenario cycles DURING 1 verified
scenario frees TWICE 1 verified
scenario frees LINES 1 verified
scenario frees REUSED 1 verified
if tap_all; then
	scenario packets OWN 2 verified
	scenario handshakes AWAY 1 verified
	scenario handshakes REST 1 verified
	scenario cycles STOP 1 verified
	scenario cycles SHUTDOWN 1 verified
	scenario packets HAND 2 verified
	scenario packets PAIR 2 verified
	scenario packets ONE 2 verified
	scenario packets FILL 2 verified
	scenario packets SPLIT 2 verified
	scenario packets BARE 3 verified
	scenario packets BARE 2 verified --spurious=1
	scenario packets BARE 2 verified --memory=tso
	scenario buffers ADDS 1 verified
	scenario buffers ASKED 3 verified
	scenario handshakes JOIN 1 verified
	scenario handshakes POLLS 2 verified
	scenario cycles STOP 2 verified
	scenario cycles STOP 1 verified --spurious=1
	scenario cycles SHUTDOWN 2 verified
	scenario packets 'OWN ALONE' 3 verified
fi
if takes_minutes; then
	scenario packets 'HAND ALONE' 3 verified
	scenario packets 'FILL ALONE' 3 verified
	scenario packets 'PAIR ALONE' 3 verified
	scenario packets 'SPLIT ALONE' 3 verified
	scenario packets 'ONE ALONE' 3 verified
	scenario packets HAND 3 'executions with more than 2 preemptions' --preemptions=2
	scenario cycles TWO 1 verified
	scenario cycles TWO 2 'executions with more than 1 preemptions' --preemptions=1
	scenario buffers ADDS 2 'executions with more than 2 preemptions' --preemptions=2
fi

# --------------------------------------------------------------------------------- mutants
# The numbers are those of issues of MMTk, whose scheduler works with packets, too.
parking=gcrt-workers.c
all_parked='s->parked == s->worker_count \&\& !s->helping'
mutant 'a bucket opens while others run units (#507)' $parking \
	"s/if ($all_parked)/if (!s->helping)/" packets HAND 2 'assertion\|data race'
mutant 'who adds units wakes nobody (#619)' gcrt-queues.c \
	'/^static void announce/,/^}/ s/gcrt_cond_signal(&s->work);/;/' buffers ASKED 1 'wait'
mutant 'a unit for a mutator wakes no worker (#793)' gcrt-handshake.c \
	'/^void gcrt_offer_handshakes/,/^}/ s/gcrt_cond_broadcast(&s->work);//' \
	handshakes AWAY 1 'no task can go on'
mutant 'an object is claimed in two steps' gcrt-region.c \
	's/gcrt_cas(begins, is, is | GCRT_OBJECT_CLAIMED, acq_rel, relaxed) == is/(gcrt_store(begins, is | GCRT_OBJECT_CLAIMED, relaxed), 1)/' \
	frees TWICE 1 'failed:'
mutant 'who frees a line takes what others have claimed' gcrt-region.c \
	's/mine\[i\] = is\[i\] \&\& claim((uint8_t \*)begins + i)/mine[i] = is[i]/' frees LINES 1 'failed:'
mutant 'what goes on on a line is claimed without the lock' gcrt-region.c \
	'/^static uintptr_t claim_across/,/^}/ s/gcrt_mutex_[a-z]*(&space->lock);//' frees REUSED 1 'failed:'
tap_rest
mutant 'a wake-up without a signal opens buckets (#770, #778)' $parking \
	's/gcrt_cond_wait(&s->work, &s->lock);/{ & if (!gcrt_work_waits(s)) gcrt_last_to_park(s, worker); }/' \
	packets HAND 2 "assertion\|data race" --spurious=1
mutant 'all park before a bucket that is open and has units (#792)' $parking \
	's/if (gcrt_work_waits(s) || s->to_verify || is_over(s))/if (s->to_verify || is_over(s))/' \
	packets BARE 1 'no task can go on'
mutant 'two workers free one object, and none claims it' gcrt-region.c \
	's/return is \&\& !(is \& GCRT_OBJECT_CLAIMED) \&\&/return 1 ||/' frees TWICE 1 'failed:'
mutant 'an object that has been freed is claimed' gcrt-region.c 's/return is \&\& !(is/return !(is/' frees TWICE 1 'failed:'
mutant 'what seems to go on on a line is freed' gcrt-region.c 's/!goes_on_to(at, region) || //' frees REUSED 1 'failed:'
mutant 'one of those who wait for an end is woken (#793)' gcrt-releaser.c \
	'/^static void act_note_end/,/^}/ s/broadcast/signal/' cycles TWO 1 'no task can go on'
mutant 'a bucket is drained before it opens (#758, #759)' gcrt-machine.def \
	's/^STATE(drained, bucket, has_opened(it) && /STATE(drained, bucket, /' packets HAND 2 'assertion'
mutant 'a unit runs before its bucket opens (#758)' $parking \
	'/^static struct gcrt_packet .take_own/,/^}/ s/!gcrt_queue_is_open(s, q) || //' \
	packets HAND 2 'assertion'
mutant 'a bucket closes on units that a mutator is adding (#1554)' gcrt-states.c \
	's/bool have = gcrt_buffers_have(s, queues);/bool have = false;/' buffers ADDS 1 'assertion'
mutant 'a worker parks with units in hand' $parking \
	'/^static struct gcrt_packet .park/,/^}/ s/gcrt_publish_all(s, worker);//' packets PAIR 2 'assertion\|data race'
mutant 'a bucket opens while a mutator runs units' $parking \
	's/ && !s->helping)/)/' handshakes POLLS 1 'assertion\|data race' --spurious=1
mutant 'a request wakes nobody' gcrt-request.c \
	'/^static void act_set_requested/,/^}/ s/gcrt_cond_signal(&point.s->work);//' \
	packets BARE 2 'no task can go on'
mutant 'the end of a cycle uses requests up' gcrt-machine.def \
	's/DO(use_up_request) DO(set_running)/DO(set_running)/; s/DO(end_buckets) DO(end_intervals)/DO(use_up_request) &/' \
	cycles DURING 1 'no task can go on'
mutant 'one worker is told to stop' $parking \
	'/^void gcrt_stop_workers/,/^}/ s/broadcast/signal/' cycles SHUTDOWN 2 'no task can go on'
mutant 'a mutator that rests tells nobody' gcrt-world.c \
	'/^static void end_running/,/^}/ s/gcrt_cond_broadcast(&world->stopped);/;/' \
	cycles STOP 1 'no task can go on'
mutant 'who stops mutators believes a wake-up' gcrt-world.c \
	's/while (world->running)/if (world->running)/' cycles STOP 1 'data race' --spurious=1
mutant 'who waits for a cycle believes a wake-up' gcrt-request.c \
	's/while (s->ended_of\[ticket.cycle\] < ticket.number)/if (s->ended_of[ticket.cycle] < ticket.number)/' \
	packets BARE 2 'assertion\|data race' --spurious=1
mutant 'a mutator that goes on does not look for units' gcrt-world.c \
	's/(gcrt_units_wait_for_mutators(.*GCRT_POLL_HANDSHAKE : 0)/0/' handshakes REST 1 'wait'
mutant 'a mutator is not asked for its units' gcrt-buffers.c \
	'/^void gcrt_deal(/,/^}/ s/GCRT_POLL_HANDSHAKE/0/' handshakes POLLS 1 'wait'
mutant 'a mutator rests with units in its buffer' gcrt-machine.def \
	'/is about to leave",/,/;/ s/DO(flush_buffers)//' buffers ADDS 1 'no task can go on'
mutant 'a packet is divided, and none of it given away' $parking \
	'/^static void split/,/^}/ s/packet->used -= give;//' packets SPLIT 2 'no block'
mutant 'packets are taken from a queue without the lock' $parking \
	'/^static void share/,/^}/ s/gcrt_mutex_\(un\)*lock(&s->lock);//' packets SPLIT 2 'data race'
mutant 'a bucket opens when two of three workers have parked' $parking \
	"s/if ($all_parked)/if (s->parked >= 2 \\&\\& !s->helping)/" packets 'HAND ALONE' 3 'assertion\|data race'
mutant 'a limit of a kind is not kept' gcrt-queues.c \
	's/return !limit || running < limit;/return true;/' packets ONE 2 'assertion\|data race'
tap_done
