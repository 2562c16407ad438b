#!/bin/sh
# `gcdsl verify --junit': what each outcome is, and that the file is well-formed whatever names and tools say.  All
# tools are fakes, so this needs no spin.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/run/fake-tools.sh"
tap_long
tap_scratch
tap_no_verifiers
fake_tools
cp "$top_srcdir/tests/run/verify.gc" .

# strict FILE: reads XML as it is defined, and says what is wrong: bytes that may not be there, elements that do not
# match, attributes that are not quoted or come twice, characters that are not escaped, and sums that are wrong.
strict () {
	LC_ALL=C tr -d '\t\n\r\040-\176\200-\377' <"$1" | LC_ALL=C od -An -c | head -n 1
	"${AWK:-awk}" '
		function bad(what) { print FILENAME ": " what; failed = 1 }
		function check_text(text) {
			gsub(/&(amp|lt|gt|quot|#9|#10|#13);/, "", text)
			if (text ~ /[&<>]/) bad("not escaped: " text)
		}
		function attributes(text,   name, value, seen) {
			while (match(text, /^[ ]+[a-z]+="[^"<]*"/)) {
				name = substr(text, 2, index(text, "=") - 2)
				value = substr(text, length(name) + 4, RLENGTH - length(name) - 4)
				if (name in seen) bad("twice: " name)
				seen[name] = 1
				check_text(value)
				if (value ~ /[\t\n\r]/) bad("a line break in " name)
				of[depth, name] = value
				text = substr(text, RLENGTH + 1)
			}
			if (text !~ /^[ ]*$/) bad("no attribute: " text)
		}
		function sums(   i, name) {
			split("tests failures errors skipped", names, " ")
			for (i = 1; i <= 4; i++) {
				name = names[i]
				if (of[depth, name] != count[depth, name] + 0)
					bad(stack[depth] " has " count[depth, name] + 0 " " name ", not " of[depth, name])
				count[depth - 1, name] += count[depth, name]
				count[depth, name] = 0
			}
		}
		function opened(name) {
			if (name == "testcase") count[depth - 1, "tests"]++
			if (name == "failure" || name == "error") count[depth - 2, name "s"]++
			if (name == "skipped") count[depth - 2, "skipped"]++
		}
		function closed(name) {
			if (depth == 0 || stack[depth] != name) bad("</" name "> closes <" stack[depth] ">")
			if (name ~ /^testsuite/) sums()
			depth--
		}
		{ all = all (NR > 1 ? "\n" : "") $0 }
		END {
			if (index(all, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ") != 1) bad("its beginning")
			all = substr(all, index(all, "\n") + 1)
			while ((at = index(all, "<")) > 0) {
				check_text(substr(all, 1, at - 1))
				if (depth == 0 && substr(all, 1, at - 1) !~ /^[ \n]*$/) bad("text outside")
				end = index(all, ">")
				if (!end) { bad("a tag does not end"); break }
				tag = substr(all, at + 1, end - at - 1)
				all = substr(all, end + 1)
				if (tag ~ /^\//) { closed(substr(tag, 2)); continue }
				name = tag
				sub(/[ \/].*/, "", name)
				stack[++depth] = name
				opened(name)
				rest = substr(tag, length(name) + 1)
				empty = sub(/\/$/, "", rest)
				attributes(rest)
				elements[name]++
				if (empty) closed(name)
			}
			if (depth) bad("not closed: " stack[depth])
			if (all !~ /^[ \n]*$/) bad("after the end: " all)
			if (elements["testsuites"] != 1) bad(elements["testsuites"] " roots")
			exit failed
		}' "$1"
}
# sound WHAT FILE
sound () {
	tap_is "$1: well-formed" "$(strict "$2")" ''
	if command -v xmllint >/dev/null 2>&1; then
		tap_is "$1: xmllint agrees" "$(xmllint --noout "$2" 2>&1)" ''
	else
		tap_skip "$1: xmllint agrees" 'xmllint is missing'
	fi
}
verify () { # PAN [ARGUMENT…]
	FAKE_PAN=$1
	export FAKE_PAN
	shift
	"$GCDSL" verify --no-cache --results kept --property none_lost --junit j.xml "$@" >out 2>err && status=0 || status=$?
	unset FAKE_PAN
}
cases () { sed -n 's/^  <testcase classname="\(.*\)" name="\(.*\)" time="[0-9.]*"\/*>$/\1 \2/p' j.xml; }
totals () { sed -n 's/^<testsuites name="gcdsl" \(.*\) time=.*/\1/p' j.xml | tr -d '"'; }

verify '' verify.gc --no-mutants
sound 'all is well' j.xml
tap_is 'a test case for each cell' "$status $(cases | tr '\n' ';')" '0 verify.gc one sc any;verify.gc pair sc any;'
tap_is 'all are counted, and none failed' "$(totals)" 'tests=2 failures=0 errors=0 skipped=0'
verify '' verify.gc
sound 'a mutant' j.xml
tap_is 'a mutant that is not caught is a failure' "$(totals) $(cases | tail -n 1) $(
	grep -c '<failure message="not caught: nothing that should catch the mutant fails" type="differs">' j.xml)" \
	'tests=3 failures=1 errors=0 skipped=0 verify.gc mutant early_sweep 1'
tap_is 'and says how to try it again' "$(grep -c '^to try it again: gcdsl verify verify.gc --mutant early_sweep$' j.xml)" 1
verify fails verify.gc
sound 'failures' j.xml
tap_is 'a mutant that is caught is none' "$status $(totals)" '1 tests=3 failures=2 errors=0 skipped=0'
tap_is 'what fails' "$(grep -c '<failure message="none_lost fails, and is expected to hold" type="differs">' j.xml) $(
	grep -c '^to see it again: gcdsl trace verify.gc --scenario [a-z]* --workers any --property none_lost$' j.xml)" '2 2'
verify limit verify.gc --no-mutants
sound 'limits' j.xml
tap_is 'an inconclusive search is an error, and no pass' "$status $(totals) $(
	grep -c '<error message="inconclusive: the memory limit was reached' j.xml)" '3 tests=2 failures=0 errors=2 skipped=0 2'
verify killed verify.gc --no-mutants
tap_is 'a tool that fails is an error' "$status $(totals) $(
	grep -c '<error message="tool failed: pan was killed by signal 11[^"]*" type="tool failed">' j.xml)" '4 tests=2 failures=0 errors=2 skipped=0 2'
verify garbage verify.gc --no-mutants
sound 'control characters' j.xml
tap_is 'what a tool says is there, mended' "$(grep -c "a�b�\[1m\]\]&gt;�&lt;&amp;&gt;&quot;" j.xml)" 2

