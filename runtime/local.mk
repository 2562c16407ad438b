# runtime: what generated collectors run in; never includes the compiler.
#
# Two libraries from the same sources: one for use, and one that checks the
# heap after every cycle.  All headers are installed side by side, and include
# each other by their bare names: generated C compiles them into itself.
runtime_headers = \
  runtime/api/gc-access.h \
  runtime/api/gc-allocate.h \
  runtime/api/gc-allocation-kind.h \
  runtime/api/gc-api.h \
  runtime/api/gc-assert.h \
  runtime/api/gc-atomics.h \
  runtime/api/gc-attrs.h \
  runtime/api/gc-barrier.h \
  runtime/api/gc-basic-stats.h \
  runtime/api/gc-collection-kind.h \
  runtime/api/gc-config.h \
  runtime/api/gc-edge.h \
  runtime/api/gc-embedder-api.h \
  runtime/api/gc-event-listener.h \
  runtime/api/gc-forwarding.h \
  runtime/api/gc-inline.h \
  runtime/api/gc-null-event-listener.h \
  runtime/api/gc-options.h \
  runtime/api/gc-ref.h \
  runtime/api/gc-region.h \
  runtime/api/gc-safepoint.h \
  runtime/api/gc-stack-addr.h \
  runtime/api/gc-visibility.h \
  runtime/api/gcrt-attrs.h \
  runtime/api/gcrt-collector-inline.h \
  runtime/api/gcrt-collector.h \
  runtime/api/gcrt-embedder.h \
  runtime/api/gcrt-size-class.h \
  runtime/src/gcrt-debug.h \
  runtime/src/gcrt-layout.h \
  runtime/src/gcrt-mutator.h \
  runtime/src/gcrt-sync.h \
  runtime/src/gcrt-worker.h
runtime_door = runtime/src/gcrt-sync.c
runtime_behind_door = \
  runtime/src/gcrt-allocate.c \
  runtime/src/gcrt-buffers.c \
  runtime/src/gcrt-buffers.h \
  runtime/src/gcrt-census.c \
  runtime/src/gcrt-census.h \
  runtime/src/gcrt-clock.c \
  runtime/src/gcrt-clock.h \
  runtime/src/gcrt-debug.c \
  runtime/src/gcrt-ends.c \
  runtime/src/gcrt-events.c \
  runtime/src/gcrt-events.h \
  runtime/src/gcrt-handshake.c \
  runtime/src/gcrt-handshake.h \
  runtime/src/gcrt-heap.c \
  runtime/src/gcrt-header.h \
  runtime/src/gcrt-heap.h \
  runtime/src/gcrt-kernel.c \
  runtime/src/gcrt-hole.c \
  runtime/src/gcrt-large.c \
  runtime/src/gcrt-life.c \
  runtime/src/gcrt-life.h \
  runtime/src/gcrt-look.c \
  runtime/src/gcrt-look.h \
  runtime/src/gcrt-loop.c \
  runtime/src/gcrt-copied.c \
  runtime/src/gcrt-copied.h \
  runtime/src/gcrt-copies.c \
  runtime/src/gcrt-moving.c \
  runtime/src/gcrt-moving.h \
  runtime/src/gcrt-parts.c \
  runtime/src/gcrt-slide.c \
  runtime/src/gcrt-sparse.c \
  runtime/src/gcrt-machine-words.h \
  runtime/src/gcrt-machine.def \
  runtime/src/gcrt-memory.c \
  runtime/src/gcrt-memory.h \
  runtime/src/gcrt-misuse.c \
  runtime/src/gcrt-misuse.def \
  runtime/src/gcrt-misuse.h \
  runtime/src/gcrt-options.c \
  runtime/src/gcrt-options.h \
  runtime/src/gcrt-overlay.c \
  runtime/src/gcrt-overlay.h \
  runtime/src/gcrt-pace.c \
  runtime/src/gcrt-pace.h \
  runtime/src/gcrt-packets.c \
  runtime/src/gcrt-packets.h \
  runtime/src/gcrt-part.c \
  runtime/src/gcrt-phase.c \
  runtime/src/gcrt-phase.h \
  runtime/src/gcrt-queues.c \
  runtime/src/gcrt-queues.h \
  runtime/src/gcrt-record-collector.c \
  runtime/src/gcrt-record-file.c \
  runtime/src/gcrt-record-file.h \
  runtime/src/gcrt-record-heap.c \
  runtime/src/gcrt-record-heap.h \
  runtime/src/gcrt-record-line.c \
  runtime/src/gcrt-record-line.h \
  runtime/src/gcrt-record-look.c \
  runtime/src/gcrt-record-operation.c \
  runtime/src/gcrt-record-step.c \
  runtime/src/gcrt-record-step.h \
  runtime/src/gcrt-record-unit.c \
  runtime/src/gcrt-record.c \
  runtime/src/gcrt-record.h \
  runtime/src/gcrt-region.c \
  runtime/src/gcrt-region.h \
  runtime/src/gcrt-redzone.c \
  runtime/src/gcrt-redzone.h \
  runtime/src/gcrt-releaser.c \
  runtime/src/gcrt-releaser.h \
  runtime/src/gcrt-request.c \
  runtime/src/gcrt-request.h \
  runtime/src/gcrt-room.c \
  runtime/src/gcrt-room.h \
  runtime/src/gcrt-sanitize.h \
  runtime/src/gcrt-scheduler.c \
  runtime/src/gcrt-scheduler.h \
  runtime/src/gcrt-shadow.c \
  runtime/src/gcrt-shadow.h \
  runtime/src/gcrt-space.c \
  runtime/src/gcrt-space.h \
  runtime/src/gcrt-stack.c \
  runtime/src/gcrt-states.c \
  runtime/src/gcrt-states.h \
  runtime/src/gcrt-text.c \
  runtime/src/gcrt-text.h \
  runtime/src/gcrt-trace.h \
  runtime/src/gcrt-verify.c \
  runtime/src/gcrt-workers.c \
  runtime/src/gcrt-workers.h \
  runtime/src/gcrt-waiting.c \
  runtime/src/gcrt-waiting.h \
  runtime/src/gcrt-world.c \
  runtime/src/gcrt-world.h
