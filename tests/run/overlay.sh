#!/bin/sh
# A reference that lies over its object: a collector that copies, and what it must not do.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
. "$top_srcdir/tests/run/model.sh"
model_begin
spec=$top_srcdir/tests/run/overlay.gc

if tap_all; then
	tap_run 'a collector whose forwarding reference lies over objects: all cells and mutants' "$GCDSL" verify "$spec"
else
	tap_run 'a collector whose forwarding reference lies over objects' "$GCDSL" verify --scenario twice --no-mutants "$spec"
fi

# mistake WHAT SED FAILS OPTION…: with this change the model fails as FAILS.
mistake () {
	what=$1 fails=$3
	sed "$2; /^mutant/,\$d" "$spec" >wrong.gc
	shift 3
	"$GCDSL" trace wrong.gc "$@" >message 2>&1 || :
	tap_is "$what" "$(grep -c "^use:$fails fails" message)" 1
}
mistake 'what is left is scanned' 's/^  keep(n);/  swap(n.state, kept);  emit scan(o);/' overlaid --scenario twice
tap_run "it becomes C" "$GCDSL" compile "$spec" --target c -o made
tap_rest
mistake 'a load that does not wait' 's/let g = await.*/let g = load(o.state);/; s/^  if g == kept  return o;/  if g == busy  return o;/' \
	overlay --scenario shared
mistake 'a load where the object may have stayed' 's/^  if g == kept  return o;/  if g == busy  return o;/' overlay --scenario shared
mistake 'the overlay before the copy' 's/^  copy(o, n);/  store(o.fwd, n);/; s/^  publish(o, n);/  copy(o, n);  swap(o.state, moved);/' \
	overlaid --scenario twice
mistake 'a mutator that still has the object' '/^property one_copy/,/;$/d; s/one_copy, //
	s/^    if n != o  swap(s, n, acq_rel);/    if n == o  swap(s, n, acq_rel);/; s/^  else  free(o);/  else if load(o.state) == fresh  free(o);/' \
	overlaid --scenario twice
mistake 'the value before the overlay' 's/^  store(o.fwd, n);/  swap(o.state, moved);/; s/^  swap(o.state, moved, acq_rel);/  store(o.fwd, n);/' \
	overlay --scenario shared
tap_done
