#!/bin/sh
# Includes point down only: base <- syntax <- sema <- ir <- the two backends <-
# driver.  Facts about a model come before its steps, and steps before their text.  A backend sees neither the other nor the tree; running models needs
# no IR; the runtime and the programs that use it know nothing of the compiler.
. "${top_srcdir:=.}/tests/tap.sh"
. "$top_srcdir/tests/style/files.sh"
tap_scratch

# upward ROOT FILE…: prints `FILE:LINE: …' for each include that is not allowed.
upward () {
	root=$1
	shift
	(cd "$root" && "${AWK:-awk}" '
	# The part that a file belongs to: itself, or the longest folder that has a rule.
	function part(name, folder) {
		folder = name
		while (!(folder in may))
			if (!sub(/\/[^\/]*$/, "", folder))
				return ""
		return folder
	}
	function allowed(from, to, i, n, list) {
		n = split(may[from], list, " ")
		for (i = 1; i <= n; i++)
			if (list[i] == to)
				return 1
		return 0
	}
	BEGIN {
		base = "compiler/base"
		may[base] = base
		may["compiler/syntax"] = base " compiler/syntax"
		may["compiler/sema"] = may["compiler/syntax"] " compiler/sema"
		may["compiler/ir"] = may["compiler/sema"] " compiler/ir"
		# The rows of this one file say what conditions mean, and both backends expand them.
		machine = "runtime/src/gcrt-machine.def"
		may[machine] = machine
		may[base] = base " " machine
		pml = "promela-backend/pml.h" # what models are asked for with
		may[pml] = base " compiler/ir"
		rules = "promela-backend/support/memory-rules.pml" # what the models go by is C, too
		may[rules] = rules
		may["promela-backend/facts"] = may[pml] " " pml " " rules " promela-backend/facts " machine
		may["promela-backend/steps"] = may["promela-backend/facts"] " promela-backend/steps" \
			" promela-backend/events.def"
		may["promela-backend"] = may["promela-backend/steps"] " promela-backend"
		may["promela-backend/litmus"] = may["promela-backend"] " trace promela-backend/trail promela-backend/litmus"
		may["promela-backend/campaign"] = base " " pml " promela-backend/campaign"
		may["promela-backend/campaign/engine"] = may["promela-backend/campaign"] \
			" promela-backend/campaign/engine"
		# Models print these, and the trail is read by them.
		events = "promela-backend/events.def"
		may[events] = events
		may["trace"] = base " trace"
		may["promela-backend/trail"] = may[pml] " " pml " trace promela-backend/trail " events
		may["c-backend"] = base " compiler/ir c-backend"
		may["c-backend/support"] = "c-backend/support" # lies beside generated C
		may["compiler/import"] = may["compiler/syntax"] " compiler/import"
		may["agree"] = may[pml] " " pml " promela-backend/campaign c-backend explore agree"
		may["agree/driver"] = "runtime agree/driver" # lies beside generated C
		may["compiler/driver"] = may["compiler/ir"] " compiler/import " pml " promela-backend/campaign promela-backend/campaign/engine" \
			" trace promela-backend/trail promela-backend/litmus c-backend agree compiler/driver"
		may["runtime"] = "runtime"
		may["explore"] = "explore"
		may["examples"] = "runtime examples"
	}
	/^[ \t]*#[ \t]*include[ \t]*[<"]/ {
		from = part(FILENAME)
		if (from == "")
			next
		local = $0 ~ /include[ \t]*"/
		name = $0
		sub(/^[^<"]*[<"]/, "", name)
		sub(/[>"].*/, "", name)
		to = part(name)
		where = FILENAME ":" FNR ": " from " includes " name
		if (to != "" && !allowed(from, to))
			print where
		else if (to == "" && name ~ /\.\.\//)
			print where ", not named from the top"
		else if (to == "" && local && from !~ /^(runtime|examples|c-backend\/support|agree\/driver)$/)
			print where ", not named from the top"
	}' "$@")
}

# shellcheck disable=SC2046 # no name has a blank
set -- $(style_files '*.c' '*.h' '*.l' '*.y' '*.def')
found=$(upward "$top_srcdir" "$@")
tap_is 'no include points up' "$found" ''
[ $# -gt 10 ] && tap_ok "$# files looked at" || tap_not_ok "$# files looked at"

# plant FILE INCLUDE: would it be noticed there?
plant () {
	rm -rf tree
	mkdir -p "tree/$(dirname "$1")"
	printf '/* planted */\n#include %s\n' "$2" > "tree/$1"
	case $(upward tree "$1") in
	"$1:2: "*) tap_ok "noticed: $1 includes $2" ;;
	*) tap_not_ok "noticed: $1 includes $2" ;;
	esac
}
plant compiler/base/x.c '"compiler/syntax/ast.h"'
plant compiler/syntax/x.c '"compiler/sema/sema.h"'
plant compiler/sema/x.c '"compiler/ir/ir.h"'
plant compiler/ir/x.c '"promela-backend/pml.h"'
plant compiler/ir/x.c '"compiler/driver/driver.h"'
plant compiler/sema/x.c '"../ir/ir.h"'
plant compiler/base/x.c '<compiler/ir/ir.h>'
plant compiler/base/x.c '"ast.h"'
plant compiler/import/x.c '"compiler/sema/sema.h"'
plant promela-backend/x.c '"c-backend/cgen.h"'
plant promela-backend/x.c '"compiler/sema/sema.h"'
plant promela-backend/facts/x.c '"promela-backend/steps/expr.h"'
plant promela-backend/steps/x.c '"promela-backend/emit-code.h"'
plant promela-backend/facts/x.c '"promela-backend/support/memory-sc.pml"'
plant promela-backend/trail/x.c '"promela-backend/facts/model.h"'
plant agree/x.c '"compiler/driver/driver.h"'
plant agree/driver/x.c '"compiler/base/arena.h"'
plant explore/src/x.c '"runtime/src/gcrt-sync.h"'
plant compiler/driver/x.c '"promela-backend/steps/op.h"'
plant promela-backend/campaign/x.c '"compiler/ir/ir.h"'
plant promela-backend/campaign/x.c '"promela-backend/campaign/engine/engine.h"'
plant c-backend/x.c '"promela-backend/pml.h"'
plant c-backend/x.c '"compiler/syntax/ast.h"'
plant runtime/src/x.c '"compiler/base/arena.h"'
plant runtime/src/x.c '"../../compiler/base/arena.h"'
plant compiler/driver/x.c '"runtime/api/gc-api.h"'
plant examples/clients/x.c '"compiler/base/arena.h"'

tap_done
