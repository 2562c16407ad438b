# tests/agree: models and C under every schedule.
agree_tests = tests/agree/directed.sh tests/agree/explore.sh tests/agree/follow-all.sh tests/agree/follow.sh \
  tests/agree/interrupt.sh tests/agree/links.sh tests/agree/moving.sh tests/agree/mutants.sh tests/agree/random.sh tests/agree/redirect.sh \
  tests/agree/regions.sh tests/agree/spaces.sh
dist_check_SCRIPTS += tests/agree/agree.sh $(agree_tests)
TESTS += $(agree_tests)
EXTRA_DIST += tests/agree/begin.sh tests/agree/answers.gc tests/agree/buffering.gc tests/agree/compared.gc tests/agree/counting.gc tests/agree/fills.gc tests/agree/freed-first.gc tests/agree/holes.gc tests/agree/interval.gc \
  tests/agree/leaves.gc tests/agree/lines.gc tests/agree/numbered.gc tests/agree/order.gc tests/agree/taken.gc tests/agree/words.gc

# The counterexamples of all mutants under sc, tso and pso, in some ten minutes.
follow-all: all
	GCDSL_TESTS=all GCDSL_FOLLOW=all $(MAKE) check TESTS=tests/agree/follow-all.sh
.PHONY: follow-all
