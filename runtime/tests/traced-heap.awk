# traced-heap.awk: the graphs of a program's trace, as traced/graph.c says them: at each step in which
# mutator m1 calls gc_collect, but the last; then the number of objects after the last step.
function text (object, of, all, count, i, said) {
	if (object == "null")
		return "-"
	if (object in number)
		return "#" number[object]
	number[object] = ++numbered
	said = number[object] "("
	count = split(fields[object], all, ",")
	for (i = 1; i <= count; i++)
		said = said (i > 1 ? "," : "") text(all[i])
	return said ")"
}
function graph (parts, count, i, said) {
	split("", number)
	numbered = 0
	said = ""
	count = split(roots, parts, ",")
	# by mutator: those of one mutator are together, and in order
	for (m = 1; m <= 9; m++)
		for (i = 1; i <= count; i++)
			if (index(parts[i], "m" m ".") == 1) {
				sub(/.*:/, "", parts[i])
				said = said (said == "" ? "" : " ") text(parts[i])
			}
	return said
}
function read (line, heap, parts, count, i, name, of) {
	gsub(/"/, "", line)
	heap = line
	sub(/.*,heap:\[/, "", heap)
	roots = heap
	sub(/\],roots:.*/, "", heap)
	sub(/.*\],roots:{/, "", roots)
	sub(/}.*/, "", roots)
	split("", fields)
	count = split(heap, parts, "{object:")
	for (i = live = 0; i++ < count;)
		if (parts[i] != "") {
			live += parts[i] ~ /,live:true/
			name = parts[i]
			sub(/,.*/, "", name)
			of = parts[i]
			sub(/.*field:\[/, "", of)
			sub(/\].*/, "", of)
			fields[name] = of
		}
}
{ last = before; before = $0 }
/"op":"collect"/ && /"thread":"mutator m1"/ { if (said != "") print said; read($0); said = graph() }
END { read(last); print live }
