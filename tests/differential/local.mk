# tests/differential: models with foldings and without them are the same, those without are
# what the language's reference says, and the C does nothing else than that.
# tests/differential/semantics: the documented meaning, which models are compared with.
check_LIBRARIES += tests/differential/semantics/libsemantics.a
tests_differential_semantics_libsemantics_a_SOURCES = \
  tests/differential/semantics/accept.c tests/differential/semantics/client.c tests/differential/semantics/heaps.c tests/differential/semantics/code.c tests/differential/semantics/early.c tests/differential/semantics/late.c tests/differential/semantics/late-load.c tests/differential/semantics/location.c tests/differential/semantics/reads.c tests/differential/semantics/waiting.c \
  tests/differential/semantics/expr.c tests/differential/semantics/fail.c tests/differential/semantics/faithful.c tests/differential/semantics/internal.h \
  tests/differential/semantics/json.c tests/differential/semantics/look.c \
  tests/differential/semantics/moving.c tests/differential/semantics/sliding.c tests/differential/semantics/spaces.c tests/differential/semantics/regions.c tests/differential/semantics/holes.c tests/differential/semantics/mutator.c tests/differential/semantics/offer.c \
  tests/differential/semantics/property.c tests/differential/semantics/reached.c \
  tests/differential/semantics/read.c tests/differential/semantics/reader.h \
  tests/differential/semantics/releaser.c tests/differential/semantics/run.c \
  tests/differential/semantics/scenario.c tests/differential/semantics/search.c \
  tests/differential/semantics/semantics.h tests/differential/semantics/states.c \
  tests/differential/semantics/steps.c tests/differential/semantics/text.c
tests_differential_semantics_libsemantics_a_CPPFLAGS = $(AM_CPPFLAGS) $(JANSSON_CFLAGS)
check_PROGRAMS += tests/differential/semantics/explore
tests_differential_semantics_explore_SOURCES = tests/differential/semantics/explore.c
tests_differential_semantics_explore_LDADD = tests/differential/semantics/libsemantics.a \
  libgcdsl-base.a $(JANSSON_LIBS)

check_PROGRAMS += tests/differential/differential
tests_differential_differential_SOURCES = tests/differential/compare-c.c \
  tests/differential/compare.c \
  tests/differential/differential.c tests/differential/differential.h \
  tests/differential/explored.c tests/differential/gen-asking.c tests/differential/gen-await.c tests/differential/gen-base.c tests/differential/gen-body.c \
  tests/differential/gen-condition.c tests/differential/gen-doubted.c \
  tests/differential/gen-early.c \
  tests/differential/gen-extra.c tests/differential/gen-moved.c \
  tests/differential/gen-near.c tests/differential/gen-new.c \
  tests/differential/gen-redirect.c tests/differential/gen-regions.c tests/differential/gen-references.c tests/differential/gen-scenario.c tests/differential/gen-slid.c tests/differential/gen-spaces.c \
  tests/differential/gen-swept.c tests/differential/gen-words.c tests/differential/gen.c \
  tests/differential/gen.h tests/differential/model.c tests/differential/otherwise.c \
  tests/differential/points.c \
  tests/differential/program.c \
  tests/differential/shrink.c
tests_differential_differential_LDADD = tests/differential/semantics/libsemantics.a \
  libgcdsl-agree.a libgcdsl-promela.a libgcdsl-c.a libgcdsl-ir.a libgcdsl-sema.a \
  libgcdsl-syntax.a libgcdsl-base.a $(JANSSON_LIBS)

tests_differential_differential_CPPFLAGS = $(AM_CPPFLAGS) \
  '-DDIFFERENTIAL_SOURCE="$(abs_top_srcdir)"' '-DDIFFERENTIAL_BUILD="$(abs_top_builddir)"' \
  '-DDIFFERENTIAL_SANITIZE="$(SANITIZE_CFLAGS)"'

dist_check_SCRIPTS += tests/differential/differential.sh tests/differential/explore.sh \
  tests/differential/differential-c.sh tests/differential/accepted.sh \
  tests/differential/generated.sh
TESTS += tests/differential/differential.sh tests/differential/explore.sh \
  tests/differential/differential-c.sh tests/differential/accepted.sh \
  tests/differential/generated.sh
EXTRA_DIST += tests/differential/known tests/differential/known-await tests/differential/known-early tests/differential/known-late tests/differential/known-redirect tests/differential/known-semantics \
  tests/differential/known-c tests/differential/mutants.sh

