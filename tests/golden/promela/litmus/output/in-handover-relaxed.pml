/* Made by gcdsl: do not edit.
 *
 * litmus handover, memory relaxed
 *
 * Each error that pan finds is another outcome of the test, and its trail is the
 * first run to it.  By hand, with its support files beside it:
 *   spin -a in-handover-relaxed.pml
 *   cc -DSAFETY -DNOFAIR -o pan pan.c && ./pan -E -e -c0
 *   ./pan -r in-handover-relaxed.pml1.trail      (shows a run as lines that begin with @) */

#define AT_x 0
#define AT_flag 1
#define LOCATIONS 2
#define MEM_TYPE byte
#define MEM_INITIAL { 0, 0 }
#define MEM_THREADS 2
#define MEM_MODEL_RELAXED
#define MEM_WINDOW 3
#define MEM_SPLIT
#define MEM_PERFORMED(who, at, value) printf("@ performed at=%d value=%d\n", at, value)
#define MEM_ANSWERED(who, at, value) printf("@ answered at=%d value=%d\n", at, value)
#define ANSWER_THREADS 2
#define ANSWERS 1
#define ANSWERS_LATER
#include "answers.pml"
#include "memory-buffers.pml"
#line 28 "in-handover-relaxed.pml"
byte ended;                     // threads
byte busy;                      // threads in critical sections
bool overlap;
byte out_a;
hidden byte found;
hidden byte outcome[2];
hidden byte outcome_is_known;

c_code {
	static unsigned char known_outcomes[500][2];
	static int known_count;
	static int look_up(const unsigned char *outcome)
	{
		for (int i = 0; i < known_count; i++)
			if (memcmp(known_outcomes[i], outcome, 2) == 0)
				return 1;
		if (known_count == 500) {
			printf("@ many\n");
			exit(0);
		}
		memcpy(known_outcomes[known_count++], outcome, 2);
		return 0;
	}
};

inline finish() {
	outcome[0] = out_a;
	outcome[1] = mem_peek(AT_x);
	printf("@ outcome values=%d,%d\n", outcome[0], outcome[1]);
	c_code { outcome_is_known = look_up(outcome); };
	assert(outcome_is_known)
}

proctype thread_0() {
#line 4 "in.gc"
	d_step { mem_store(0, AT_x, MEM_RELAXED, 1); printf("@ access thread=0 op=store order=relaxed at=x stored=%d where=in.gc:4:5\n", 1) };
#line 5 "in.gc"
	d_step { mem_fence(0, MEM_RELEASE); printf("@ access thread=0 op=fence order=release where=in.gc:5:5\n") };
#line 6 "in.gc"
	d_step { mem_store(0, AT_flag, MEM_RELAXED, 1); printf("@ access thread=0 op=store order=relaxed at=flag stored=%d where=in.gc:6:5\n", 1) };
#line 69 "in-handover-relaxed.pml"
	d_step {
		ended++
	}
}

proctype thread_1() {
	byte r_f;
	byte r_a;
	byte r_b;
#line 9 "in.gc"
	d_step { mem_issue(1, AT_x, MEM_RELAXED); printf("@ access thread=1 op=issue order=relaxed at=x where=in.gc:9:5\n") };
#line 10 "in.gc"
	do
	::
#line 10 "in.gc"
		d_step { mem_load(1, AT_flag, MEM_ACQUIRE, found); r_f = found; printf("@ access thread=1 op=load order=acquire at=flag found=%d where=in.gc:10:14\n", found) };
#line 10 "in.gc"
		if :: (r_f == 1) -> break :: else fi
	od; skip; /* SPIN does not jump into a d_step */
#line 11 "in.gc"
	d_step { answer_ready(1, AT_x) -> answer_take(1, AT_x, r_a); printf("@ receive thread=1 at=x found=%d where=in.gc:11:5\n", r_a) };
#line 12 "in.gc"
	if
	:: (r_a == 0) ->
#line 12 "in.gc"
		d_step { mem_modify(1, AT_x, MEM_ACQ_REL, found + 2, found); r_b = found; printf("@ access thread=1 op=fetch_add order=acq_rel at=x found=%d stored=%d where=in.gc:12:17\n", found, mem_peek(AT_x)) };
		skip
	:: else ->
#line 12 "in.gc"
		d_step { !overlap -> busy++; printf("@ enter thread=1 where=in.gc:12:60\n"); if :: busy > 1 -> overlap = 1; finish() :: else -> skip fi };
#line 12 "in.gc"
		d_step { !overlap -> busy--; printf("@ leave thread=1 where=in.gc:12:60\n") };
		skip
	fi;
#line 104 "in-handover-relaxed.pml"
	d_step {
		out_a = r_a;
		ended++
	}
}

proctype memory() {
	do
	:: d_step { mem_can_perform(0, 0) -> printf("@ perform thread=0\n"); mem_perform(0, 0) }
	:: d_step { mem_can_perform(0, 1) -> printf("@ perform thread=0\n"); mem_perform(0, 1) }
	:: d_step { mem_can_perform(0, 2) -> printf("@ perform thread=0\n"); mem_perform(0, 2) }
	:: d_step { mem_can_perform(1, 0) -> printf("@ perform thread=1\n"); mem_perform(1, 0) }
	:: d_step { mem_can_perform(1, 1) -> printf("@ perform thread=1\n"); mem_perform(1, 1) }
	:: d_step { mem_can_perform(1, 2) -> printf("@ perform thread=1\n"); mem_perform(1, 2) }
	:: d_step { ended == 2 && mem_quiet -> finish() }; break
	od
}

init {
	atomic {
		run thread_0();
		run thread_1();
		run memory()
	}
}
