#!/bin/sh
# GNUmakefile: from a fresh clone to ./build, each goal in turn.  bootstrap and
# configure are stand-ins.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS

mkdir -p clone/build-aux clone/tests clone/.git
cp "$top_srcdir/GNUmakefile" clone/
: > clone/build-aux/debian-packages
cat > clone/bootstrap <<'END'
#!/bin/sh
echo bootstrap >> log
cp configure.stand-in configure
END
cat > clone/configure.stand-in <<'END'
#!/bin/sh
echo "configure $*" >> ../log
cat > Makefile <<'MAKE'
FLAGS = $(filter -j%,$(MAKEFLAGS))
jobs:
	@echo "jobs $(FLAGS)" >> ../log
all check verify tests clean install peer-bench:
	@echo "begin $@" >> ../log; sleep 0.2; echo "end $@ $(WHIPPET) $(DESTDIR)" >> ../log
fails:
	@echo fails >> ../log; exit 1
MAKE
END
chmod +x clone/bootstrap clone/configure.stand-in
cd clone || exit 99
make=${MAKE:-make}

tap_run 'clean on a fresh clone' $make clean distclean
tap_run 'does nothing' test ! -e log
tap_run 'help on a fresh clone' $make help
tap_run 'does nothing either' test ! -e log

tap_run 'two goals at once' $make -j2 check verify CONFIGURE_FLAGS=--frob
tap_is 'set everything up, and run in turn' "$(cat log)" "bootstrap
configure --frob --quiet
begin check
end check  
begin verify
end verify  "

mv build elsewhere
: > log
CONFIGURE_FLAGS=--enable-sanitize BUILD=ignored tap_run 'as `make help'"'"' says it' $make BUILD=build-other check
tap_is 'configures with the flags of the environment' "$(sed -n 1p log)" \
	'configure --enable-sanitize --quiet'
mv elsewhere build

: > log
tap_run 'the next time' $make
tap_is 'is only handed on' "$(cat log)" 'begin all
end all  '

: > log
tap_run 'without -j' $make jobs
tap_is 'all processors are used, with one job more' "$(cat log)" "jobs -j$(($(nproc) + 1))"
for jobs in 1 3; do
	: > log
	tap_run "with -j$jobs" $make -j$jobs jobs
	tap_is 'so many are' "$(cat log)" "jobs -j$jobs"
done
: > log
MAKEFLAGS=-j3 tap_run 'with -j3 in the environment' $make jobs
tap_is 'so many are' "$(cat log)" 'jobs -j3'

: > log
tap_run 'a goal that is named as a folder' $make tests
tap_is 'is made' "$(head -n 1 log)" 'begin tests'

: > log
tap_run 'relative names' $make peer-bench WHIPPET=../whippet DESTDIR=x
tap_is 'mean the same in ./build' "$(tail -n 1 log)" \
	"end peer-bench $(dirname "$(pwd)")/whippet $(pwd)/x"

: > log
tap_run_status 'a goal that fails' 2 $make fails check
tap_is 'ends the run' "$(cat log)" fails

: > log
tap_run 'another folder' $make BUILD=other
tap_is 'has its own configuration' "$(head -n 1 log)" 'configure --quiet'

: > log
sleep 1
touch build-aux/debian-packages
rm -r build
tap_run 'more packages needed' $make
tap_is 'bootstrap looks again' "$(head -n 1 log)" bootstrap

echo 'all: ; @echo in place >> log' > Makefile
: > log
tap_run 'configured in place' $make
tap_is 'that makefile is used' "$(cat log)" 'in place'
tap_done
