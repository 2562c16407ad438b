#!/bin/sh
# Pages of --report in a browser: of cells, and of litmus tests.  BROWSER is the browser (chromium).
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_all || tap_plan skip 'it takes a browser some seconds: GCDSL_TESTS=all'
: "${BROWSER:=$(command -v chromium)}"
[ -n "$BROWSER" ] || tap_plan skip 'chromium is not installed'
command -v node >/dev/null 2>&1 || tap_plan skip 'node is not installed'
modules=$top_builddir/trace/tests/browser
[ -d "$modules/node_modules" ] ||
	tap_plan skip "playwright-core is not installed: trace/tests/browser-setup.sh $modules"
tap_scratch
tap_quick_cc
mkdir home 'a<'
file='a</script><b onclick=x>.gc'
sed 's/nothing_freed in pair fail/nothing_freed in pair hold/' "$top_srcdir/tests/run/verify.gc" >"$file"
"$GCDSL" verify "$file" --report report.html >said 2>&1 || :
HOME=$PWD/home node "$top_srcdir/trace/tests/report.mjs" "$modules" "$BROWSER" report.html >cells
cat >tests.gc <<'EOF'
litmus first {
  location x = 0, y = 0;
  thread { store(x, 1, relaxed); let a = load(y, relaxed); }
  thread { store(y, 1, relaxed); let b = load(x, relaxed); }
  observe a, b;
  allowed   (a == 1 or b == 1);
  forbidden (a == 0 and b == 0);
}
litmus second {
  location x = 0, y = 0;
  thread { store(x, 1, relaxed); let a = load(y, relaxed); }
  thread { store(y, 1, relaxed); let b = load(x, relaxed); }
  observe a, b;
  allowed   (a == 0 and b == 0);
  allowed   (a == 1 or b == 1);
}
EOF
"$GCDSL" litmus tests.gc --memory sc,tso --report litmus.html >said 2>&1 || :
HOME=$PWD/home node "$top_srcdir/trace/tests/report-litmus.mjs" "$modules" "$BROWSER" litmus.html >tests
printf 'all verify.gc --each-property --no-mutants\n' >parts.campaign
cp "$top_srcdir/tests/run/verify.gc" .
"$GCDSL" verify --campaign ./parts.campaign --report each.html >said 2>&1 || :
HOME=$PWD/home node "$top_srcdir/trace/tests/report-each.mjs" "$modules" "$BROWSER" each.html >each
"$GCDSL" verify "$top_srcdir/tests/run/coverage.gc" --report coverage.html >said 2>&1 || :
HOME=$PWD/home node "$top_srcdir/trace/tests/report-coverage.mjs" "$modules" "$BROWSER" coverage.html >coverage
for page in cells tests each coverage; do
	tap_is "$page: nothing is wrong" "$(grep -v '^ok' $page)" "1..$(grep -c '^ok' $page)"
done
tap_is 'pages of all sorts were looked at' "$(cat cells tests each coverage | grep -c 'nothing complains')" 4
tap_done
