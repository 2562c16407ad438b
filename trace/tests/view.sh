#!/bin/sh
# gcdsl view: the page that it writes, and what it says of wrong traces.  The page in a browser: viewer.sh.
# shellcheck disable=SC2154
. "${top_srcdir:=.}/tests/tap.sh"
tap_long
tap_scratch

heading='{"event":"trace","version":2,"kind":"litmus","name":"x","file":"x.gc","collector":null,"mutant":null,'\
'"scenario":null,"options":null,"memory":"sc","workers":null,"threads":[],"locations":[],'\
'"start":{"memory":{},"registers":{}},"command":null}'
first='{"event":"step","step":1,"do":"access","thread":"thread 1","subject":"","statement":"</script><b>","because":null,'\
'"repeats":false,"operations":[],"waiting":[],"red":[],"observed":{},"memory":{},"registers":{},'\
'"where":{"file":"y<.gc","line":1,"column":1}}'
last='{"event":"fail","property":"p","formula":null,"binding":null,"why":"it does","where":null,"reorderings":0,"needed":null}'
printf '// "quotes" \\ </script>\t<!--\n' >x.gc
printf '%s\n' "$heading" "$first" "$last" >good.jsonl

# view STATUS WHAT MESSAGE ARGUMENT…
view () {
	status=$1 what=$2 message=$3
	shift 3
	"$GCDSL" view "$@" >said 2>&1 && actual=0 || actual=$?
	tap_is "$what" "$actual $(grep -v '^gcdsl: warning: ' said | head -n 1)" "$status $message"
}
view 0 'a trace becomes a page' 'wrote good.html' --events good.jsonl
view 0 'in the file that is named' 'wrote there.html' --events good.jsonl -o there.html
tap_run 'the same page' cmp good.html there.html
tap_is 'no other file is left' "$(echo *.html*)" 'good.html there.html'
view 0 'two traces' 'wrote two.html' --events good.jsonl --with good.jsonl --output two.html
"$GCDSL" view --events - -o - <good.jsonl 2>err >stdout.html
tap_is 'standard input and output' "$(sed 's/"name":"stdin"/"name":"good.jsonl"/' stdout.html | cmp - good.html)" ''
for option in '--scenario s' --raw '--set a=1' '--until b'; do
	# shellcheck disable=SC2086
	view 2 "$option chooses nothing in a trace" \
		'gcdsl: error: the trace is shown as it is: no run of a specification is searched for' --events good.jsonl $option
done
# An input is never replaced.
cp good.jsonl input.html
ln -s x.gc link.gc
# keeps INPUT WHAT ARGUMENT…
keeps () {
	input=$1 what=$2
	shift 2
	cp "$input" before
	view 2 "$what" "gcdsl: error: the page would replace its input, $input" "$@"
	tap_run "$what: it is there" cmp before "$input"
}
keeps input.html 'the default output is the trace' --events input.html
printf 'collector named;\n' >named.gc
sed 's|"file":"[^"]*"|"file":"named.gc"|g' good.jsonl >names.jsonl
keeps named.gc 'the output is a specification that the trace names' --events names.jsonl -o named.gc
keeps good.jsonl 'the output is the trace' --events good.jsonl -o ./good.jsonl
keeps input.html 'the output is the second trace' --events good.jsonl --with input.html -o input.html
keeps x.gc 'the output is the specification' x.gc -o x.gc
keeps link.gc 'the output is the specification by another name' link.gc -o x.gc
rm input.html
"$GCDSL" view --events good.jsonl -o there.html --json >said 2>err
tap_same 'the events are written, too' said good.jsonl

# The data is JSON, and no text in it ends its element.
data () { sed -n '/id="data">$/,/<\/script>$/p' "$1" | sed '1d; s/<\/script>$//'; }
tap_is 'data has no <' "$(data good.html | grep -c '<')" 0
if command -v python3 >/dev/null 2>&1; then
	data two.html >data.json
	cat >look.py <<'END'
import json
data = json.load(open("data.json"))
lines = [json.loads(line) for line in open("good.jsonl")]
print([trace["lines"] == lines for trace in data["traces"]], [trace["name"] for trace in data["traces"]])
print(data["sources"]["x.gc"] == open("x.gc").read(), data["sources"]["y<.gc"])
END
	tap_is 'data is the traces and the files' "$(python3 look.py)" "[True, True] ['good.jsonl', 'good.jsonl']
True None"
else
	tap_skip 'data is the traces and the files' 'no python3'
