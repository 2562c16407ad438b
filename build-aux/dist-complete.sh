#!/bin/sh
# dist-complete.sh SOURCE DISTDIR: is every tracked file of SOURCE in DISTDIR?
# Says which are not, and fails.  A release knows nothing of tracking: nothing
# to compare there.
set -eu
source=$1 distdir=$2
[ -e "$source/.git" ] || exit 0
command -v git >/dev/null 2>&1 || exit 0

status=0
git -C "$source" ls-files > "$distdir.tracked"
while IFS= read -r file; do
	# The file is tracked, but deleted here, and that is not committed yet.
	[ -e "$source/$file" ] || continue
	if [ ! -e "$distdir/$file" ]; then
		echo "not in the release: $file" >&2
		status=1
	fi
done < "$distdir.tracked"
rm -f "$distdir.tracked"
[ $status -eq 0 ] || echo "add them to a local.mk (EXTRA_DIST or _SOURCES)" >&2
exit $status
