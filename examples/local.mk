# examples: specifications, and programs that use them.
EXTRA_DIST += examples/stw.gc examples/clients examples/bench