# Random kernels in C, against an interpreter of their own.
check_PROGRAMS += tests/differential/kernels/kernels
tests_differential_kernels_kernels_SOURCES = tests/differential/kernels/grow-expression.c \
  tests/differential/kernels/grow-statement.c tests/differential/kernels/grow.c \
  tests/differential/kernels/grow.h tests/differential/kernels/interpret.c \
  tests/differential/kernels/kernels.c tests/differential/kernels/random.c \
  tests/differential/kernels/stage.c tests/differential/kernels/tree.c \
  tests/differential/kernels/tree.h
tests_differential_kernels_kernels_LDADD = libgcdsl-base.a $(JANSSON_LIBS)
dist_check_SCRIPTS += tests/differential/kernels/kernels.sh
TESTS += tests/differential/kernels/kernels.sh
EXTRA_DIST += tests/differential/kernels/stage.h tests/differential/kernels/stage-embedder.h

# make differential-kernels [COUNT=5000] [SEED=1]: so many kernels, 20 in a specification.
differential-kernels: tests/differential/kernels/kernels gcdsl
	top_srcdir=$(abs_top_srcdir) top_builddir=$(abs_top_builddir) GCDSL=$(abs_top_builddir)/gcdsl \
	  CC="$(CC)" $(SHELL) $(srcdir)/tests/differential/kernels/kernels.sh --long \
	  $${COUNT:-5000} $${SEED:-1}
.PHONY: differential-kernels

# make differential-accepted [COUNT=2000] [SEED=1]: so many specifications that check accepts.
differential-accepted: tests/differential/differential tests/differential/kernels/kernels gcdsl
	top_srcdir=$(abs_top_srcdir) top_builddir=$(abs_top_builddir) GCDSL=$(abs_top_builddir)/gcdsl \
	  $(SHELL) $(srcdir)/tests/differential/accepted.sh --long $${COUNT:-2000} $${SEED:-1}
.PHONY: differential-accepted

# make differential [COUNT=1000] [SEED=1] [MEMORY=relaxed] [UNSOUND=openings]: goes on where it
# was stopped; what differs is left in differential.d.
differential: tests/differential/differential
	tests/differential/differential -s $${SEED:-1} -n $${COUNT:-1000} -j $$(nproc) \
	  -d differential.d $${MEMORY:+-m $$MEMORY} $${UNSOUND:+-1 -u $$UNSOUND}

# The same where the scenario is a most general client, in canonical form.
differential-clients: tests/differential/differential
	tests/differential/differential -k -s $${SEED:-1} -n $${COUNT:-1000} -j $$(nproc) \
	  -d differential.d

# The same of clients whose kernels ask whether there are units.
differential-doubts: tests/differential/differential
	tests/differential/differential -o -s $${SEED:-1} -n $${COUNT:-1000} -j $$(nproc) \
	  -d differential.d

# The same of plain models beside the explorer of the documented semantics.
differential-semantics: tests/differential/differential
	tests/differential/differential -e $${CLIENTS:+-k} -s $${SEED:-1} -n $${COUNT:-1000} -j $$(nproc) \
	  -d differential.d

# The same of collectors that allocate and copy objects.
differential-moved: tests/differential/differential
	tests/differential/differential -a -s $${SEED:-1} -n $${COUNT:-1000} -j $$(nproc) \
	  -d differential.d $${MEMORY:+-m $$MEMORY}

# make differential-c [COUNT=5000] [SEED=1] [RUNS=20]: the same of their C.
differential-c: tests/differential/differential tests/differential/libdriver.a libgcdsl-runtime.a
	tests/differential/differential -c $${RUNS:-20} -s $${SEED:-1} -n $${COUNT:-1000} -j 2 \
	  -d differential-c.d
.PHONY: differential differential-moved differential-clients differential-doubts differential-semantics differential-c

# make differential-mutants: the net finds mistakes that are put into the backends.
differential-mutants:
	top_srcdir=$(abs_top_srcdir) $(SHELL) $(srcdir)/tests/differential/mutants.sh
.PHONY: differential-mutants

# The runtime as generated programs of the net have it: it reports what it does, and is
# disturbed at its door.  The door itself is libgcdsl-runtime.a's.
check_LIBRARIES += tests/differential/libdriver.a
tests_differential_libdriver_a_SOURCES = $(runtime_behind_door) $(agree_driver) \
  tests/differential/driver/net.c tests/differential/driver/net.h \
  tests/differential/driver/noise.c tests/differential/driver/noise.h \
  tests/differential/driver/over.c tests/differential/driver/places.c tests/differential/driver/threads.c \
  agree/driver/moving.c agree/driver/policy.c agree/driver/spaces.c
tests_differential_libdriver_a_CPPFLAGS = -I$(top_srcdir)/tests/differential/driver \
  -I$(top_srcdir)/agree/driver -I$(top_srcdir)/agree -I$(top_srcdir)/explore $(runtime_includes) -D_GNU_SOURCE -DGCRT_TRACE=1 -include noise.h
