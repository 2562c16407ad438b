#!/bin/sh
# gcexplore on programs as they are: programs/*.c.  A line `// CASE [OPTION…] => STATUS TEXT' is a run
# of the file with -DCASE, its exit status, and what it must print
# (each tenth one, unless all is to be tried).
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
command -v gcc >/dev/null 2>&1 || tap_plan skip 'gcc is not installed'
[ "${SANITIZE:-no}" = no ] || tap_plan skip 'a sanitizer does not know the stacks of tasks'
gcexplore=$(cd "${top_builddir:=.}" && pwd)/gcexplore
programs=$(cd "$top_srcdir/explore/tests/programs" && pwd)
tap_scratch
mkdir tmp
TMPDIR=$PWD/tmp
export TMPDIR

# run FILE CASE STATUS TEXT OPTION…
run () {
	file=$1 case=$2 wanted=$3 text=$4
	shift 4
	timeout 60 "$gcexplore" "$@" "$file" -- "-D$case" >out 2>&1 && status=0 || status=$?
	if [ "$status" -eq "$wanted" ] && grep -F -e "$text" out >/dev/null; then
		tap_ok "$(basename "$file"), $case $*: $text"
	else
		tap_not_ok "$(basename "$file"), $case $*: $text" "exit status $status, not $wanted" \
			"$(cat out)"
	fi
}
for file in "$programs"/*.c; do
	sed -n 's|^// \([A-Z_0-9]* .*=> .*\)|\1|p' "$file" >cases
	while read -r line; do
		tap_every 10 || continue
		before=${line%% => *} after=${line#* => }
		# shellcheck disable=SC2086 # several options
		run "$file" "${before%% *}" "${after%% *}" "${after#* }" $(
			printf '%s\n' "$before" | sed 's/^[A-Z_0-9]*//')
	done <cases
done

# A schedule is written, made simpler, and replayed; several processes; parts by hand.
lost=$programs/races.c
"$gcexplore" --memory=tso --schedule=found --minimise "$programs/weak.c" -- -DSB >out 2>&1
tap_is 'a schedule under tso is written' "$? $(head -n 1 found)" "1 gcexplore schedule 1 $programs/weak.c"
"$gcexplore" --memory=tso --replay=found "$programs/weak.c" -- -DSB >again 2>&1
tap_is 'and replayed' "$? $(head -n 1 again)" "1 $(head -n 1 out)"
tap_is 'several processes' "$("$gcexplore" --jobs=2 "$lost" -- -DATOMIC | sed 's/;.*//')" \
	"$("$gcexplore" "$lost" -- -DATOMIC | sed 's/;.*//')"
# An object and a shared object that were made by hand.
# shellcheck disable=SC2046 # several flags
tap_run 'its flags compile' gcc $("$gcexplore" --flags) -DATOMIC -c "$lost" -o lost.o
tap_run 'an object is linked' "$gcexplore" lost.o
# shellcheck disable=SC2046
tap_run 'its flags link' gcc lost.o $("$gcexplore" --link-flags) -o lost.so
tap_run 'a shared object is explored' "$gcexplore" lost.so
if command -v clang >/dev/null 2>&1; then
	tap_run 'clang is another compiler' "$gcexplore" --cc=clang "$lost" -- -DATOMIC
fi

# Some compilers call other functions, that check sizes, unless they are told not to.
cat >copies.c <<'end'
#include <pthread.h>
#include <string.h>
static char from[64], to[64];
static void *copy(void *size)
{
	memcpy(to, from, *(size_t *)size);
	return NULL;
}
int main(void)
{
	size_t size = sizeof to;
	pthread_t thread;

	pthread_create(&thread, NULL, copy, &size);
	copy(&size);
	return pthread_join(thread, NULL);
}
end
printf '#!/bin/sh\nexec gcc -D_FORTIFY_SOURCE=2 "$@"\n' >checking-compiler
chmod +x checking-compiler
"$gcexplore" --cc=./checking-compiler copies.c >out 2>&1 && status=0 || status=$?
tap_is 'functions that check sizes are not called' "$status $(sed -n 's/:.*//; 1p' out)" '1 data race'

# Wrong use.
for wrong in '' '--no-such' '--seconds=x' '--memory=x' '--executions=-1' '--resume' '--minimise' \
	'--reduction=random'; do
	# shellcheck disable=SC2086 # no option, or one
	tap_run_status "wrong use: $wrong" 2 "$gcexplore" $wrong ${wrong:+"$lost"}
done
tap_is 'a wrong argument: the message names the option, and what it can have' \
	"$("$gcexplore" --memory=arm "$lost" 2>&1)" "gcexplore: --memory cannot be \`arm\`
  --memory=M: sc, tso, pso or c11 (sc)"
echo 'int main(void) { return x; }' >wrong.c
tap_run_status 'a program that cannot be compiled' 4 "$gcexplore" wrong.c
tap_run_status 'a program that is not there' 4 "$gcexplore" none.c
tap_run_status 'no compiler' 4 "$gcexplore" --cc=no-such-compiler "$lost"
echo 'int other(void) { return 1; }' >other.c
tap_run_status 'no main' 4 "$gcexplore" other.c
if [ -c /dev/full ]; then
	"$gcexplore" "$lost" -- -DATOMIC >/dev/full 2>&1 && status=0 || status=$?
	tap_is 'a full disk' "$status" 4
fi
tap_is 'nothing is left behind' "$(ls tmp)" ''

# until_tmp_is -n|-z: waits until there is something in tmp, or nothing.
until_tmp_is () {
	turns=0
	until test "$1" "$(ls tmp)" || [ $((turns += 1)) -gt 100 ]; do
		sleep 0.05
	done
}
# What is interrupted or killed leaves nothing behind either.
printf '#!/bin/sh\nexec sleep 2\n' >slow-compiler
chmod +x slow-compiler
"$gcexplore" --cc=./slow-compiler "$lost" >out 2>&1 &
until_tmp_is -n
kill -TERM $!
wait $! && status=0 || status=$?
tap_is 'an interrupted compiler' "$status $(ls tmp)" '143 '
echo '#include <stdatomic.h>
static atomic_int number;
int main(void) { for (;;) number++; }' >endless.c
"$gcexplore" endless.c >out 2>&1 &
until_tmp_is -n
until_tmp_is -z
kill -KILL $!
wait $! 2>/dev/null && status=0 || status=$?
tap_is 'a killed exploration' "$status $(ls tmp)" '137 '
tap_done
