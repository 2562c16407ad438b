#!/bin/sh
# clients-satb.sh: clients.sh with marking beside mutators; and with the barrier
# for new objects inline, as it is without the pass that does it beforehand.
: "${top_srcdir:=.}"
collector=satb
export collector
. "$top_srcdir/tests/clients/clients.sh"
