#!/bin/sh
# growth.sh: four times the input takes about four times the work, not sixteen times.  (What
# is too little to be measured is no matter: quadratic, each of these takes many seconds.)
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
cost=$top_builddir/tests/fuzz/cost

# in_line FACTOR COMMAND…: whether COMMAND takes at most FACTOR times as much for large.gc as for
# small.gc, and a little besides. The least costs that were measured count, and are in small and large:
# what was too much is measured twice more, because a busy machine can be the reason.
in_line () {
	factor=$1 small='' large=''
	shift
	for _ in 1 2 3; do
		now=$("$cost" "$@" small.gc)
		[ "${small:-$now}" -lt "$now" ] || small=$now
		now=$("$cost" "$@" large.gc)
		[ "${large:-$now}" -lt "$now" ] || large=$now
		[ "$large" -ge $((small * factor + 200000)) ] || return 0
	done
	return 1
}

# repeat COUNT TEXT
repeat () { "${AWK:-awk}" -v n="$1" -v text="$2" 'BEGIN { while (n--) printf "%s", text }'; }

# grows WHAT COUNT: compares the files small.gc, which has COUNT, and large.gc, which has four times
# as many.
grows () {
	if in_line 8 "$GCDSL" check; then
		tap_ok "$1"
	else
		tap_not_ok "$1" "cost $small with $2, $large with $((4 * $2))"
	fi
}

# file COUNT BEFORE TEXT AFTER
file () { printf '%s' "$2"; repeat "$1" "$3"; printf '%s\n' "$4"; }

# each WHAT COUNT BEFORE TEXT AFTER
each () {
	file "$2" "$3" "$4" "$5" >small.gc
	file $((4 * $2)) "$3" "$4" "$5" >large.gc
	grows "$1" "$2"
}

head -c 60000 /dev/zero >small.gc
head -c 240000 /dev/zero >large.gc
grows 'NULs' 60000
for size in 60000 240000; do
	{ printf '/* '; head -c $size /dev/zero; echo ' */'; } >$size.gc
done
mv 60000.gc small.gc
mv 240000.gc large.gc
grows 'NULs in a comment' 60000
each 'stray characters' 100000 '' '@' ''
each 'separate mistakes' 20000 '' '@ ' ''
each 'lines' 200000 '' '
' ''
each 'a long name' 200000 'collector ' 'a' ';'
each 'quotes' 50000 '' '"' ''
each 'opened comments' 50000 '' '/*' ''
each 'opened brackets' 20000 'collector c; option o : bool = ' '(' ''
each 'operators' 20000 'collector c; option o : bool = true' ' and true' ';'
each 'declarations that have no end' 5000 '' 'work ' ''

# chain WHAT COUNT: compares what the function chain_WHAT makes for COUNT and for four times as
# many.
chain () {
	"chain_$1" "$2" >small.gc
	"chain_$1" $((4 * $2)) >large.gc
	"$GCDSL" check large.gc >said 2>&1 || tap_not_ok "a chain of $1 is accepted" "$(head -n 5 said)"
	grows "a chain of $1" "$2"
}
chain_functions () {
	"${AWK:-awk}" -v n="$1" 'BEGIN {
		print "collector c; object { mark : bit = 0; field : ref[]; }"
		for (i = 0; i < n - 1; i++) printf "function f%d(o : ref) { f%d(o); }\n", i, i + 1
		printf "function f%d(o : ref) { store(o.mark, 1); }\n", n - 1
		print "work k() once { for o : object f0(o); }"
		print "cycle gc from requested to drained(b); bucket b { k } fill emit k();" }'
}
chain_buckets () {
	"${AWK:-awk}" -v n="$1" 'BEGIN {
		print "collector c; work k0() once { fence(seq_cst); } bucket b0 { k0 } fill emit k0();"
		for (i = 1; i < n; i++) {
			printf "work k%d() once { fence(seq_cst); }\n", i
			printf "bucket b%d { k%d } open when drained(b%d) fill emit k%d();\n", i, i, i - 1, i
		}
		printf "cycle gc from requested to drained(b%d);\n", n - 1 }'
}
chain_locals () {
	"${AWK:-awk}" -v n="$1" 'BEGIN {
		print "collector c; work k() once {"
		while (n--) print "  if true { let a = open(b); }"
		print "  fence(seq_cst); } bucket b { k } fill emit k();"
		print "cycle gc from requested to drained(b);" }'
}
chain_names () {
	"${AWK:-awk}" -v n="$1" 'BEGIN {
		print "collector c; work k() once {"
		for (i = 0; i < n; i++) print "  let a" i " = open(b);"
		print "  fence(seq_cst); } bucket b { k } fill emit k();"
		print "cycle gc from requested to drained(b);" }'
}
chain functions 250
chain names 250
chain_names 4001 >large.gc
"$GCDSL" check large.gc >said 2>&1 || :
tap_is 'more names are refused' "$(sed -n 's/.*error: \(.*\)/\1/p' said)" \
	'more than 4000 names in a kernel, written out [E0116]'
chain buckets 12
chain locals 250

