#!/bin/sh
# directed.sh: the C does what a run of the model does, with the run as its scheduler.
. "${top_srcdir:=.}/tests/agree/begin.sh"
examples=$top_srcdir/examples
specification=$examples/stw.gc

# story MUTANT: its story is MUTANT.json.
story () {
	"$GCDSL" trace --json "$specification" --mutant "$1" > "$1.json" 2> message
}

# direct STORY OPTION…: the status, and what is reported of it.  $compiler: a C compiler, or nothing.
compiler='' before=''
direct () {
	env ${compiler:+"GCDSL_CC=$compiler"} PATH="$before$PATH" "$GCDSL" explore "$specification" --follow "$@" --directed > said 2>&1 && status=0 || status=$?
	echo "status $status"
	sed -n -e 's/^directed:.*/directed/p' -e 's/^not directed: with the story as its scheduler //p' \
		-e 's/^VIOLATION: \([a-z_]*\).*/VIOLATION \1/p' -e 's/^It is not decided[^:]*: //p' \
		-e '/another one:$/p' -e '/: the model has/p' said
}

# A bucket opens while a unit runs.  The runtime does not do that.
story looks_at_queue
tap_is 'a bucket opens early' "$(direct looks_at_queue.json)" 'status 0
directed
VIOLATION none_lost'
tap_is 'each step is compared' "$(grep 'steps of the story' said)" \
	'10 of the 10 steps of the story have events in C.  After each of them what can be read of the state of the C is as in the story.'
tap_is 'all of the state is read' "$(grep -c 'could not be read\|is not compared' said)" 0

# Each of the next is one mistake: of the story, of the C, or of the runtime.
# changed WHAT SCRIPT SAID: the story with another state, or another order of steps.
changed () {
	sed "$2" looks_at_queue.json > changed.json
	tap_is "$1" "$(cmp -s looks_at_queue.json changed.json || direct changed.json)" "$3"
}

changed 'a value is another one' '7s/"metadata":{"mark":0}/"metadata":{"mark":1}/' \
'status 1
the C does not do it
After step 6 of the story (event 13 of 19) the state of the C is another one:
a.mark: the model has 1, the C has 0'
if tap_all; then
	# Steps 7 and 8: mark_obj(a) begins, sweep opens.
	changed 'a bucket opens too early' '8{h;d;};9G' \
"status 1
the C does not do it: in C the condition for \`open sweep' does not hold there"
	# Steps 6 and 7: mark_obj(a) is emitted, and begins.
	changed 'a unit begins before it is emitted' '7{h;d;};8G' \
'status 1
the C does not do it: in C no such unit waits there that may run'
	# Steps 3 and 4: the collector asks, and m stops.
	changed 'a mutator stops before it is asked to' '4{h;d;};5G' \
'status 1
the C does not do it: in C nobody has asked the mutators to stop'
	changed 'a bucket is open' '8s/"sweep":false/"sweep":true/' \
'status 1
the C does not do it
After step 7 of the story (event 14 of 19) the state of the C is another one:
bucket sweep: the model has open, the C has closed'
	# The property is one that holds in this C.
	# shellcheck disable=SC2016 # a script of sed
	changed 'no unit is there twice' '$s/"property":"none_lost"/"property":"unit_unique"/' \
'status 3
directed
in C no such unit is there twice.'
fi

# The generated C has a mistake: the unit stores another mark.
# What is found instead of gcc has the same name, so that nothing else is compiled again.
mkdir storing
cat > storing/gcc << END
#!/bin/sh
gcc=$(command -v gcc)
END
cat >> storing/gcc << 'END'
[ ! -f stw.c ] || sed -i 's/gcrt_modify(fetch_or, gcrt_metadata(o_, STW_META_mark), 1/gcrt_modify(fetch_or, gcrt_metadata(o_, STW_META_mark), 0/' stw.c
exec "$gcc" "$@"
END
chmod +x storing/gcc
story marks_stay
before=$PWD/storing:
tap_is 'C that stores another value' "$(direct marks_stay.json |
	sed 's/ [0-9]* of the story (event [0-9]* of [0-9]*)//')" 'status 1
the C does not do it
After step the state of the C is another one:
a.mark: the model has 1, the C has 0'
before=''
rm -rf cache/gcdsl/results*
if tap_all; then
	tap_is 'the C without this mistake' "$(direct marks_stay.json | sed 1q)" 'status 0'
	# The runtime has a mistake in what its conditions ask for, or in the fill of a bucket.
	# runtime FILE SCRIPT SAID
	runtime () {
		cat > runtime-gcc << END
#!/bin/sh
for file; do case \$file in */runtime/$1) sed -i '$2' "\$file" ;; esac; done
exec gcc "\$@"
END
		chmod +x runtime-gcc
		compiler=$PWD/runtime-gcc
		tap_is "a mistake in $1" "$(direct marks_stay.json --no-cache)" "$3"
		compiler=''
	}
	runtime gcrt-states.c 's/return s->opened >> bucket \& 1;/return false;/' \
"status 1
the C does not do it: in C the condition for \`open stacks' does not hold there"
	runtime gcrt-releaser.c 's/if (!fill)/if (1)/' \
'status 1
the C does not do it: in C no such unit waits there that may run'

	# Two equal units run at the same time.
	story mark_not_atomic
	tap_is 'a unit is there twice' "$(direct mark_not_atomic.json)" 'status 0
directed
VIOLATION unit_unique'
	story no_resume
	tap_is 'nobody can go on' "$(direct no_resume.json; grep -c '^it fails: no task can go on' said)" 'status 0
directed
1'
	# In the C of the collector without the mutant's mistake somebody can.
	sed '1s/"mutant":"no_resume"/"mutant":null/' no_resume.json > sound.json
	tap_is 'somebody can go on' "$(direct sound.json | sed 1q)" 'status 1'

	# Without --directed the runtime comes first.
	"$GCDSL" explore "$specification" --follow looks_at_queue.json --seconds 1 > said 2>&1 && status=0 || status=$?
	tap_is 'after the runtime' "status $status $(grep -o '^not followed\|^directed' said | tr '\n' ' ')" \
		'status 3 not followed directed '
	"$GCDSL" explore "$specification" --follow looks_at_queue.json --seconds 1 --json > said 2>&1 || :
	tap_is 'as JSON' "$(sed 's/.*\("scheduler":"[a-z]*"\).*\("directed":{[^}]*}\).*/\1 \2/' said)" \
		'"scheduler":"runtime" "directed":{"workers":3,"events":19,"done":19,"steps":10,"compared":10,"unread":0,"difference":null,"verdict":"fails too"}'
	"$GCDSL" explore "$specification" --follow looks_at_queue.json --directed --json > said 2>&1 || :
	tap_is 'as JSON, with --directed' "$(sed 's/.*\("scheduler":"[a-z]*"\).*\("verdict":"[^"]*"\).*\("directed":[a-z]*\).*/\1 \2 \3/' said)" \
		'"scheduler":"story" "verdict":"fails too" "directed":null'
fi

tap_run_status 'without a story' 2 "$GCDSL" explore "$specification" --directed
tap_run_status 'with a schedule' 2 "$GCDSL" explore "$specification" --follow looks_at_queue.json --directed --replay none
tap_run_status 'with workers' 2 "$GCDSL" explore "$specification" --follow looks_at_queue.json --directed --workers 2
tap_done
