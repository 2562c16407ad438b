# tests/handover: threads that hand references over, as C.
dist_check_SCRIPTS += tests/handover/handover.sh
TESTS += tests/handover/handover.sh
EXTRA_DIST += tests/handover/handover.c
