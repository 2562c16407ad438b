# random-conditions.awk: writes a pan.m with COUNT functions, each of a random condition with constants in it, as SPIN
# writes them, as a value and as a test, and main, which prints what each is for all values of its variables.  SEED chooses them.
function chance(percent) { return rand() * 100 < percent }
function one_of(words,  word) { return word[1 + int(rand() * split(words, word, " "))] }
function condition(depth) {
	if (depth == 0 || chance(15)) {
		if (chance(15))
			return int(rand() * 2)
		return "(" (chance(15) ? int(rand() * 3) : one_of("a b c")) one_of("== < >=") int(rand() * 3) ")"
	}
	if (chance(15))
		return " !(" condition(depth - 1) ")"
	return "(" condition(depth - 1) one_of("&& ||") condition(depth - 1) ")"
}
BEGIN {
	srand(SEED)
	for (i = 0; i < COUNT; i++) {
		print "static int f" i "(int a, int b, int c)\n{\n\tint value;\n"
		text = condition(1 + i % 7)
		print "\tvalue = " text ";\n\tif (!(" text "))\n\t\treturn value;\n\treturn 2 + value;\n}"
	}
	print "int main(void)\n{"
	for (i = 0; i < COUNT; i++)
		print "\tfor (int v = 0; v < 27; v++)\n\t\tputchar('0' + f" i "(v % 3, v / 3 % 3, v / 9));"
	print "\tputs(\"\");\n\treturn 0;\n}"
}