# Any bytes can be in the name of a file.
name=$(printf 'a\001\033<b>&"\047]]>\tc\nd\r\377\302\355\240\200\357\277\276é.gc')
cp verify.gc "./$name"
verify fails "$name" --no-mutants
sound 'a name with any bytes' j.xml
tap_is 'the name is mended and escaped' "$(grep -c \
	'<testsuite name="a��&lt;b&gt;&amp;&quot;.]]&gt;&#9;c&#10;d&#13;����é.gc" ' j.xml)" 1

# Several files, one of them wrong.
sed 's/let r = load(s)/let r = lode(s)/' verify.gc >wrong.gc
verify '' verify.gc wrong.gc --no-mutants
sound 'two files' j.xml
tap_is 'a file that is wrong has a suite that says so' "$status $(totals) $(grep -c '<testsuite ' j.xml) $(
	grep -c '<testcase classname="wrong.gc" name="specification"' j.xml)" '2 tests=3 failures=0 errors=1 skipped=0 2 1'

# Interrupted.
FAKE_PAN=waits "$GCDSL" verify verify.gc wrong.gc --no-mutants --no-cache --results kept --property none_lost \
	--junit j.xml -j 2 >out 2>err &
verifying=$!
fake_wait
kill -TERM $verifying
wait $verifying
: >go
sound 'interrupted' j.xml
tap_is 'what was not run is skipped' "$(totals) $(grep -c '<skipped message="' j.xml)" 'tests=3 failures=0 errors=0 skipped=2 2'

