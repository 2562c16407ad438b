# tokens.awk: the tokens of a grammar that are words, a row each: TOKEN(NAME, "spelling").
/^%token/ { inside = 1 }
!/^%token/ && !/^[ \t]/ { inside = 0 }
inside {
	while (match($0, /[A-Z]+ "[a-z]+"/)) {
		split(substr($0, RSTART, RLENGTH), row, " ")
		print "TOKEN(" row[1] ", " row[2] ")"
		$0 = substr($0, RSTART + RLENGTH)
	}
}
