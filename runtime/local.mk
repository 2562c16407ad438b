# runtime: what generated collectors run in; never includes the compiler.
EXTRA_DIST += runtime/api runtime/src runtime/tests
