/* tiny.c: a tiny Lisp whose memory is managed by a collector made by gcdsl.
 *
 *	tiny [-v] [-m MEGABYTES] [-o OPTIONS] [FILE…]     reads expressions, prints what `print` is given
 *
 * Expressions: numbers, names, (quote x), (if c a b), (define name x),
 * (lambda (names) x), (f x …); functions + - * < = cons car cdr print.
 *
 * How it lives with the collector:  a value that is held across an allocation
 * is in a root, here a slot of a frame (ENTER … LEAVE); new objects get their
 * kind at once, and are filled by `fill`; all other stores go through `store`. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gc-allocate.h"
#include "gc-api.h"
#include "gc-barrier.h"
#include "gc-basic-stats.h"
#include "value.h"

struct vm {
	struct gc_heap *heap;
	struct gc_mutator *mutator;
	struct gc_mutator_roots roots;
	struct gc_heap_roots shared;
	struct gc_basic_stats stats;
};

/* N local roots, at[0] … at[N-1], until LEAVE. */
#define ENTER(vm, n, ...)                                                                          \
	value at[n] = { __VA_ARGS__ };                                                             \
	struct frame frame = { (vm)->roots.frames, at, n };                                        \
	(vm)->roots.frames = &frame
#define LEAVE(vm) ((vm)->roots.frames = frame.next)

static void die(const char *what, const char *detail)
{
	fprintf(stderr, "tiny: %s%s\n", what, detail);
	exit(1);
}

/* ----------------------------------------------------------------------- values */

static value allocate(struct vm *vm, enum kind kind, size_t bytes)
{
	value v = gc_allocate(vm->mutator, bytes,
	    kind == SYMBOL ? GC_ALLOCATION_TAGGED_POINTERLESS : GC_ALLOCATION_TAGGED);
	if (!v)
		die("out of memory", "; try a larger heap with -m");
	v->kind = kind;
	return v;
}

/* The first store into a field of a new object, before anything else is allocated. */
static void fill(struct vm *vm, value object, size_t bytes, value *field, value v)
{
	gc_store_new(vm->mutator, gc_ref_from_heap_object(object), bytes, gc_edge(field),
	    gc_ref_from_heap_object_or_null(v));
}

static void store(struct vm *vm, value object, size_t bytes, value *field, value v)
{
	gc_write_barrier(vm->mutator, gc_ref_from_heap_object(object), bytes, gc_edge(field),
	    gc_ref_from_heap_object_or_null(v));
	*field = v;
}

static value cons(struct vm *vm, value car, value cdr)
{
	ENTER(vm, 2, car, cdr);
	struct pair *pair = (struct pair *)allocate(vm, PAIR, sizeof *pair);
	fill(vm, &pair->head, sizeof *pair, &pair->car, at[0]);
	fill(vm, &pair->head, sizeof *pair, &pair->cdr, at[1]);
	LEAVE(vm);
	return &pair->head;
}

static value car(value v)
{
	if (!is_kind(v, PAIR))
		die("not a pair", "");
	return ((struct pair *)v)->car;
}

static value cdr(value v)
{
	if (!is_kind(v, PAIR))
		die("not a pair", "");
	return ((struct pair *)v)->cdr;
}

static value symbol(struct vm *vm, const char *name)
{
	size_t length = strlen(name);
	for (value l = vm->shared.symbols; l; l = cdr(l)) {
		struct symbol *known = (struct symbol *)car(l);
		if (known->length == length && memcmp(known->name, name, length) == 0)
			return &known->head;
	}
	struct symbol *new = (struct symbol *)allocate(vm, SYMBOL, sizeof *new + length);
	new->length = length;
	memcpy(new->name, name, length);
	vm->shared.symbols = cons(vm, &new->head, vm->shared.symbols);
	return car(vm->shared.symbols);
}

static int is_symbol(value v, const char *name)
{
	struct symbol *s = (struct symbol *)v;
	return is_kind(v, SYMBOL) && s->length == strlen(name) &&
	    memcmp(s->name, name, s->length) == 0;
}

/* ---------------------------------------------------------------------- reading */

static int next_character(FILE *in)
{
	int c = getc(in);
	while (c != EOF && (isspace(c) || c == ';')) {
		while (c == ';' && (c = getc(in)) != '\n' && c != EOF)
			c = ';';
		c = getc(in);
	}
	return c;
}

static value read_value(struct vm *vm, FILE *in, int c);

