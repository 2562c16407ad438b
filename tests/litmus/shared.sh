#!/bin/sh
# shared.sh: tests that share a verifier have the outcomes, verdicts and states that they have alone.
#
# With --keep each test is searched in a model of its own.  LITMUS_SHARED=all compares all examples.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v "${SPIN:=spin}" >/dev/null 2>&1 || tap_plan skip 'there is no SPIN'
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
tests=$(cd "$top_srcdir/examples/litmus" && pwd)
tap_scratch
tap_quick_cc
here=$PWD
GCDSL_LITMUS_TEST=2 # the verifiers' own variable: what it has here does not matter
export GCDSL_LITMUS_TEST

# searched NAME OPTION…: what `gcdsl litmus' finds, without what depends on the machine, in ./NAME; its exit status in
# ./NAME.status.  No verifier is there before.
searched () {
	name=$1
	shift
	rm -rf cache
	status=0
	XDG_CACHE_HOME=$here/cache "$GCDSL" litmus --json "$@" >found 2>err || status=$?
	echo $status >"$name.status"
	sed 's/[{}] *,*/&\
/g; s/, *"/,\
"/g' found | sed '/^"seconds":/d; /^"kept":/d' >"$name"
}

# verifiers: how many were made
verifiers () {
	find cache -path '*verifiers/*' -type f | wc -l
}

# same DESCRIPTION OPTION…: alone and shared, all is the same
same () {
	about=$1
	shift
	searched shared "$@"
	made=$(verifiers)
	cells=$(grep -c '^"states":' shared)
	searched alone --keep "$here/kept" "$@"
	rm -rf kept
	if [ "$cells" -gt 0 ] && [ "$(cat shared.status)" -lt 2 ] && cmp -s shared alone &&
	    cmp -s shared.status alone.status; then
		tap_ok "$about: $cells cells, the same alone and shared"
	else
		tap_not_ok "$about" "$(diff -u alone shared | head -n 40)" "$(cat err)"
	fi
}

# ---- tests that differ in threads, locations, entries of windows, what is observed, and in what the same names are of.
# `fourth' cannot share a verifier with them: memory begins with another value.
cat >several.gc <<'END'
litmus first {
  location x = 0;
  thread { store(x, 1, relaxed); }
  thread { store(x, 2, relaxed);  let z = load(x, relaxed); }
  forbidden (z == 0) under sc;
}
litmus second {
  location x = 0, y = 0;
  thread { store(x, 1, relaxed);  store(y, 1, relaxed); }
  thread { let a = load(y, relaxed);  let b = load(x, relaxed); }
  observe a, b, x;
  forbidden (a == 1 and b == 0) under sc, tso;
}
litmus third {
  location y = 0, x = 0, z = 0;
  thread { let c = load(x, relaxed); }
  thread { store(x, 1, relaxed);  let b = load(y, relaxed); }
  thread { store(y, 1, relaxed);  let a = load(x, relaxed); }
  observe b, a;
  forbidden (a == 0 and b == 0) under sc;
}
litmus fourth {
  location x = 3;
  thread { store(x, 1, relaxed); }
  thread { let a = load(x, relaxed); }
  forbidden (a == 0) under sc;
}
END
same 'tests that differ in all' --memory relaxed several.gc
tap_true() { if "$@"; then tap_ok "$about"; else tap_not_ok "$about" "$made verifiers for $cells cells"; fi; }
about='some share a verifier'
tap_true [ "$made/$cells" = 2/4 ]

# ---- the shared verifier cannot be made: each test is searched alone
cat >cc <<'END'
#!/bin/sh
if [ -e pan.h ] && grep -q 'tests\.pml' pan.c pan.h pan.m 2>/dev/null; then
	echo refused >>"$REFUSALS"
	exit 1
fi
exec "$QUICK" "$@"
END
chmod +x cc
REFUSALS=$here/refusals
QUICK=$GCDSL_CC
export REFUSALS QUICK
searched expected --memory sc several.gc
(GCDSL_CC=$here/cc; export GCDSL_CC; searched alone -j1 --memory sc several.gc)
sed '/"cc":/d' expected >one
sed '/"cc":/d' alone >other
about='a shared verifier that cannot be made is done without'
made=$(grep -c refused refusals) cells=
tap_true cmp -s one other
about='and is not tried again for each test'
tap_true [ "$made" -eq 1 ]

# ---- results are those of tests, not of groups: a test more, and the others are kept
cp several.gc more.gc
rm -rf cache
XDG_CACHE_HOME=$here/cache
export XDG_CACHE_HOME
"$GCDSL" litmus --memory sc more.gc >said 2>&1
sed -n 's/^litmus first/litmus another/; /^litmus another/,/^}/p' several.gc | sed 's/x, 2/x, 4/' >>more.gc
sed -i 's/location x = 3;/location x = 5;/' more.gc
"$GCDSL" litmus --json --memory sc more.gc >said 2>&1
about='after a change only what has changed is searched'
made=$(grep -o '"kept": *true' said | wc -l) cells=$(grep -o '"kept":' said | wc -l)
tap_true [ "$made/$cells" = 3/5 ]
unset XDG_CACHE_HOME

# ---- the examples
case ${LITMUS_SHARED-} in
all)
	for file in "$tests"/*.gc; do
		same "${file##*/}" "$file"
	done
	same 'all files at once' "$tests"/*.gc
	;;
*)
	tap_rest
	same 'the same under all models' several.gc
	same 'messages' --memory c11 --memory relaxed "$tests/mp.gc" "$tests/lb.gc"
	same 'read-modify-writes' --memory paper "$tests/rmw_orders.gc"
	;;
esac
tap_done
