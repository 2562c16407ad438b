#!/bin/sh
# ./bootstrap with every way that packages may be missing, or not.  The package
# manager, sudo and autoreconf are stand-ins that write down how they are called.
. "${top_srcdir:=.}/tests/tap.sh"
tap_scratch

# stand_in NAME BODY…
stand_in () {
	name=$1
	shift
	{ echo '#!/bin/sh'; printf '%s\n' "$@"; } > bin/"$name"
	chmod +x bin/"$name"
}

mkdir -p tree/build-aux bin
cp "$top_srcdir/bootstrap" tree/
cat > tree/build-aux/debian-packages <<'END'
# a list
there     tool:sh               required
widget    tool:fake-widget      required
gadgets   tool:fake-gadget      required

extra     tool:fake-extra       optional
END
here=$(pwd)
stand_in autoreconf 'touch aclocal.m4 configure Makefile.in'
# shellcheck disable=SC2016
stand_in id 'echo ${FAKE_ID:-0}'
# shellcheck disable=SC2016
stand_in sudo "echo \"sudo \$*\" >> '$here/log'" '[ -z "$FAKE_NO_SUDO" ] || exit 1' \
	'[ "$1" = -n ] && shift' 'exec "$@"'
# shellcheck disable=SC2016
stand_in apt-get "echo \"apt-get \$*\" >> '$here/log'" '[ -z "$FAKE_APT_FAILS" ] || exit 100' \
	'case " $* " in *" install "*)' \
	"	for tool in fake-widget fake-gadget fake-extra; do printf '#!/bin/sh\n' > '$here/bin/'\$tool" \
	"	chmod +x '$here/bin/'\$tool; done ;;" 'esac'

# go STATUS WHAT [VARIABLE=VALUE…] [-- ARGUMENT…]: begins when both are missing.
go () {
	wanted=$1
	what=$2
	shift 2
	: > log
	rm -f bin/fake-* tree/configure
	[ -z "${present-}" ] || for tool in $present; do stand_in "$tool" :; done
	env PATH="$here/bin:/usr/bin:/bin" "$@" > out 2>&1 < /dev/null && status=0 || status=$?
	if [ $status -ne "$wanted" ]; then
		tap_not_ok "$what" "exit status $status" "$(cat out)"
	else
		tap_ok "$what"
	fi
}
update='apt-get update -q'
install='apt-get install -q -y --no-install-recommends'

present='fake-widget fake-gadget'
go 0 'all is there' tree/bootstrap
tap_is 'then the network is not touched' "$(cat log)" ''
tap_run 'and configure is made' test -e tree/configure

present=fake-widget
go 0 'root installs what is missing' tree/bootstrap
tap_is 'just that' "$(cat log)" "$update
$install gadgets"

present=
go 0 'so does who may use sudo without a password' FAKE_ID=1000 tree/bootstrap
tap_is 'through sudo' "$(grep -v '^sudo' log)" "$update
$install widget gadgets"
tap_is 'both times' "$(grep -c '^sudo -n .*apt-get' log)" 2

go 1 'anybody else' FAKE_ID=1000 FAKE_NO_SUDO=1 tree/bootstrap
tap_is 'is told the one line' "$(grep apt-get out)" \
	"  su - -c 'apt-get update && apt-get install --no-install-recommends widget gadgets'"
tap_is 'and nothing is installed' "$(grep -c '^apt-get' log)" 0
tap_run 'nor configure made' test ! -e tree/configure

go 1 'the installation fails' FAKE_APT_FAILS=1 tree/bootstrap
tap_is 'the line is printed too' "$(grep -c "su - -c 'apt-get update" out)" 1

go 0 'GCDSL_NO_DEPS=1' GCDSL_NO_DEPS=1 tree/bootstrap
tap_is 'leaves the packages alone' "$(cat log)" ''

present='fake-widget fake-gadget'
go 0 '--optional' tree/bootstrap --optional
tap_is 'installs what is optional' "$(cat log)" "$update
$install extra"
go 0 '--check' tree/bootstrap --check
tap_run 'makes no configure' test ! -e tree/configure
go 2 'an unknown option' tree/bootstrap --frob

tap_done
