# circles.awk: files of one folder that use each other in a circle.  Reads, on stdin,
# `FILE TYPE SYMBOL' for each symbol that an object of the folder defines or uses (the
# letters are those of nm).  Prints each circle: its files, and what makes it one.

$2 ~ /^[A-TV-Z]$/ && $2 != "U" { definer[$3] = definer[$3] " " $1 }
$2 ~ /^[Uvw]$/ { users[$3] = users[$3] " " $1 }
!($1 in seen) { seen[$1]; files[++count] = $1 }

# What FROM uses of TO.
function note(from, to, symbol)
{
	if (from == to || index(" " uses[from, to] " ", " " symbol " "))
		return
	uses[from, to] = uses[from, to] " " symbol
	reach[from, to] = 1
}

# Which file uses another one through how many others: all that it comes to.
function close_uses(    i, j, k)
{
	for (k = 1; k <= count; k++)
		for (i = 1; i <= count; i++)
			if ((files[i], files[k]) in reach)
				for (j = 1; j <= count; j++)
					if ((files[k], files[j]) in reach)
						reach[files[i], files[j]] = 1
}

function in_one_circle(a, b)
{
	return (a, b) in reach && (b, a) in reach
}

function print_circle(first,    i, j, text)
{
	for (i = 1; i <= count; i++)
		if (in_one_circle(first, files[i])) {
			text = text " " files[i]
			printed[files[i]]
		}
	print "circle:" text
	for (i = 1; i <= count; i++)
		for (j = 1; j <= count; j++)
			if ((files[i], files[j]) in uses && in_one_circle(files[i], files[j]) &&
			    in_one_circle(first, files[i]))
				print "  " files[i] " uses of " files[j] ":" uses[files[i], files[j]]
}

END {
	for (symbol in users) {
		n = split(users[symbol], from, " ")
		m = split(definer[symbol], to, " ")
		for (i = 1; i <= n; i++)
			for (j = 1; j <= m; j++)
				note(from[i], to[j], symbol)
	}
	close_uses()
	for (i = 1; i <= count; i++)
		if ((files[i], files[i]) in reach && !(files[i] in printed))
			print_circle(files[i])
}