fi
# embeds WANTED FILE MEMBER WHAT: the heading's file is FILE, and each step has MEMBER; 1: a text of the file is in the page.
embeds () {
	printf '%s\n' "$(printf %s "$heading" | sed "s|x.gc|$2|")" "$(printf %s "$first" | sed "s|\"where\".*1}|$3|")" \
		"$last" >embeds.jsonl
	"$GCDSL" view --events embeds.jsonl -o embeds.html >said 2>&1
	tap_is "$4" "$(grep -c 'the secret' embeds.html) $(grep 'secret' said)" "$1"
}
mkdir in
cd in || exit 1
printf '%s\n' 'the secret' | tee ../secret ../secret.gc secret >/dev/null
outside='gcdsl: warning: ../secret is not embedded: it is outside the current folder'
embeds '1 ' none.gc '"where":{"file":"secret","line":1,"column":1}' 'a file below the current folder is embedded'
embeds '0 ' none.gc '"where":null,"other":{"file":"secret"}' 'only places have files'
embeds "0 $outside" none.gc '"where":{"file":"../secret","line":1,"column":1}' 'no other file is'
embeds "0 $outside" ../secret '"where":null' 'not for the heading'
embeds '1 ' ../secret.gc '"where":null' "but the heading's specification is"
ln -s ../secret link-secret
embeds '0 gcdsl: warning: link-secret is not embedded: it is outside the current folder' link-secret '"where":null' \
	'nor by a symbolic link'
mkfifo secret-fifo
embeds '0 gcdsl: warning: secret-fifo is not embedded: it is no regular file' secret-fifo '"where":null' 'nor a FIFO'
embeds '0 gcdsl: warning: no-secret is not embedded: it is not found from the current folder' no-secret '"where":null' \
	'what is not found is said'
cd ..
tap_is 'the page names nothing outside' "$(grep -cE '(src|href)=|https?://' good.html)" \
	"$(grep -c "'http://www.w3.org/2000/svg'" good.html)"
tap_is 'every file is in it' "$(grep -c '{{' good.html)" 0

# The page says the same of steps as `gcdsl trace'.
# not_said FILE: the words of its rows that the page does not have.
not_said () {
	sed -n 's/^\(EVENT\|STEP\)(.*, "\(.\{2,\}\)").*/\2/p' "$1" | while IFS= read -r words; do
		grep -qF "'$words'" "$top_srcdir/trace/viewer/words.js" || echo "$words"
	done
}
tap_is 'the words of steps are those of `gcdsl trace'"'" "$(not_said "$top_srcdir/promela-backend/events.def")" ''
echo 'EVENT(x, K(y), "dances")' >events.def
tap_is 'others are noticed' "$(not_said events.def)" dances

# wrong WHAT MESSAGE LINE…
wrong () {
	what=$1 message=$2
	shift 2
	[ $# -eq 0 ] && : >bad.jsonl || printf '%s\n' "$@" >bad.jsonl
	view 2 "$what" "bad.jsonl:$message" --events bad.jsonl -o bad.html
	tap_run "$what: no page" test ! -e bad.html
}
wrong 'no line' '1: the file is empty [truncated]'
wrong 'no JSON' "2: '[' or '{' expected near 'what', at column 4 [not-json]" "$heading" what "$last"
wrong 'no object' '2: an object is needed [type]' "$heading" '[]' "$last"
wrong 'no heading' '1: event: the first line of a trace has the event "trace" [foreign]' "$first" "$last"
wrong 'no end' '2: the trace ends without its last line, "fail" or "end" [truncated]' "$heading" "$first"
wrong 'another version' '1: version: it is 99, and version 2 can be read [version]' \
	"$(printf %s "$heading" | sed 's/"version":2/"version":99/')" "$first" "$last"
wrong 'another type' '2: operations: an array is needed [type]' "$heading" \
	"$(printf %s "$first" | sed 's/"operations":\[\]/"operations":5/')" "$last"
wrong 'what is missing' '1: version: it is not there [missing]' '{"event":"trace"}' '{"event":"step"}' '{"event":"fail"}'
printf '%s\n' "$heading" "$(printf %s "$first" | sed 's/"step":1/"step":7/')" "$last" >odd.jsonl
"$GCDSL" view --events odd.jsonl >said 2>&1 && status=0 || status=$?
tap_is 'what does not follow is shown, with a warning' "$status $(grep -c "^gcdsl: warning: odd.jsonl does not follow" said)" '0 1'
{ cat good.jsonl; echo; } >blank.jsonl
view 0 'a blank line at the end does no harm' 'wrote blank.html' --events blank.jsonl
head -c 120 good.jsonl >bad.jsonl
tap_run_status 'a trace that is cut off' 2 "$GCDSL" view --events bad.jsonl -o bad.html
tap_run 'no page is left' test ! -e bad.html
view 2 'no trace' 'gcdsl: error: cannot read none.jsonl: No such file or directory' --events none.jsonl
view 2 'a folder' 'gcdsl: error: cannot read .: Is a directory' --events .
view 2 'nothing to show' 'gcdsl: error: one file is needed, not 0'
view 2 'too much' 'gcdsl: error: a trace or a model is given, and so is a file' --events good.jsonl x.gc
view 4 'where nothing can be written' 'gcdsl: error: cannot write none/x.html: No such file or directory' \
	--events good.jsonl -o none/x.html
tap_done
