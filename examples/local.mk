# examples: specifications, and programs that use them.
EXTRA_DIST += examples/bench examples/clients/lisp/programs

# ---- installed as they are here, below $(pkgdatadir)
nobase_dist_pkgdata_DATA = \
  examples/bugs/early-load.gc \
  examples/bugs/paper-satb.gc \
  examples/paper/beyond.campaign \
  examples/paper/growing.gc \
  examples/paper/hour.campaign \
  examples/paper/minute.campaign \
  examples/paper/ten-minutes.campaign \
  examples/paper/marking.gc \
  examples/paper/metadata.gc \
  examples/paper/paper.campaign \
  examples/paper/runs.txt \
  examples/clients/client-embedder.h \
  examples/clients/client-types.h \
  examples/clients/client.c \
  examples/clients/client.h \
  examples/clients/gcbench.c \
  examples/clients/stress-graph.c \
  examples/clients/stress-graph.h \
  examples/clients/stress.c \
  examples/litmus/blocking.gc \
  examples/litmus/chains.gc \
  examples/litmus/coherence.gc \
  examples/litmus/fences.gc \
  examples/litmus/forwarding.gc \
  examples/litmus/iriw.gc \
  examples/litmus/lb.gc \
  examples/litmus/mp.gc \
  examples/litmus/mutex/bakery.gc \
  examples/litmus/mutex/burns.gc \
  examples/litmus/mutex/dekker.gc \
  examples/litmus/mutex/fast_mutex.gc \
  examples/litmus/mutex/mcs.gc \
  examples/litmus/mutex/peterson.gc \
  examples/litmus/mutex/szymanski.gc \
  examples/litmus/mutex/ticket.gc \
  examples/litmus/release_sequences.gc \
  examples/litmus/rmw.gc \
  examples/litmus/rmw_orders.gc \
  examples/litmus/runtime.gc \
  examples/litmus/s_and_r.gc \
  examples/litmus/same_location.gc \
  examples/litmus/sb.gc \
  examples/litmus/seq_cst.gc \
  examples/litmus/seq_cst_fences.gc \
  examples/litmus/two_writes.gc \
  examples/claim.gc examples/compact.gc examples/copying.gc examples/immix.gc examples/incremental.gc examples/semispace.gc examples/staccato.gc \
  examples/parts/clients.gc \
  examples/parts/mark-sweep.gc \
  examples/ragged.gc \
  examples/satb.gc \
  examples/stw.gc

# ---- a template for programs that embed a collector, installed to be copied
embedderdir = $(pkgdatadir)/embedder
dist_embedder_DATA = \
  examples/embedder/Makefile \
  examples/embedder/README.md \
  examples/embedder/demo.expected \
  examples/embedder/demo.tiny \
  examples/embedder/tiny-embedder.h \
  examples/embedder/tiny.c \
  examples/embedder/value.h \
  examples/stw.gc

# ---- the client programs on the collector stw, for use and with checks
examples/stw/stw.c: gcdsl$(EXEEXT) $(top_srcdir)/examples/stw.gc
	$(AM_V_GEN)./gcdsl$(EXEEXT) compile $(top_srcdir)/examples/stw.gc --target c -o examples/stw >/dev/null
CLEANFILES += examples/stw/stw.c examples/stw/stw-names.h examples/stw/stw-attrs.h

examples/satb/satb.c: gcdsl$(EXEEXT) $(top_srcdir)/examples/satb.gc
	$(AM_V_GEN)./gcdsl$(EXEEXT) compile $(top_srcdir)/examples/satb.gc --target c -o examples/satb >/dev/null
CLEANFILES += examples/satb/satb.c examples/satb/satb-names.h examples/satb/satb-attrs.h

satb_cppflags = -I$(top_srcdir)/runtime/api -I$(top_srcdir)/runtime/src \
  -I$(top_srcdir)/examples/clients -Iexamples/satb -D_GNU_SOURCE \
  -DGC_ATTRS='"satb-attrs.h"' -DGC_EMBEDDER='"client-embedder.h"'
client_cppflags = -I$(top_srcdir)/runtime/api -I$(top_srcdir)/runtime/src \
  -I$(top_srcdir)/examples/clients -Iexamples/stw -D_GNU_SOURCE \
  -DGC_ATTRS='"stw-attrs.h"' -DGC_EMBEDDER='"client-embedder.h"'