static value read_list(struct vm *vm, FILE *in)
{
	int c = next_character(in);
	if (c == ')')
		return NULL;
	if (c == EOF)
		die("a ) is missing", "");
	ENTER(vm, 1, NULL);
	at[0] = read_value(vm, in, c);
	value rest = read_list(vm, in);
	value list = cons(vm, at[0], rest);
	LEAVE(vm);
	return list;
}

static value read_value(struct vm *vm, FILE *in, int c)
{
	char word[64], *end;
	size_t length = 0;
	if (c == '(')
		return read_list(vm, in);
	for (; c != EOF && !isspace(c) && c != '(' && c != ')'; c = getc(in))
		if (length < sizeof word - 1)
			word[length++] = (char)c;
	word[length] = '\0';
	if (c != EOF)
		ungetc(c, in);
	if (!length)
		die("a ) too many", "");
	long n = strtol(word, &end, 10);
	return *end ? symbol(vm, word) : number(n);
}

static void print(value v)
{
	if (!v) {
		printf("()");
	} else if (is_number(v)) {
		printf("%ld", number_value(v));
	} else if (v->kind == SYMBOL) {
		printf("%.*s", (int)((struct symbol *)v)->length, ((struct symbol *)v)->name);
	} else if (v->kind == CLOSURE) {
		printf("#<function>");
	} else {
		const char *before = "(";
		for (; is_kind(v, PAIR); v = cdr(v), before = " ") {
			printf("%s", before);
			print(car(v));
		}
		if (v) {
			printf(" . ");
			print(v);
		}
		printf(")");
	}
}

/* ------------------------------------------------------------------- evaluation */

static value eval(struct vm *vm, value expression, value environment);

/* The (name . value) pair of NAME, or nil. */
static value binding(struct vm *vm, value name, value environment)
{
	for (value l = environment; l; l = cdr(l))
		if (car(car(l)) == name)
			return car(l);
	for (value l = vm->shared.globals; l; l = cdr(l))
		if (car(car(l)) == name)
			return car(l);
	return NULL;
}

static value lookup(struct vm *vm, value name, value environment)
{
	char text[64];
	value b = binding(vm, name, environment);
	if (b)
		return cdr(b);
	struct symbol *s = (struct symbol *)name;
	snprintf(text, sizeof text, "%.*s", (int)s->length, s->name);
	die("nothing is called ", text);
	return NULL;
}

static value eval_list(struct vm *vm, value list, value environment)
{
	if (!list)
		return NULL;
	ENTER(vm, 3, list, environment, NULL);
	at[2] = eval(vm, car(at[0]), at[1]);
	value rest = eval_list(vm, cdr(at[0]), at[1]);
	value result = cons(vm, at[2], rest);
	LEAVE(vm);
	return result;
}

static value apply_builtin(struct vm *vm, value f, value a)
{
	value x = a ? car(a) : NULL, y = a && cdr(a) ? car(cdr(a)) : NULL;
	if (is_symbol(f, "cons"))
		return cons(vm, x, y);
	if (is_symbol(f, "car"))
		return car(x);
	if (is_symbol(f, "cdr"))
		return cdr(x);
	if (is_symbol(f, "print")) {
		print(x);
		putchar('\n');
		return x;
	}
	if (!is_number(x) || !is_number(y))
		die("not numbers, or not a function", "");
	long m = number_value(x), n = number_value(y);
	if (is_symbol(f, "+"))
		return number(m + n);
	if (is_symbol(f, "-"))
		return number(m - n);
	if (is_symbol(f, "*"))
		return number(m * n);
	if (is_symbol(f, "<"))
		return m < n ? number(1) : NULL;
	if (is_symbol(f, "="))
		return m == n ? number(1) : NULL;
	die("not a function", "");
	return NULL;
}

static value apply(struct vm *vm, value f, value arguments)
{
	if (!is_kind(f, CLOSURE))
		return apply_builtin(vm, f, arguments);
	struct closure *closure = (struct closure *)f;
	ENTER(vm, 4, f, arguments, closure->parameters, closure->environment);
	for (; at[2] && at[1]; at[2] = cdr(at[2]), at[1] = cdr(at[1])) {
		value b = cons(vm, car(at[2]), car(at[1]));
		at[3] = cons(vm, b, at[3]);
	}
	value result = eval(vm, ((struct closure *)at[0])->body, at[3]);
	LEAVE(vm);
	return result;
}

static value lambda(struct vm *vm, value form, value environment)
{
	ENTER(vm, 2, form, environment);
	struct closure *new = (struct closure *)allocate(vm, CLOSURE, sizeof *new);
	fill(vm, &new->head, sizeof *new, &new->parameters, car(cdr(at[0])));
	fill(vm, &new->head, sizeof *new, &new->body, car(cdr(cdr(at[0]))));
	fill(vm, &new->head, sizeof *new, &new->environment, at[1]);
	LEAVE(vm);
	return &new->head;
}

