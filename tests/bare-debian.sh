#!/usr/bin/env bash
# bare-debian.sh: does a fresh clone need anything but git and make?
#
#	tests/bare-debian.sh [-c CACHE] [-m MIRROR] [-k] [GOAL…]
#
# For each GOAL (default: verify check) makes a bare Debian 12 in a chroot, with
# no package but make, git and ca-certificates beyond the base, clones what is
# committed here into it, and runs `make GOAL' there as root.  Prints each
# goal's time and its last lines; fails when a goal did.  Run by hand: it needs
# root, debootstrap, mount, and the network.
#
#   -c CACHE    keep the bare system in the folder CACHE, and start from there
#   -m MIRROR   where Debian comes from (default http://deb.debian.org/debian)
#   -k          keep the chroots and logs
set -euo pipefail

mirror=http://deb.debian.org/debian
cache='' keep=false arguments=("$@")
while getopts c:m:kh option; do
	case $option in
	c) cache=$OPTARG ;;
	m) mirror=$OPTARG ;;
	k) keep=true ;;
	*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- verify check

top=$(cd "$(dirname "$0")/.." && pwd)
die () { echo "bare-debian: $*" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || die 'only root can make a chroot'
command -v debootstrap >/dev/null || die 'debootstrap is missing'

# Runs in a mount namespace of its own, so that no mount stays, and other processes see none.
if [ -z "${GCDSL_BARE_UNSHARED-}" ]; then
	export GCDSL_BARE_UNSHARED=1
	exec unshare --mount --propagation private "$0" "${arguments[@]}"
fi

scratch=$(mktemp -d "${TMPDIR:-/var/tmp}/bare-debian.XXXXXX")
mounts=()
clean () {
	local place
	for place in "${mounts[@]}"; do
		umount "$place" || { echo "bare-debian: $place is still mounted" >&2; return; }
	done
	if $keep; then
		echo "bare-debian: kept: $scratch"
	else
		rm -rf --one-file-system "$scratch"
	fi
}
trap clean EXIT
trap 'exit 130' INT TERM

# The bare system, as a tar file.
image=${cache:-$scratch}/bookworm.tar
if [ ! -e "$image" ]; then
	echo "bare-debian: debootstrap from $mirror"
	debootstrap --variant=minbase --include=make,git,ca-certificates \
		bookworm "$scratch/base" "$mirror" > "$scratch/debootstrap.log" 2>&1 ||
		{ tail "$scratch/debootstrap.log"; die 'debootstrap failed'; }
	rm -rf "$scratch"/base/var/lib/apt/lists/* "$scratch"/base/var/cache/apt/archives/*.deb
	mkdir -p "$(dirname "$image")"
	tar -C "$scratch/base" --one-file-system -cf "$image.new" .
	mv "$image.new" "$image"
	rm -rf "$scratch/base"
fi

# Uses the network settings of this machine: names, proxies, certificates.
network () {
	local root=$1 file
	cp -L /etc/resolv.conf "$root/etc/resolv.conf"
	cp -r /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/" 2>/dev/null || :
	cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/" 2>/dev/null || :
	for file in /etc/apt/apt.conf /etc/apt/apt.conf.d/*; do
		if [ -f "$file" ] && grep -qiE 'proxy|Check-(Date|Valid)' "$file"; then
			cp "$file" "$root/etc/apt/apt.conf.d/"
		fi
	done
}

run_goal () {
	local goal=$1 root=$scratch/$1 log=$scratch/$1.log start=$SECONDS variable
	mkdir "$root"
	tar -C "$root" -xf "$image"
	network "$root"
	# Does not use this machine's /dev: files are made and removed in the chroot's own, which
	# debootstrap filled.
	mount -t proc proc "$root/proc"
	mounts=("$root/proc" "${mounts[@]}")
	git -c safe.directory='*' clone --quiet --no-local "$top" "$root/srv/gcdsl"
	local environment=(HOME=/srv TERM=dumb PATH=/usr/sbin:/usr/bin:/sbin:/bin)
	for variable in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
		[ -z "${!variable-}" ] || environment+=("$variable=${!variable}")
	done
	echo "bare-debian: make $goal"
	if chroot "$root" env -i "${environment[@]}" make -C /srv/gcdsl "$goal" \
		< /dev/null > "$log" 2>&1; then
		tail -n 25 "$log"
		echo "bare-debian: make $goal: passed in $((SECONDS - start)) s"
	else
		tail -n 60 "$log"
		echo "bare-debian: make $goal: FAILED after $((SECONDS - start)) s"
		return 1
	fi
}

failed=0
for goal; do
	run_goal "$goal" || failed=$((failed + 1))
done
exit $((failed > 0))
