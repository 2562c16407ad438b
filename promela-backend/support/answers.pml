/* answers.pml: what loads that were issued have found, until it is received.
 *
 * Each thread has a list of ANSWERS entries, by location; those of one location
 * are in the order in which they were asked for.  A model that asks first
 * (relaxed) defines ANSWERS_LATER: an entry is there before its answer is.
 * Under `paper' an entry is made when the answer comes, so that the order is
 * that in which loads were performed: whoever receives cannot tell which of its
 * loads of that location is answered.
 *
 *   answer_ask(who, at)             a load is under way
 *   answer_put(who, at, value)      a load is answered at once
 *   answer_load(who, at, value)     a load that was under way is answered
 *   answer_ready(who, at)           the next answer is there: in the guard of a step
 *   answer_take(who, at, dst)
 *   answers_full(who)               there is no place for another */
byte answer_at[ANSWER_THREADS * ANSWERS];       /* a location and 1; 0: none */
MEM_TYPE answer_value[ANSWER_THREADS * ANSWERS];
#ifdef ANSWERS_LATER
bool answer_waits[ANSWER_THREADS * ANSWERS];
#define ANSWER_WAITS(who, k) answer_waits[(who) * ANSWERS + (k)]
#else
#define ANSWER_WAITS(who, k) false
#endif
hidden byte answer_k;

#define ANSWER_AT(who, k) answer_at[(who) * ANSWERS + (k)]
#define ANSWER_VALUE(who, k) answer_value[(who) * ANSWERS + (k)]
#define answers_full(who) (ANSWER_AT(who, ANSWERS - 1) != 0)

/* answer_k: a new entry, behind those of the same location. */
inline answer_enter(n_who, n_at) {
	answer_k = 0;
	do
	:: ANSWER_AT(n_who, answer_k) -> answer_k++
	:: else -> break
	od;
	do
	:: answer_k > 0 && ANSWER_AT(n_who, answer_k - 1) > (n_at) + 1 ->
		ANSWER_AT(n_who, answer_k) = ANSWER_AT(n_who, answer_k - 1);
		ANSWER_VALUE(n_who, answer_k) = ANSWER_VALUE(n_who, answer_k - 1);
#ifdef ANSWERS_LATER
		ANSWER_WAITS(n_who, answer_k) = ANSWER_WAITS(n_who, answer_k - 1);
#endif
		answer_k--
	:: else -> break
	od;
	ANSWER_AT(n_who, answer_k) = (n_at) + 1
}

inline answer_put(n_who, n_at, n_value) {
	answer_enter(n_who, n_at);
#ifdef ANSWERS_LATER
	ANSWER_WAITS(n_who, answer_k) = 0;
#endif
	ANSWER_VALUE(n_who, answer_k) = n_value
}

#ifdef ANSWERS_LATER
inline answer_ask(n_who, n_at) {
	answer_enter(n_who, n_at);
	ANSWER_VALUE(n_who, answer_k) = 0;
	ANSWER_WAITS(n_who, answer_k) = 1
}

/* Loads of one location are performed in their order. */
inline answer_load(n_who, n_at, n_value) {
	answer_k = 0;
	do
	:: ANSWER_AT(n_who, answer_k) == (n_at) + 1 && ANSWER_WAITS(n_who, answer_k) -> break
	:: else -> answer_k++
	od;
	ANSWER_WAITS(n_who, answer_k) = 0;
	ANSWER_VALUE(n_who, answer_k) = n_value
}
#else
#define answer_load(who, at, value) answer_put(who, at, value)
#endif

#define ANSWER_NEXT(who, at, k, otherwise) \
	(ANSWER_AT(who, k) == (at) + 1 -> !ANSWER_WAITS(who, k) : otherwise)
#define ANSWER_READY_0(who, at) false
#define ANSWER_READY_1(who, at) ANSWER_NEXT(who, at, ANSWERS - 1, ANSWER_READY_0(who, at))
#define ANSWER_READY_2(who, at) ANSWER_NEXT(who, at, ANSWERS - 2, ANSWER_READY_1(who, at))
#define ANSWER_READY_3(who, at) ANSWER_NEXT(who, at, ANSWERS - 3, ANSWER_READY_2(who, at))
#define ANSWER_READY_4(who, at) ANSWER_NEXT(who, at, ANSWERS - 4, ANSWER_READY_3(who, at))
#define ANSWER_READY_5(who, at) ANSWER_NEXT(who, at, ANSWERS - 5, ANSWER_READY_4(who, at))
#define ANSWER_READY_6(who, at) ANSWER_NEXT(who, at, ANSWERS - 6, ANSWER_READY_5(who, at))
#define ANSWER_READY_7(who, at) ANSWER_NEXT(who, at, ANSWERS - 7, ANSWER_READY_6(who, at))
#define ANSWER_READY_8(who, at) ANSWER_NEXT(who, at, ANSWERS - 8, ANSWER_READY_7(who, at))
#define ANSWER_GLUE(a, b) a##b
#define ANSWER_GLUED(a, b) ANSWER_GLUE(a, b)
#define answer_ready(who, at) ANSWER_GLUED(ANSWER_READY_, ANSWERS)(who, at)

inline answer_take(n_who, n_at, n_dst) {
	answer_k = 0;
	do
	:: ANSWER_AT(n_who, answer_k) != (n_at) + 1 -> answer_k++
	:: else -> break
	od;
	n_dst = ANSWER_VALUE(n_who, answer_k);
	do
	:: answer_k + 1 < ANSWERS ->
		ANSWER_AT(n_who, answer_k) = ANSWER_AT(n_who, answer_k + 1);
		ANSWER_VALUE(n_who, answer_k) = ANSWER_VALUE(n_who, answer_k + 1);
#ifdef ANSWERS_LATER
		ANSWER_WAITS(n_who, answer_k) = ANSWER_WAITS(n_who, answer_k + 1);
#endif
		answer_k++
	:: else -> break
	od;
	ANSWER_AT(n_who, ANSWERS - 1) = 0;
	ANSWER_VALUE(n_who, ANSWERS - 1) = 0
#ifdef ANSWERS_LATER
	; ANSWER_WAITS(n_who, ANSWERS - 1) = 0
#endif
}
