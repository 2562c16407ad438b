#!/bin/sh
# dist-sources-only.sh SOURCE DISTDIR FOLDER…: takes out of the folders that
# were copied into DISTDIR what SOURCE does not have.  Automake copies a folder
# from the build as well as from the sources, and with it what a `make check'
# left there: a release with results in it would run no test.
set -eu
source=$1 distdir=$2
shift 2
for folder; do
	[ -d "$source/$folder" ] || continue
	(cd "$distdir" && find "$folder" ! -type d) |
	while IFS= read -r file; do
		case $file in
		*.log | *.trs | *.o | *.lo | */.dirstamp) rm -f "$distdir/$file" ;;
		*) [ -e "$source/$file" ] || rm -f "$distdir/$file" ;;
		esac
	done
	find "$distdir/$folder" -depth -type d -exec rmdir {} + 2>/dev/null || :
done
