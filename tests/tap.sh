# tests/tap.sh: the Test Anything Protocol, for tests written in POSIX shell.
# shellcheck shell=sh
#
# A test starts with
#
#	. "${top_srcdir:=.}/tests/tap.sh"
#	tap_scratch             # a directory of its own, made the current one
#
# then reports each check with one of the functions below, and ends with
# tap_done, which prints the plan.  (A test that knows its plan may print it
# first with tap_plan N.)  A test that dies half-way has no plan, and the
# harness calls that an error.  The harness sets, as absolute names:
# top_srcdir, top_builddir, GCDSL (the program), CC, SPIN, AWK.

tap_count=0
tap_failures=0
tap_planned=
tap_home=$(pwd)

# tap_plan N: this test makes N checks.
# tap_plan skip REASON: it cannot run here at all; ends it.
tap_plan () {
	if [ "$1" = skip ]; then
		echo "1..0 # SKIP $2"
		exit 0
	fi
	tap_planned=$1
	echo "1..$1"
}

# tap_long: this test is long, and nothing in it depends on where the program was
# built or from which files: it is left out when a release is only tried
# (GCDSL_TESTS=packaging), for the same sources have passed it.
tap_long () {
	[ "${GCDSL_TESTS:-}" != packaging ] || tap_plan skip 'only what was packed is tested'
}

# tap_all: whether all is to be tried, also what takes long
# (GCDSL_TESTS=all, as .ci/run has it).
tap_all () {
	[ "${GCDSL_TESTS:-}" = all ]
}

# tap_rest: what follows takes long, and is left out unless all is to be tried.
tap_rest () {
	tap_all || tap_done
}

# tap_every N: true for each Nth call, or for each if all is to be tried.
tap_turn=0
tap_every () {
	tap_turn=$(((tap_turn + 1) % $1))
	tap_all || [ "$tap_turn" -eq 0 ]
}

# tap_ok DESCRIPTION
tap_ok () {
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1"
}

# tap_not_ok DESCRIPTION [DIAGNOSTIC…]: each diagnostic may have many lines.
tap_not_ok () {
	tap_count=$((tap_count + 1))
	tap_failures=$((tap_failures + 1))
	echo "not ok $tap_count - $1"
	shift
	for tap_text; do
		printf '%s\n' "$tap_text" | sed 's/^/# /'
	done
}

# tap_skip DESCRIPTION REASON: this one check cannot be made here.
tap_skip () {
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1 # SKIP $2"
}

# tap_is DESCRIPTION ACTUAL EXPECTED: are the two strings equal?
tap_is () {
	if [ "$2" = "$3" ]; then
		tap_ok "$1"
	else
		tap_not_ok "$1" "expected:" "$3" "actual:" "$2"
	fi
}

# tap_same DESCRIPTION ACTUAL-FILE EXPECTED-FILE: are the two files equal?
tap_same () {
	if tap_diff=$(diff -u "$3" "$2" 2>&1); then
		tap_ok "$1"
	else
		tap_not_ok "$1" "$(printf '%s\n' "$tap_diff" | head -n 60)"
	fi
}

# tap_run DESCRIPTION COMMAND…: does the command succeed?
# tap_run_status DESCRIPTION STATUS COMMAND…: does it end with that status?
# Both show the end of its output when not.
tap_run () {
	tap_what=$1
	shift
	tap_run_status "$tap_what" 0 "$@"
}
tap_run_status () {
	tap_what=$1
	tap_wanted=$2
	shift 2
	tap_output=$("$@" 2>&1) && tap_status=0 || tap_status=$?
	if [ "$tap_status" -eq "$tap_wanted" ]; then
		tap_ok "$tap_what"
	else
		tap_not_ok "$tap_what" "exit status $tap_status, not $tap_wanted: $*" \
			"$(printf '%s\n' "$tap_output" | tail -n 40)"
	fi
}

# tap_scratch: makes an empty directory below the current one, goes there, and
# has it removed when the test ends (kept when TAP_KEEP is set).  What gcdsl keeps is kept
# there, so that no test takes the results of an earlier run.
tap_scratch () {
	tap_directory=$(mktemp -d "$tap_home/tap.XXXXXX") || exit 99
	cd "$tap_directory" || exit 99
	XDG_CACHE_HOME=$tap_directory/cache
	export XDG_CACHE_HOME
	tap_share_verifiers
	trap tap_clean EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 143' TERM
}
# Verifiers that tests have compiled are for all of them: the names say what they are made from.  Results
# are each test's own.
tap_share_verifiers () {
	case ${top_builddir-} in
	/*)
		mkdir -p "$top_builddir/tests/objects/verifiers" "$XDG_CACHE_HOME/gcdsl"
		ln -s "$top_builddir/tests/objects/verifiers" "$XDG_CACHE_HOME/gcdsl/verifiers"
		;;
	esac
}
# tap_no_verifiers: this test is about compiling them, and none is kept.
tap_no_verifiers () {
	mkdir -p "$XDG_CACHE_HOME/gcdsl"
	rm -rf "$XDG_CACHE_HOME/gcdsl/verifiers"
	: >"$XDG_CACHE_HOME/gcdsl/verifiers"
}
tap_clean () {
	cd "$tap_home" || return
	if [ -n "${TAP_KEEP-}" ]; then
		echo "# kept: $tap_directory"
	else
		chmod -R u+rwX "$tap_directory" 2>/dev/null
		rm -rf "$tap_directory"
	fi
}

# tap_quick_cc [any]: for tests that are about models and verdicts.  Sets GCDSL_CC, so that
# verifiers are made quickly (tests/quick-cc), which for most takes longer than the search does.
# any: any trail will do, and the verifier that looks for a shorter one is not made.
tap_quick_cc () {
	GCDSL_CC=$(cd "$top_srcdir/tests" && pwd)/quick-cc${1:+-$1}
	export GCDSL_CC
}

# tap_done: prints the plan when there was none; exits 0 if all was well.
tap_done () {
	[ -n "$tap_planned" ] || echo "1..$tap_count"
	[ "$tap_failures" -eq 0 ] || exit 1
	exit 0
}
