#!/bin/sh
# growth.sh: four times the input takes about four times the work, not sixteen times.  (What
# is too little to be measured is no matter: quadratic, each of these takes many seconds.)
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
cost=$top_builddir/tests/fuzz/cost

# least COMMAND…: of three runs.
least () {
	for _ in 1 2 3; do
		"$cost" "$@"
	done | sort -n | head -n 1
}

# repeat COUNT TEXT
repeat () { "${AWK:-awk}" -v n="$1" -v text="$2" 'BEGIN { while (n--) printf "%s", text }'; }

# grows WHAT COUNT: the files small.gc and large.gc, of which one has COUNT and the other
# four times as many.
grows () {
	small=$(least "$GCDSL" check small.gc) large=$(least "$GCDSL" check large.gc)
	if [ "$large" -lt $((small * 8 + 200000)) ]; then
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
each 'declarations that have no end' 20000 '' 'work ' ''
tap_done
