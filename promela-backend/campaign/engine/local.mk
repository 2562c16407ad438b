# promela-backend/campaign/engine: campaigns that GNU parallel or Slurm run.
libgcdsl_promela_a_SOURCES += \
  promela-backend/campaign/engine/engine.c \
  promela-backend/campaign/engine/engine.h \
  promela-backend/campaign/engine/job-file.c \
  promela-backend/campaign/engine/job-file.h \
  promela-backend/campaign/engine/list.c \
  promela-backend/campaign/engine/parallel.c \
  promela-backend/campaign/engine/run-job.c \
  promela-backend/campaign/engine/run-job.h \
  promela-backend/campaign/engine/sealed.c \
  promela-backend/campaign/engine/sealed.h \
  promela-backend/campaign/engine/slurm.c \
  promela-backend/campaign/engine/slurm.h \
  promela-backend/campaign/engine/slurm-command.c \
  promela-backend/campaign/engine/slurm-queue.c \
  promela-backend/campaign/engine/swarm.c \
  promela-backend/campaign/engine/swarm.h \
  promela-backend/campaign/engine/take.c \
  promela-backend/campaign/engine/take.h \
  promela-backend/campaign/engine/tasks.c \
  promela-backend/campaign/engine/work.c \
  promela-backend/campaign/engine/work.h

# ---- tests
engine_tests = tests/run/engines.sh tests/run/engine-trouble.sh
dist_check_SCRIPTS += $(engine_tests) tests/cluster/check-cluster.sh
TESTS += $(engine_tests)
EXTRA_DIST += tests/cluster/slurm.conf.in

# With real daemons, on loopback.  ./bootstrap --cluster installs what they need.
check-cluster: all
	top_srcdir='$(abs_top_srcdir)' top_builddir='$(abs_top_builddir)' \
	  GCDSL='$(abs_top_builddir)/gcdsl' $(SHELL) $(srcdir)/tests/cluster/check-cluster.sh
.PHONY: check-cluster
