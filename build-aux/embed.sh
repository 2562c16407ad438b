#!/bin/sh
# embed.sh: text files as a C array, so that the program carries them.
#
#	embed.sh [-o OUTPUT] [-i HEADER] [-t TYPE] SYMBOL FILE…
#
# writes a C source that defines
#
#	const TYPE SYMBOL[] = { { NAME, TEXT, LENGTH }, …, { 0 } };
#	const size_t SYMBOL_count;      (the last, empty one not counted)
#
# in the order of the arguments.  NAME is the file's name without its folder,
# TEXT its contents with a NUL behind them, LENGTH what strlen(TEXT) is.  A last
# line without a newline gets one.  TYPE is by default `struct gd_embedded' of
# HEADER, by default compiler/base/embed.h; any struct that begins with these
# three members does.  The source declares both symbols before it defines them.
# Files are text: a NUL byte is refused by the C compiler, not here.
#
# With -o, OUTPUT's folder is made when missing, and OUTPUT appears whole or not
# at all.  In a Makefile:
#
#	x/pages.c: $(pages) build-aux/embed.sh
#		$(AM_V_GEN)$(EMBED) -o $@ gd_pages $(filter-out %/embed.sh,$^)
set -eu
LC_ALL=C
export LC_ALL

output='' header=compiler/base/embed.h type='struct gd_embedded'
while getopts o:i:t: option; do
	case $option in
	o) output=$OPTARG ;;
	i) header=$OPTARG ;;
	t) type=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
if [ $# -lt 2 ]; then
	echo 'usage: embed.sh [-o OUTPUT] [-i HEADER] [-t TYPE] SYMBOL FILE...' >&2
	exit 2
fi
symbol=$1
shift
for file; do
	if [ ! -f "$file" ] || [ ! -r "$file" ]; then
		echo "embed.sh: $file: cannot be read" >&2
		exit 1
	fi
done

# awk does not notice an empty file, because it has no line. So the names are passed as variables,
# and the lines of each file are collected by FILENAME.
embed () {
	awk -v symbol="$symbol" -v header="$header" -v type="$type" '
	function end_text() { if (open) print "\t\"\";"; open = 0 }
	BEGIN {
		print "/* Made by build-aux/embed.sh: do not edit. */"
		print "#include <stddef.h>"
		print "#include \"" header "\"\n"
		print "extern const " type " " symbol "[];"
		print "extern const size_t " symbol "_count;"
		for (i = 1; i < ARGC; i++)
			place[ARGV[i]] = i
	}
	FNR == 1 {
		end_text()
		open = 1
		filled[place[FILENAME]] = 1
		print "\nstatic const char " symbol "_text_" place[FILENAME] "[] ="
	}
	{
		gsub(/[\\"?]/, "\\\\&")
		gsub(/\t/, "\\t")
		gsub(/\r/, "\\r")
		print "\t\"" $0 "\\n\""
	}
	END {
		end_text()
		print "\nconst " type " " symbol "[] = {"
		for (i = 1; i < ARGC; i++) {
			name = ARGV[i]
			sub(/.*\//, "", name)
			text = symbol "_text_" i
			if (filled[i])
				print "\t{ \"" name "\", " text ", sizeof " text " - 1 },"
			else
				print "\t{ \"" name "\", \"\", 0 },"
		}
		print "\t{ NULL, NULL, 0 }\n};"
		print "const size_t " symbol "_count = " ARGC - 1 ";"
	}' "$@"
}

if [ -z "$output" ]; then
	embed "$@"
	exit
fi
mkdir -p "$(dirname "$output")"
trap 'rm -f "$output.$$"' EXIT
embed "$@" > "$output.$$"
mv "$output.$$" "$output"