runtime_sources = $(runtime_door) $(runtime_behind_door)
runtime_includes = -I$(top_srcdir)/runtime/api -I$(top_srcdir)/runtime/src

pkginclude_HEADERS += $(runtime_headers)
# So that programs may put them into shared objects; and nobody replaces their functions
# one by one, so that it costs nothing in a program.
runtime_pic = -fPIC -fno-semantic-interposition
lib_LIBRARIES += libgcdsl-runtime.a libgcdsl-runtime-debug.a
libgcdsl_runtime_a_SOURCES = $(runtime_sources)
libgcdsl_runtime_a_CPPFLAGS = $(runtime_includes) -D_GNU_SOURCE
libgcdsl_runtime_a_CFLAGS = $(AM_CFLAGS) $(OPTIMISED_CFLAGS) $(runtime_pic)
libgcdsl_runtime_debug_a_SOURCES = $(runtime_sources)
libgcdsl_runtime_debug_a_CPPFLAGS = $(runtime_includes) -D_GNU_SOURCE -DGCRT_DEBUG=1
libgcdsl_runtime_debug_a_CFLAGS = $(AM_CFLAGS) $(runtime_pic)

# ---- for pkg-config
pkgconfig_DATA += gcdsl-runtime.pc gcdsl-runtime-debug.pc
CLEANFILES += gcdsl-runtime.pc gcdsl-runtime-debug.pc
EXTRA_DIST += runtime/gcdsl-runtime.pc.in
runtime_pc = $(AM_V_GEN)sed -e 's|@prefix''@|$(prefix)|' -e 's|@exec_prefix''@|$(exec_prefix)|' \
  -e 's|@libdir''@|$(libdir)|' -e 's|@includedir''@|$(includedir)|' \
  -e 's|@VERSION''@|$(VERSION)|'
gcdsl-runtime.pc: $(srcdir)/runtime/gcdsl-runtime.pc.in Makefile
	$(runtime_pc) -e 's|@[a-z]*@||' $(srcdir)/runtime/gcdsl-runtime.pc.in > $@.tmp
	@mv $@.tmp $@
gcdsl-runtime-debug.pc: $(srcdir)/runtime/gcdsl-runtime.pc.in Makefile
	$(runtime_pc) -e 's|@suffix''@|-debug|' -e 's|@what''@|, checking the heap as they go|' \
	  -e 's|@cflags''@| -DGCRT_DEBUG=1|' $(srcdir)/runtime/gcdsl-runtime.pc.in > $@.tmp
	@mv $@.tmp $@

include runtime/tests/local.mk
