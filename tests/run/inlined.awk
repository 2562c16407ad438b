# inlined.awk: prints random functions that return anywhere, twice: as C, in which `return` ends a function, and as a
# specification.  Each is called once, and what it gives and leaves is kept.
#
# -v seed=N -v functions=N -v spec=FILE -v program=FILE

function pick(n) { return int(rand() * n) }

# Prints a line of both.
function line(gc, c) {
	print indent gc > spec
	print indent c > program
}
function open(gc, c) {
	line(gc, c)
	indent = indent "  "
}
function close_with(gc, c) {
	indent = substr(indent, 3)
	line(gc, c)
}

# Sets gc_condition and c_condition.  What a small function gives is asked only if the rest does not decide.
function choose_condition(    gc, c, word) {
	choose_test()
	if (pick(3))
		return
	gc = gc_condition
	c = c_condition
	word = pick(2)
	choose_test()
	gc_condition = gc (word ? " and " : " or ") gc_condition
	c_condition = "(" c (word ? " && " : " || ") c_condition ")"
	if (pick(4))
		return
	gc_condition = "not (" gc_condition ")"
	c_condition = "(!" c_condition ")"
}

function choose_test(    name, order, number) {
	order = pick(2) ? "==" : "!="
	number = pick(4)
	if (small && pick(4) == 0) {
		name = "g" pick(small)
		gc_condition = name "(o) " order " " number
		c_condition = "(" name "() " order " " number ")"
		return
	}
	name = pick(2) ? "a" : "b"
	gc_condition = "load(o." name ") " order " " number
	c_condition = "(" name " " order " " number ")"
}

function store(    name, number) {
	name = pick(2) ? "a" : "b"
	number = pick(4)
	line("store(o." name ", " number ");", name " = " number ";")
}

function give(    number) {
	number = pick(4)
	line("return " number ";", "return " number ";")
}

function branch(depth) {
	choose_condition()
	open("if " gc_condition " {", "if " c_condition " {")
	statements(depth - 1)
	if (pick(3) == 0)
		give()
	else if (pick(2)) {
		close_with("} else {", "} else {")
		indent = indent "  "
		statements(depth - 1)
		if (pick(3) == 0)
			give()
	}
	close_with("}", "}")
}

function loop(depth,    number) {
	number = ++loops
	open("for s_" number " in o.field {", "for (int s_" number " = 0; s_" number " < 2; s_" number "++) {")
	statements(depth - 1)
	close_with("}", "}")
}

function statements(depth,    left, kind) {
	for (left = 1 + pick(2); left > 0; left--) {
		kind = depth > 0 ? pick(6) : 0
		if (kind < 2)
			store()
		else if (kind < 5)
			branch(depth)
		else
			loop(depth)
	}
}

function define(name, depth) {
	open("function " name "(o : ref) -> 0 .. 3 {", "static int " name "(void) {")
	statements(depth)
	line("return load(o.a);", "return a;")
	close_with("}", "}")
}

BEGIN {
	srand(seed)
	print "collector inlined;" > spec
	printf "object {  a : 0 .. 3 = 0;  b : 0 .. 3 = 0;  field : ref[];" > spec
	for (i = 0; i < functions; i++)
		printf "  gives%d : 0 .. 3 = 0;  a%d : 0 .. 3 = 0;  b%d : 0 .. 3 = 0;", i, i, i > spec
	print "  }" > spec
	print "#include <stdio.h>\nstatic int a, b;" > program
	for (i = 0; i < 3; i++)
		define("g" i, 1)
	small = 3
	for (i = 0; i < functions; i++) {
		define("f" i, 3)
		kinds = kinds (i ? ", " : "") "run" i
		print "work run" i "(o : ref) set {\n  store(o.a, " i % 4 ");  store(o.b, " int(i / 4) % 4 ");" > spec
		print "  let gives = f" i "(o);  store(o.gives" i ", gives);" > spec
		print "  let a = load(o.a);  store(o.a" i ", a);  let b = load(o.b);  store(o.b" i ", b);" > spec
		print (i < functions - 1 ? "  emit run" i + 1 "(o);\n" : "") "}" > spec
	}
	print "cycle gc from requested to drained(every);" > spec
	print "bucket every { " kinds " }  fill for o : object  emit run0(o);" > spec
	print "scenario s { objects p;  p.field = { p, p };  mutator m (stack = { p }) { collect; } }\nverify { }" > spec
	print "int main(void)\n{" > program
	for (i = 0; i < functions; i++)
		print "  a = " i % 4 ";  b = " int(i / 4) % 4 ";\n  { int gives = f" i \
			"();  printf(\"gives" i "=%d,a" i "=%d,b" i "=%d\\n\", gives, a, b); }" > program
	print "}" > program
}
