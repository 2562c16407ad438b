#!/bin/sh
# follow-all.sh: the C does what the counterexamples of all mutants of the examples do, under sc, tso and pso,
# or the report says why it does not: the runtime as it is, and the C with the story as its scheduler.
# With GCDSL_TESTS=all (and with GCDSL_FOLLOW=all more of them under tso and pso); else only a story whose store waits.
. "${top_srcdir:=.}/tests/agree/begin.sh"
examples=$top_srcdir/examples

# The stories that the runtime does not follow to a failure of the C: file, mutant, memory (-: each), and what
# the report says.  doc/agree.md has the reasons.
cat > reasons << 'END'
stw looks_at_queue - open sweep
stw looks_at_stacks - open sweep
stw mark_not_atomic - mark_obj(new1)
stw no_stop tso in a store buffer it waits with: mutator m: store a.field\[0\]
stw no_stop pso in a store buffer it waits with: mutator m: store a.field\[0\]
stw resume_too_early - it waits with: open sweep
stw unordered_stop - in a store buffer it waits with: mutator n: store b.field\[0\]
satb early_sweep - open sweep
satb late_end - new1.mark: the model has 0, the C has 1
satb late_fill - its heap is not as that of the model
satb mark_not_atomic - mark_obj(a): load a.mark: 0
satb missing_handshake - it waits with: mutator m: store m.x
satb two_stops - all mutators have stopped
satb unflushed_buffer - open finish
satb unordered_stop - in a store buffer it waits with: mutator m: store b.field\[0\]
ragged black_when_armed - new1.mark: the model has 0, the C has 1
ragged no_final_stop - new1.mark: the model has 0, the C has 1
bugs/paper-satb - - its formula reads a ghost
END

# The same for the C with the story as its scheduler.
cat > undirected << 'END'
stw no_stop tso in a store buffer it waits with: mutator m: store a.field\[0\]
stw no_stop pso in a store buffer it waits with: mutator m: store a.field\[0\]
satb mark_not_atomic tso in a store buffer it waits with: mark_obj(a): store a.mark
satb mark_not_atomic pso in a store buffer it waits with: mark_obj(a): store a.mark
bugs/paper-satb - - its formula reads a ghost
END

# direct SPECIFICATION STORY: `directed', if the C fails as the story does, and all of its states are compared.
# With store buffers a lock may seem to be held as its release waits.
direct () {
	"$GCDSL" explore "$1" --follow "$2" --directed > said 2>&1 && status=0 || status=$?
	partial='could not be read\|not compared'
	[ "$(sed -n '1s/.*"memory":"\([a-z]*\)".*/\1/p' "$2")" = sc ] || partial='not compared'
	if [ "$status" -eq 0 ] && grep -q '^directed' said && ! grep -q "$partial" said; then
		echo directed
	else
		echo "status $status"
	fi
}

# follow SPECIFICATION STORY [SECONDS]: `followed' if the C fails as the story does, with its states.
follow () {
	"$GCDSL" explore "$1" --follow "$2" --seconds "${3:-20}" -o schedule > said 2>&1 && status=0 || status=$?
	if [ "$status" -eq 0 ] && grep -q '^followed' said && grep -q '^After\|  After each of them' said; then
		echo followed
	else
		echo "status $status"
	fi
}

# reason TABLE FILE MUTANT MEMORY: the pattern.
reason () {
	sed -n "s#^$2 $3 \(-\|$4\) ##p" "$1"
}

# check WAY IS WHAT BECAUSE: WHAT is done in this way, or not because of this.
check () {
	if [ -z "$4" ]; then
		tap_is "$3: $1" "$2" "$1"
	elif [ "$2" = "$1" ] || ! grep -q -e "$4" said; then
		tap_not_ok "$3: not $1, because: $4" "$2" "$(cat said)"
	else
		tap_ok "$3: not $1, because: $4"
	fi
}