static value define(struct vm *vm, value name, value v)
{
	ENTER(vm, 2, name, v);
	value b = binding(vm, name, NULL);
	if (b) {
		store(vm, b, sizeof(struct pair), &((struct pair *)b)->cdr, at[1]);
	} else {
		b = cons(vm, at[0], at[1]);
		vm->shared.globals = cons(vm, b, vm->shared.globals);
	}
	LEAVE(vm);
	return name;
}

static value eval_form(struct vm *vm, value form, value environment)
{
	value head = car(form);
	if (is_symbol(head, "quote"))
		return car(cdr(form));
	if (is_symbol(head, "lambda"))
		return lambda(vm, form, environment);

	ENTER(vm, 3, form, environment, NULL);
	value result;
	if (is_symbol(head, "if")) {
		value condition = eval(vm, car(cdr(at[0])), at[1]);
		value branches = condition ? cdr(cdr(at[0])) : cdr(cdr(cdr(at[0])));
		result = branches ? eval(vm, car(branches), at[1]) : NULL;
	} else if (is_symbol(head, "define")) {
		at[2] = eval(vm, car(cdr(cdr(at[0]))), at[1]);
		result = define(vm, car(cdr(at[0])), at[2]);
	} else {
		value b = is_kind(head, SYMBOL) ? binding(vm, head, at[1]) : NULL;
		at[2] = b ? cdr(b) : is_kind(head, SYMBOL) ? head : eval(vm, head, at[1]);
		value arguments = eval_list(vm, cdr(at[0]), at[1]);
		result = apply(vm, at[2], arguments);
	}
	LEAVE(vm);
	return result;
}

static value eval(struct vm *vm, value expression, value environment)
{
	if (is_kind(expression, PAIR))
		return eval_form(vm, expression, environment);
	if (is_kind(expression, SYMBOL))
		return lookup(vm, expression, environment);
	return expression;
}

/* ------------------------------------------------------------------------- main */

static void run(struct vm *vm, const char *path)
{
	FILE *in = path ? fopen(path, "r") : stdin;
	int c;
	if (!in)
		die("cannot open ", path);
	while ((c = next_character(in)) != EOF) {
		ENTER(vm, 1, NULL);
		at[0] = read_value(vm, in, c);
		eval(vm, at[0], NULL);
		LEAVE(vm);
	}
	if (path)
		fclose(in);
}

static void *no_memory(struct gc_heap *heap, size_t bytes)
{
	(void)heap, (void)bytes;
	return NULL; /* gc_allocate returns it */
}

static void start(struct vm *vm, size_t heap_bytes, const char *more)
{
	struct gc_options *options = gc_allocate_options();
	gc_options_set_int(options, GC_OPTION_HEAP_SIZE_POLICY, GC_HEAP_SIZE_FIXED);
	gc_options_set_size(options, GC_OPTION_HEAP_SIZE, heap_bytes);
	if (!gc_options_parse_and_set_many(options, more))
		die("wrong options: ", more);
	if (!gc_init(options, gc_empty_stack_addr(), &vm->heap, &vm->mutator, GC_BASIC_STATS,
		&vm->stats))
		die("cannot make a heap", "");
	gc_heap_set_allocation_failure_handler(vm->heap, no_memory);
	gc_mutator_set_roots(vm->mutator, &vm->roots);
	gc_heap_set_roots(vm->heap, &vm->shared);
}

int main(int argc, char **argv)
{
	static struct vm vm;
	size_t megabytes = 8;
	const char *more = "";
	int i = 1, verbose = 0;

	for (; i < argc && argv[i][0] == '-'; i++) {
		if (strcmp(argv[i], "-v") == 0)
			verbose = 1;
		else if (strcmp(argv[i], "-m") == 0 && i + 1 < argc)
			megabytes = (size_t)strtoul(argv[++i], NULL, 10);
		else if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
			more = argv[++i];
		else
			die("usage: tiny [-v] [-m MEGABYTES] [-o OPTIONS] [FILE…]", "");
	}
	start(&vm, megabytes << 20, more);
	if (i == argc)
		run(&vm, NULL);
	for (; i < argc; i++)
		run(&vm, argv[i]);
	gc_basic_stats_finish(&vm.stats);
	if (verbose)
		gc_basic_stats_print(&vm.stats, stderr);
	return 0;
}
