# hide-constants.awk: replaces numbers in conditions of a verifier's pan.m by expressions that a compiler does not
# know to be constant.  SPIN writes parentheses around each operation, so it is enough to do that with the first operand
# of each, and with each operand of `&&', `||' and `!'.
function hidden(text,  done) {
	while (match(text, /[(&|!][0-9]+/)) {
		done = done substr(text, 1, RSTART) "(hidden_zero+" substr(text, RSTART + 1, RLENGTH - 1) ")"
		text = substr(text, RSTART + RLENGTH)
	}
	return done text
}

# A directive, or no condition.
/^#/ || !/&&|\|\|/ { print;  next }
# Strings stay as they are: some are printed.
{
	count = split($0, part, "\"")
	line = ""
	for (i = 1; i <= count; i++)
		line = line (i > 1 ? "\"" : "") (i % 2 ? hidden(part[i]) : part[i])
	print line
}