client_sources = \
  examples/clients/client-embedder.h \
  examples/clients/client-types.h \
  examples/clients/client.c \
  examples/clients/client.h
stress_sources = $(client_sources) \
  examples/clients/stress-graph.c \
  examples/clients/stress-graph.h \
  examples/clients/stress.c

examples/ragged/ragged.c: gcdsl$(EXEEXT) $(top_srcdir)/examples/ragged.gc
	$(AM_V_GEN)./gcdsl$(EXEEXT) compile $(top_srcdir)/examples/ragged.gc --target c -o examples/ragged >/dev/null
CLEANFILES += examples/ragged/ragged.c examples/ragged/ragged-names.h examples/ragged/ragged-attrs.h

# The Lisp, on each of the collectors.
lisp_cppflags = -I$(top_srcdir)/runtime/api -I$(top_srcdir)/runtime/src \
  -I$(top_srcdir)/examples/clients/lisp -D_GNU_SOURCE -DGC_EMBEDDER='"lisp-embedder.h"'
lisp_sources = \
  examples/clients/lisp/compile.c \
  examples/clients/lisp/compile.h \
  examples/clients/lisp/condition.c \
  examples/clients/lisp/data.c \
  examples/clients/lisp/error.c \
  examples/clients/lisp/error.h \
  examples/clients/lisp/eval.c \
  examples/clients/lisp/eval.h \
  examples/clients/lisp/form.c \
  examples/clients/lisp/form.h \
  examples/clients/lisp/let.c \
  examples/clients/lisp/lisp-embedder.h \
  examples/clients/lisp/machine.h \
  examples/clients/lisp/main.c \
  examples/clients/lisp/memory.c \
  examples/clients/lisp/memory.h \
  examples/clients/lisp/monitor.c \
  examples/clients/lisp/monitor.h \
  examples/clients/lisp/primitives.c \
  examples/clients/lisp/primitives.h \
  examples/clients/lisp/reader.c \
  examples/clients/lisp/reader.h \
  examples/clients/lisp/strings.c \
  examples/clients/lisp/table.c \
  examples/clients/lisp/table.h \
  examples/clients/lisp/text.c \
  examples/clients/lisp/text.h \
  examples/clients/lisp/threads.c \
  examples/clients/lisp/threads.h \
  examples/clients/lisp/value.h

