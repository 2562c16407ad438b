#!/bin/sh
# accepted.sh: of what `gcdsl check' accepts models and C can be made, which SPIN and C
# compilers take without a word, unless it is a limit of a target (E09xx).
#
#	accepted.sh                     as many as some seconds allow (SEED=…, COUNT=…)
#	accepted.sh --long COUNT SEED   so many accepted specifications; what is wrong is left
#	                                in accepted.d
#
# Half of the specifications are whole small collectors, the others are about kernels.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
runtime=$top_srcdir/runtime
flags="-std=c11 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Werror"

# generate NUMBER SEED: writes a specification to standard output.
generate () {
	if [ $(($1 % 2)) -eq 0 ]; then
		"$top_builddir/tests/differential/differential" -c 1 -s "$2" -p $(($1 * 7))
	else
		"$top_builddir/tests/differential/kernels/kernels" -s $(($2 + $1)) -p
		echo 'scenario s { objects a, b;  a.field = { b };  mutator m (stack = { a }) { collect; } }'
	fi
}

# limit FILE: whether FILE has only reports about limits of this release or of a target.
limit () {
	codes=$(sed -n 's/.*: error: .*\[\(E[0-9]*\)\]$/\1/p' "$1")
	[ -n "$codes" ] && [ -z "$(printf '%s\n' "$codes" | grep -v '^E09[0-2]')" ]
}

# make_target TARGET: returns 0 if it was made, 1 if a limit prevents it. Otherwise sets wrong.
make_target () {
	rm -rf "$1"
	"$GCDSL" compile spec.gc --target "$1" -o "$1" >"said.$1" 2>&1 && return 0
	status=$?
	if [ $status -ne 2 ] || ! limit "said.$1"; then
		wrong="$1 is not made (status $status): $(grep error "said.$1" | head -n 1)"
	fi
	return 1
}

check_model () {
	command -v "${SPIN:-spin}" >/dev/null || return 0
	(cd promela && "${SPIN:-spin}" -a spec.pml) >said.spin 2>&1 &&
		! grep -qi 'error\|warning' said.spin ||
		wrong="spin -a: $(head -n 1 said.spin)"
}

# check_c NAME
check_c () {
	for cc in gcc clang; do
		command -v $cc >/dev/null || continue
		# clang warns of the same without optimising
		if [ $cc = gcc ] || tap_all; then optimised=-O1; else optimised=-O0; fi
		# shellcheck disable=SC2086 # several flags
		$cc $flags $optimised -c -o spec.o -I"$runtime/api" -I"$runtime/src" -Ic \
			-I"$top_srcdir/tests/cgen" -I"$top_srcdir/examples/clients" -DGC_ATTRS="\"$1-attrs.h\"" \
			-DGC_EMBEDDER='"embedder-with-warnings.h"' "c/$1.c" >said.cc 2>&1 ||
			wrong="$cc: $(grep -m 1 'error' said.cc)"
	done
}

# check_one NUMBER SEED: runs in a folder of its own, and sets accepted, wrong, models, programs.
check_one () {
	accepted=0 wrong=
	generate "$1" "$2" >spec.gc
	if ! "$GCDSL" check spec.gc >said.check 2>&1; then
		[ $? -le 2 ] || wrong="check: $(tail -n 1 said.check)"
		return
	fi
	accepted=1
	! make_target promela || { models=$((models + 1)); check_model; }
	! make_target c || {
		programs=$((programs + 1))
		check_c "$(sed -n 's/^collector \([a-z]*\);.*/\1/p' spec.gc)"
	}
}

# run COUNT SEED FOLDER [MOST]: runs until COUNT were accepted, or MOST were wrong.  Sets total and bad.
run () {
	total=0 bad=0 models=0 programs=0 number=0
	mkdir -p "$3/here"
	cd "$3/here" || exit 1
	while [ $total -lt "$1" ] && [ $bad -lt "${4-$1}" ]; do
		check_one $number "$2"
		total=$((total + accepted))
		if [ -n "$wrong" ]; then
			bad=$((bad + 1))
			cp spec.gc "../$number.gc"
			echo "$number: $wrong"
		fi
		number=$((number + 1))
	done
	cd ../.. || exit 1
	rm -rf "$3/here"
	echo "seed $2: $total accepted of $number; $models models, $programs programs in C;" \
		"$bad wrong"
}

if [ "${1:-}" = --long ]; then
	run "$2" "$3" accepted.d
	exit $((bad > 0))
fi

tap_scratch
seed=${SEED:-20260901}
count=2
! tap_all || count=6
count=${COUNT:-$count}
said=$(run "$count" "$seed" here)
tap_is "$count accepted specifications of seed $seed: models and C are made of all" \
	"$(printf '%s\n' "$said" | sed -n 's/.*; \([0-9]* wrong\)$/\1/p')" '0 wrong'
printf '%s\n' "$said" | sed 's/^/# /'

# The purpose of this test: wrong emitters are noticed.
mkdir -p fake
cat >fake/gcdsl <<'END'
#!/bin/sh
"$REAL_GCDSL" "$@" || exit
[ "$1" = compile ] || exit 0
case $* in
*"$BREAK"*) eval "$SPOIL" ;;
esac
END
chmod +x fake/gcdsl
export REAL_GCDSL="$GCDSL" BREAK SPOIL

# spoiled WHAT TARGET COMMAND: COMMAND, run after each compilation to TARGET, must be noticed.
spoiled () {
	BREAK="--target $2" SPOIL=$3
	rm -rf there
	said=$(GCDSL=$PWD/fake/gcdsl && run 3 "$seed" there 1)
	case $said in
	*' 0 wrong') tap_not_ok "$1 is noticed" "$said" ;;
	*) tap_ok "$1 is noticed" ;;
	esac
}
spoiled 'an unused function' c \
	'for file in c/*.c; do echo "static int unused(void) { return 1; }" >>"$file"; done'
spoiled 'a target that is refused without a reason of its own' c \
	'echo "spec.gc:1:1: error: no [E0301]"; exit 2'
spoiled 'a crash' promela 'kill -SEGV $$'
command -v "${SPIN:-spin}" >/dev/null &&
	spoiled 'a model that SPIN does not read' promela 'echo "proctype {" >>promela/spec.pml' ||
	tap_skip 'a model that SPIN does not read is noticed' 'no spin'
tap_done