# Each bucket waits for all before it, and one resumes mutators. The C needs to know what is over by
# then.
waiting_buckets () {
	"${AWK:-awk}" -v n="$1" 'BEGIN {
		print "collector c; object { field : ref[]; } cycle gc from requested to drained(go);"
		print "work halt() once { stop mutators;  for m : mutator for s in m.roots emit look(s); }"
		print "work look(s : ref*) bag { let r = load(s); }  work let_go() once { resume mutators; }"
		print "bucket start { halt } fill emit halt();"
		print "bucket looks { look } open when drained(start);"
		guard = "drained(looks)"
		for (i = 0; i < n; i++) {
			printf "work k%d() once { fence(seq_cst); }\n", i
			printf "bucket b%d { k%d } open when %s fill emit k%d();\n", i, i, guard, i
			guard = guard " and drained(b" i ")"
		}
		print "bucket go { let_go } open when " guard " fill emit let_go();" }'
}
waiting_buckets 6 >small.gc
waiting_buckets 24 >large.gc
tap_run 'buckets that wait for all before them' in_line 8 "$GCDSL" compile --target c -o out

# Each cycle requests all others. For a plain `collect' the compiler finds which of them lead to
# freeing.
asking_cycles () {
	"${AWK:-awk}" -v n="$1" 'BEGIN {
		print "collector c; object { field : ref[]; }"
		for (i = 0; i < n; i++) {
			printf "work k%d() once { fence(seq_cst);", i
			for (j = 0; j < n; j++) if (j != i) printf " request c%d;", j
			printf " }\nbucket b%d { k%d } in c%d fill emit k%d();\n", i, i, i, i
			printf "cycle c%d from requested to drained(b%d);\n", i, i
		}
		print "scenario s { objects a; mutator m (stack = { a }) { collect; } }" }'
}
asking_cycles 6 >small.gc
asking_cycles 24 >large.gc
tap_run 'cycles that ask for all others' in_line 16 timeout 60 "$GCDSL" compile --target json -o out

# many WHAT COUNT TEXT COMMAND…: compares a specification that has TEXT COUNT times, with 0, 1, …
# for `%', with one that has it four times as often, which is still within the limits.
many () {
	what=$1 count=$2 text=$3
	shift 3
	for file in small large; do
		[ $file = small ] || count=$((4 * count))
		{
			echo 'collector c; object { mark : bit = 0; field : ref[]; }'
			echo 'work look(o : ref) set { store(o.mark, 1); }'
			echo 'cycle gc from requested to drained(b);'
			echo 'bucket b { look } fill for o : object emit look(o);'
			"${AWK:-awk}" -v n="$count" -v text="$text" 'BEGIN {
				split(text, part, "@")
				printf "%s", part[1]
				for (i = 0; i < n; i++) { line = part[2];  gsub("%", i, line);  print line }
				print part[3] }'
		} >$file.gc
	done
	"$@" large.gc >said 2>&1 || tap_not_ok "as many $what are accepted" "$(head -n 5 said)"
	if in_line 8 "$@"; then
		tap_ok "$what"
	else
		tap_not_ok "$what" "cost $small with $((count / 4)), $large with $count"
	fi
}
script='scenario s { objects a; mutator m (stack = { a }) { @'
many properties 50 '@property p% = always open(b);@' "$GCDSL" check
many scenarios 250 '@scenario s% { objects a; mutator m (stack = { a }); }@' "$GCDSL" check
many mutants 100 '@mutant m% { work look(o : ref) set { fence(); } } caught by check;@' "$GCDSL" check
many options 60 '@option o% : bool = true;@' "$GCDSL" check
many 'ghost variables' 250 '@ghost g% : 0 .. 1 = 0;@' "$GCDSL" check
many functions 250 '@function f%(o : ref) { store(o.mark, 1); }@' "$GCDSL" check
for target in check 'compile --target promela -o models' 'compile --target c -o sources'; do
	# shellcheck disable=SC2086 # words
	{
		many "steps, $target" 1000 "${script}yield;@ } cycles 1; }" "$GCDSL" $target
		many "blocks of a choice, $target" 500 \
			"${script%@}choose { yield; } @or { yield; }@ collect; } }" "$GCDSL" $target
		many "names of a script, $target" 49 "${script}let r% = read(a.field[0]);@ } }" \
			"$GCDSL" $target
		many "objects, $target" 49 "scenario s { objects a@, o%@; mutator m (stack = { a }); }" \
			"$GCDSL" $target
		many "slots, $target" 63 'scenario s { objects a; a.field = { null @, null@ };
			mutator m (stack = { a }); }' "$GCDSL" $target
	}
done

# Memory: chains of buckets once needed memory that grew with the third power.
chain_buckets 48 >large.gc
# shellcheck disable=SC3045 # every shell on the systems that this runs on has it
(ulimit -v 80000 && "$GCDSL" check large.gc) >said 2>&1 && tap_ok '48 buckets in 80 MB' ||
	tap_not_ok '48 buckets in 80 MB' "$(head -n 3 said)"
tap_done