# The Lisp is installed too, with what builds it there.
lispdir = $(pkgdatadir)/lisp
dist_lisp_DATA = $(lisp_sources) examples/clients/lisp/Makefile examples/clients/lisp/README.md
nodist_lisp_DATA = $(srcdir)/examples/ragged.gc $(srcdir)/examples/satb.gc $(srcdir)/examples/stw.gc
lispprogramsdir = $(lispdir)/programs
nodist_lispprograms_DATA = $(srcdir)/examples/clients/lisp/programs/*

client_programs = \
  examples/clients/gcbench \
  examples/clients/gcbench-debug \
  examples/clients/gcbench-satb \
  examples/clients/lisp-ragged \
  examples/clients/lisp-satb \
  examples/clients/lisp-stw \
  examples/clients/stress \
  examples/clients/stress-debug
EXTRA_PROGRAMS = $(client_programs)
CLEANFILES += $(client_programs)

examples_clients_gcbench_SOURCES = $(client_sources) examples/clients/gcbench.c
nodist_examples_clients_gcbench_SOURCES = examples/stw/stw.c
examples_clients_gcbench_CPPFLAGS = $(client_cppflags)
examples_clients_gcbench_LDADD = libgcdsl-runtime.a -lm
examples_clients_gcbench_debug_SOURCES = $(client_sources) examples/clients/gcbench.c
nodist_examples_clients_gcbench_debug_SOURCES = examples/stw/stw.c
examples_clients_gcbench_debug_CPPFLAGS = $(client_cppflags) -DGCRT_DEBUG=1 -DGC_DEBUG=1
examples_clients_gcbench_debug_LDADD = libgcdsl-runtime-debug.a -lm
examples_clients_gcbench_satb_SOURCES = $(client_sources) examples/clients/gcbench.c
nodist_examples_clients_gcbench_satb_SOURCES = examples/satb/satb.c
examples_clients_gcbench_satb_CPPFLAGS = $(satb_cppflags)
examples_clients_gcbench_satb_LDADD = libgcdsl-runtime.a -lm
$(examples_clients_gcbench_satb_OBJECTS): examples/satb/satb.c
examples_clients_lisp_ragged_SOURCES = $(lisp_sources)
nodist_examples_clients_lisp_ragged_SOURCES = examples/ragged/ragged.c
examples_clients_lisp_ragged_CPPFLAGS = $(lisp_cppflags) -Iexamples/ragged -DGC_ATTRS='"ragged-attrs.h"'
examples_clients_lisp_ragged_LDADD = libgcdsl-runtime.a -lm
$(examples_clients_lisp_ragged_OBJECTS): examples/ragged/ragged.c
examples_clients_lisp_satb_SOURCES = $(lisp_sources)
nodist_examples_clients_lisp_satb_SOURCES = examples/satb/satb.c
examples_clients_lisp_satb_CPPFLAGS = $(lisp_cppflags) -Iexamples/satb -DGC_ATTRS='"satb-attrs.h"'
examples_clients_lisp_satb_LDADD = libgcdsl-runtime.a -lm
$(examples_clients_lisp_satb_OBJECTS): examples/satb/satb.c
examples_clients_lisp_stw_SOURCES = $(lisp_sources)
nodist_examples_clients_lisp_stw_SOURCES = examples/stw/stw.c
examples_clients_lisp_stw_CPPFLAGS = $(lisp_cppflags) -Iexamples/stw -DGC_ATTRS='"stw-attrs.h"'
examples_clients_lisp_stw_LDADD = libgcdsl-runtime.a -lm
$(examples_clients_lisp_stw_OBJECTS): examples/stw/stw.c
examples_clients_stress_SOURCES = $(stress_sources)
nodist_examples_clients_stress_SOURCES = examples/stw/stw.c
examples_clients_stress_CPPFLAGS = $(client_cppflags)
examples_clients_stress_LDADD = libgcdsl-runtime.a -lm
examples_clients_stress_debug_SOURCES = $(stress_sources)
nodist_examples_clients_stress_debug_SOURCES = examples/stw/stw.c
examples_clients_stress_debug_CPPFLAGS = $(client_cppflags) -DGCRT_DEBUG=1 -DGC_DEBUG=1
examples_clients_stress_debug_LDADD = libgcdsl-runtime-debug.a -lm

# Their objects need the generated headers.
$(examples_clients_gcbench_OBJECTS) $(examples_clients_gcbench_debug_OBJECTS) \
$(examples_clients_stress_OBJECTS) $(examples_clients_stress_debug_OBJECTS): examples/stw/stw.c

clients: $(client_programs)
.PHONY: clients

# ---- times
bench: clients
	$(SHELL) $(top_srcdir)/examples/bench/bench.sh examples/clients/gcbench examples/clients/stress \
	  examples/clients/gcbench-satb
.PHONY: bench

# ---- tests
client_tests = \
  tests/cgen/emit.sh \
  tests/clients/clients.sh \
  tests/clients/clients-satb.sh \
  tests/clients/lisp.sh \
  tests/clients/mutants.sh \
  tests/clients/sanitizers.sh \
  tests/clients/attributes.sh \
  tests/clients/compact.sh \
  tests/clients/embedder.sh \
  tests/clients/evacuate.sh \
  tests/clients/exchange.sh \
  tests/clients/first-store.sh \
  tests/clients/header.sh \
  tests/clients/overlay.sh \
  tests/clients/immix.sh \
  tests/clients/parts.sh \
  tests/clients/pins.sh \
  tests/clients/policies.sh \
  tests/clients/references.sh \
  tests/clients/room.sh \
  tests/clients/semispace.sh \
  tests/clients/staccato.sh \
  tests/clients/words.sh
dist_check_SCRIPTS += $(client_tests)
TESTS += $(client_tests)
EXTRA_DIST += \
  tests/cgen/embedder-with-warnings.h \
  tests/cgen/refused.txt \
  tests/cgen/wide.gc