# A result that is kept has taken no time.
"$GCDSL" verify verify.gc --no-mutants --results twice --property none_lost >out 2>&1
"$GCDSL" verify verify.gc --no-mutants --results twice --property none_lost --junit j.xml >out 2>&1
tap_is 'kept results have taken no time' "$(grep -c '<testcase .* time="0.000"/>' j.xml)" 2

# Where it cannot be written.
for line in 'no/such/j.xml:4:cannot write no/such/j.xml' '-:2:cannot be standard output' ':2:needs the name of a file' \
	'verify.gc:2:would replace the specification' '.:4:cannot write'
do
	path=${line%%:*} rest=${line#*:}
	"$GCDSL" verify verify.gc --results twice --junit "$path" >out 2>err && status=0 || status=$?
	tap_is "--junit '$path'" "$status $(grep -c "${rest#*:}" err)" "${rest%%:*} 1"
done
"$GCDSL" verify verify.gc --junit x --report x >out 2>err && status=0 || status=$?
tap_is 'two files of one name' "$status $(grep -c -e '--report and --junit both write x' err)" '2 1'
tap_is 'nothing is left behind' "$(find . -maxdepth 1 \( -name '*j.xml?*' -o -name '*x.*' ! -name '*.xml' \) | head -n 3)" ''

# The strict reader finds what is wrong.
verify fails verify.gc --no-mutants
for change in 's/<\/testcase>//' 's/&amp;/\&/; s/ and is/ \& is/' 's/ name="one/ name="one" name="two/' \
	's/failures="2"/failures="1"/' 's/"verify.gc"/verify.gc/' 's/<failure message="none/<failure message="<none/' \
	's/ expected/ \x01/' '1s/1.0/1.1/' '$s/$/x/' 's/<testsuite /<testsuites /'; do
	sed "$change" j.xml >planted.xml
	[ -n "$(strict planted.xml)" ] && tap_ok "planted: $change" || tap_not_ok "planted: $change"
done

# Litmus tests.
tap_is 'litmus tests: the option is there' "$("$GCDSL" litmus --help | grep -c -e --junit)" 1
if command -v spin >/dev/null 2>&1 && command -v gcc >/dev/null 2>&1; then
	unset SPIN GCDSL_CC
	tap_quick_cc
	printf 'litmus sb {\nlocation x = 0, y = 0;\nthread { store(x, 1, relaxed); let a = load(y, relaxed); }
		thread { store(y, 1, relaxed); let b = load(x, relaxed); }\nobserve a, b;\nallowed (a == 1 or b == 1);
		forbidden (a == 0 and b == 0) under sc, tso; }\n' >sb.gc
	"$GCDSL" verify sb.gc --memory sc,tso --results kept --junit j.xml >out 2>&1 && status=0 || status=$?
	sound 'litmus' j.xml
	tap_is 'a litmus test has a case for each memory model' "$status $(cases | tr '\n' ';') $(totals)" \
		'1 sb.gc litmus sb sc;sb.gc litmus sb tso; tests=2 failures=1 errors=0 skipped=0'
	tap_is 'a claim that is not true is a failure' "$(grep -c '<failure message="a claim is not true"' j.xml) $(
		grep -c 'gcdsl trace sb.gc --scenario sb --memory tso' j.xml)" '1 1'
else
	tap_skip 'litmus' 'spin or gcc is not installed'
fi
tap_done