# cell FILE MUTANT MEMORY: its story, if it fails under this memory.
cell () {
	story=$(basename "$1")-$2-$3.json
	case $2 in -) of='' ;; *) of=--mutant=$2 ;; esac
	"$GCDSL" trace --json "$examples/$1.gc" ${of:+"$of"} --memory "$3" > "$story" 2> message || :
	# A run that meets a limit of the model shows no failure.
	if ! grep -q '"event":"fail"' "$story" || grep -q '"event":"fail","property":"limit"' "$story"; then
		return 0
	fi
	told=$((told + 1))
	tap_run_status "$1.gc, $2, $3: a trace" 0 "$GCDSL" events "$story"
	# The stories of incremental.gc have a second stop, and so the search of all schedules takes too long.
	if [ "$1" != incremental ]; then
		because=$(reason reasons "$1" "$2" "$3")
		check followed "$(follow "$examples/$1.gc" "$story" ${because:+1})" "$1.gc, $2, $3" "$because"
	fi
	because=$(reason undirected "$1" "$2" "$3")
	check directed "$(direct "$examples/$1.gc" "$story")" "$1.gc, $2, $3" "$because"
}

# is_chosen: whether the mutant is followed with store buffers, too: each fifth one, or all with GCDSL_FOLLOW=all,
# as `make follow-all' has it.
turn=0
is_chosen () {
	turn=$(((turn + 1) % 5))
	[ "${GCDSL_FOLLOW:-}" = all ] || [ $turn -eq 0 ]
}

told=0 least=45
[ "${GCDSL_FOLLOW:-}" != all ] || least=75
if tap_all; then
	for file in stw satb ragged incremental bugs/paper-satb; do
		for mutant in $(case $file in *paper*) echo - ;; esac) \
			$(sed -n 's/^mutant \([a-z0-9_]*\).*/\1/p' "$examples/$file.gc"); do
			cell "$file" "$mutant" sc
			if is_chosen; then
				cell "$file" "$mutant" tso
				cell "$file" "$mutant" pso
			fi
		done
	done
	tap_is 'so many stories at least' "$([ "$told" -ge "$least" ] && echo yes || echo "$told")" yes
fi

# The store waits until the unit has looked.
sed -e '/^  fence/d' -e 's/  store(o.missed, 1, relaxed)/  fetch_or(o.missed, 1, relaxed)/' \
	"$top_srcdir/tests/agree/buffering.gc" > late.gc
cat >> late.gc << 'END'
property seen = always forall o (peek(o.missed) == 0 or peek(o.stale) == 0);
verify { memory sc, tso, pso; workers any; scenarios s; expect seen hold; }
END
for memory in tso $(tap_all && echo pso); do
	"$GCDSL" trace --json late.gc --memory "$memory" > "$memory.json"
	tap_is "$memory: the story has a store that waits" "$(grep -c '"op":"hold"' "$memory.json")" 1
	tap_is "$memory: a store that waits is followed" "$(follow late.gc "$memory.json")" followed
	tap_is "$memory: the schedule repeats it" "$("$GCDSL" explore late.gc --follow "$memory.json" --workers 1 \
		--replay schedule | grep -c '^VIOLATION: seen')" 1
done

tap_rest
tap_is 'verify: how to see it in C' "$("$GCDSL" verify late.gc | grep -c "^to see it in C")" 2

# What is wrong is noticed: a story in which the unit finds the store that waits, and C that stores something
# else.
sed 's/\("op":"load"[^}]*"location":"a.field\[0\]","found":\)"null"/\1"a"/' tso.json > found.json
tap_is 'a story in which the store is found early' "$(cmp -s tso.json found.json || follow late.gc found.json 2)" 'status 3'
tap_is 'the store is held back until then, in both ways' "$(grep -c 'in a store buffer it waits with: mutator m: store a.field\[0\]' said)" 2
cat > storing-gcc << 'EOF'
#!/bin/sh
[ ! -f buffering.c ] || sed -i 's/gcrt_modify(fetch_or, gcrt_metadata(o_, BUFFERING_META_stale), 1/gcrt_modify(fetch_or, gcrt_metadata(o_, BUFFERING_META_stale), 0/' buffering.c
exec gcc "$@"
EOF
chmod +x storing-gcc
tap_is 'C that stores another value' "$(export GCDSL_CC="$PWD/storing-gcc"; follow late.gc tso.json 2)" 'status 3'
tap_is 'which one is said' "$(sed -n '$p' said)" 'a.stale: the model has 1, the C has 0'
tap_done
