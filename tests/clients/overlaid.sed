# overlaid.sed: examples/semispace.gc, whose reference to the copy lies over the original.
s/^  fwd   : ref | { busy } = null; .*/  state : { fresh, busy, moved } = fresh;\
  overlay fwd : ref when state == moved;/
s/^\( *\)function claim(o : ref) -> ref | { busy } \(.*\)/\1function claim(o : ref) -> { fresh, busy, moved } \2/
s/cas(o\.fwd, null, busy)/cas(o.state, fresh, busy)/
s/claim(o) == null/claim(o) == fresh/
s/swap(o\.fwd, n, acq_rel);/store(o.fwd, n, release);  swap(o.state, moved, acq_rel);/
s/let f = await load(o\.fwd) where .*/let g = await load(o.state, acquire) where g == moved;/
s/^\( *\)return f;/\1return load(o.fwd);/
# of the mutant racy_claim
s/let f = load(o\.fwd);/let f = load(o.state);/
s/if f == null  store(o\.fwd, busy);/if f == fresh  store(o.state, busy);/
/if f == fresh/,/^}/ s/return load(o\.fwd);/return f;/
