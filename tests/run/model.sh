# tests/run/model.sh: running models in tests.
# shellcheck shell=sh disable=SC2034,SC2154
emit_model=$top_builddir/tests/run/emit-model

# Without spin nothing can be tested.
model_needs_spin () {
	command -v "${SPIN:=spin}" > /dev/null || tap_plan skip 'spin is not installed'
}

# model_begin [any]: a folder for models, and a compiler that is quick (tap_quick_cc), if there are the tools.
model_begin () {
	model_needs_spin
	command -v gcc > /dev/null || tap_plan skip 'gcc is not installed'
	tap_scratch
	tap_quick_cc "$@"
}

# model SPEC SCENARIO OPTION…: emits, builds and runs a model in ./model.  Sets
#   model_verdict   holds; the property that failed; assert, bound; ltl; or
#                   broken (with its output as diagnostics)
#   model_states    states stored
# model_edit is a sed script that the model is edited with first.
model () {
	model_once "$@"
	# as verify does: if a folding is not sound here, it is left out
	[ "$model_verdict" != fold ] || model_once "$@" -n 64
	[ "$model_verdict" != fold ] || model_once "$@" -n 511
}

model_once () {
	model_spec=$1 model_scenario=$2
	shift 2
	rm -rf model
	model_verdict=broken model_states=0
	"$emit_model" "$@" "$model_spec" "$model_scenario" model > emit.out 2>&1 || {
		sed 's/^/# /' emit.out
		return
	}
	[ -z "${model_edit-}" ] || sed -i "$model_edit" model/model.pml
	model_build "$(sed -n 's/^ \*   cc\(.*\) -o pan .*/\1/p' model/model.pml)" &&
		model_run "$(sed -n 's/^ \*   cc .*\.\/pan //p' model/model.pml)"
}

model_build () {
	# shellcheck disable=SC2086
	(cd model && "$SPIN" -a model.pml && ${GCDSL_CC:-${CC:-cc}} -O0 -w $1 -o pan pan.c) > build.out 2>&1 || {
		sed 's/^/# /' build.out
		return 1
	}
}

# Few runs are long, and pan clears room for the longest: it is asked for only when it is needed.
model_run () {
	# shellcheck disable=SC2086
	(cd model && ./pan ${1%%-m1000000*} -m20000 ${1#*-m1000000}) > run.out 2>&1
	if grep -q 'max search depth too small' run.out; then
		# shellcheck disable=SC2086
		(cd model && ./pan $1) > run.out 2>&1
	fi
	model_states=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' run.out)
	case $(grep -E '^pan:1:|^error:' run.out) in
	'') grep -q 'errors: 0$' run.out && model_verdict=holds ;;
	*'failed_property!='*)
		model_verdict=$(sed -n 's/.*failed_property!=\([0-9]*\).*/\1/p' run.out)
		case $model_verdict in
		252) model_verdict='fold' ;;
		250 | 253) model_verdict=bound ;;
		254) model_verdict=assert ;;
		*) model_verdict=$(sed -n "s/^ \*   $model_verdict \(.*\)/\1/p" model/model.pml) ;;
		esac ;;
	*'non-progress cycle'* | *'invalid end state'*) model_verdict=cycle_ends ;;
	*'acceptance cycle'* | *'assertion violated  !('*) model_verdict=ltl ;;
	esac
	[ "$model_verdict" != broken ] || sed 's/^/# /' run.out
}
