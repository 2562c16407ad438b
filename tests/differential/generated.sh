#!/bin/sh
# What random specifications can show, they have: of so many that `check' accepts some have each
# construct that once showed a difference.  A generator that lost one would find nothing, without a word.
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch
program=$top_builddir/tests/differential/differential
count=${COUNT:-200}

# accepted FILE OPTION…: writes those of COUNT specifications that are accepted, one after the
# other.
accepted () {
	into=$1
	shift
	"$program" "$@" -A -s 20261001 -n "$count" >"$into"
}

# has FILE WHAT PATTERN: a line of FILE matches the extended expression PATTERN.
has () {
	found=$(grep -cE -- "$3" "$1")
	[ "$found" -gt 0 ] && tap_ok "$1: $2 ($found)" || tap_not_ok "$1: $2" "$3"
}

# in_all FILE: what the specifications of every leg must have.
in_all () {
	has "$1" 'units about null' '^	*(if .*)?emit [kt][0-9]\(null'
	has "$1" 'kernels that know of null' '^	*if o != null \{'
	has "$1" 'units with a number' 'work [kt][0-9]\(o : ref, n : 0 \.\. 2\)'
	has "$1" 'a number that grows' 'emit [kt][0-9]\(o, n \+ 1\)'
	has "$1" 'several kinds in a bucket' '^bucket [a-z0-9]+ \{ [a-z0-9]+, '
	has "$1" 'a guard about one of them' '^bucket .* open when.*drained\((k[0-9]|t[0-9]|mark|roots|start)\)'
	has "$1" 'cycles that ask for each other' 'if (minor|major|p0)  request '
	has "$1" 'a cycle as a condition' '(if|and|not|when) (minor|major)'
	has "$1" 'buckets of one cycle' '\} in (minor|major)'
	has "$1" 'one at once' '(set|bag|once) (serial|at most 1)'
	has "$1" 'two at once' '(set|bag|once) at most 2'
	has "$1" 'of what mutators run' '(serial|at most [12]) on m'
}

# in_random FILE: what those of gen.c must have in addition.
in_random () {
	has "$1" 'what is freed is emitted' 'free\(.*\);$'
	has "$1" 'a look at what is freed' 'let u[0-9]+ = load\(.*\.mark\)'
	has "$1" 'what a slot holds, be it null' 'let w[0-9]+ = load'
	has "$1" 'a part that is computed' 'emit k[0-9]\([a-z0-9]*, (load|next|n )'
	has "$1" 'a ghost that leaves its range' 'ghost g0 = (n|g0) \+ 1'
	has "$1" 'a result that leaves its range' 'next\('
	has "$1" 'a part that no unit has' 'pending\(k[0-9]\(.*, peek\('
	has "$1" 'units about freed objects in a property' 'freed\(o\) and pending'
	has "$1" 'a barrier that asks for a cycle' '^		request '
	has "$1" 'options' 'if (not )?o[0-2]'
	has "$1" 'mutants' '^mutant changed'
	has "$1" 'a fence that orders something' 'fence\((acquire|release|acq_rel)'
	has "$1" 'loads with an order' 'load\(.*, (acquire|seq_cst)\)'
	has "$1" 'stores with an order' 'store\(.*, (release|seq_cst)\)'
	has "$1" 'a ghost of a new object' '^	*ghost g1 = (true|not g1);$'
	has "$1" 'an until that begins with a new object' '= always forall o \(not freed\(o\) and not marked\(o\) (and|or) .* until '
	has "$1" 'an eventually about any object' 'eventually \(.* (or|and) (forall|exists) o \('
	has "$1" 'two new objects' 'exists q \(q != o and'
	has "$1" 'handshakes with an order' 'on m (relaxed|acquire|release|acq_rel)'
}

# in_near FILE: what those of gen-near.c have: mistakes that only they can show.
in_near () {
	has "$1" 'a fill that looks at a phase' 'fill \{ if (not )?p0'
	has "$1" 'a second interval' '^phase p1'
	has "$1" 'a bucket that opens when nothing waits' 'open when empty'
	has "$1" 'a bucket that opens again when something waits' 'and not empty'
	has "$1" 'a bucket that closes' ' close when '
	has "$1" 'a kernel that asks whether the trace is idle' 'if idle\(br\)'
	has "$1" 'how many mutators there are' '^	*for v[0-9]+ : mutator'
	has "$1" 'lost units of a kind with a limit' 'if u[0-9]+ < 3  store'
	has "$1" 'a barrier after a store' 'barrier after_store'
	has "$1" 'a store that is an exchange' 'barrier after_store\(o, s, new, old\)'
	has "$1" 'a barrier for what is received' 'barrier received'
	has "$1" 'two collections' 'cycles 2;'
	has "$1" 'who goes on after a collection' '^	*collect;'
	has "$1" 'who leaves' '^	*leave;'
	has "$1" 'objects that do not begin with zero' 'age : 0 .. 3 = [12]'
}

accepted models
accepted clients -k
accepted c -c 1
in_all models
in_random models
in_all clients
in_all c
has c 'units about what is freed' 'free\(o\);  emit t'
accepted explored -e
in_near explored
in_near c
accepted weak -m relaxed
in_random weak
most=$(grep -cE '(acquire|release|seq_cst)' weak)
tap_is 'under weak memory orders are frequent' "$((most > 150))" 1
tap_done
