/* compile-products.c: what gcdsl compile has made, until all of it is written. */
#include "compiler/driver/compile.h"

#include <errno.h>
#include <string.h>

void compile_add(struct compile *c, const char *from, const char *name, struct gd_out *out)
{
	const char *directory = c->directory;
	struct product product = { .from = from, .text = out->text, .length = out->length };

	if (!directory || !strcmp(directory, "."))
		product.path = gd_arena_strdup(c->arena, name);
	else
		product.path = gd_arena_printf(c->arena, "%s%s%s", directory,
		    directory[strlen(directory) - 1] == '/' ? "" : "/", name);
	GD_PUSH(c->arena, c->products, product);
	memset(out, 0, sizeof *out);
}

void compile_add_shared(struct compile *c, const char *name, const char *text, size_t length)
{
	struct gd_out out;
	struct product *last;

	gd_out_init(&out, 0);
	gd_out_raw(&out, text, length);
	compile_add(c, name, name, &out);
	last = &c->products.at[c->products.count - 1];
	last->is_shared = true;
}

/* -------------------------------------------------------------------- writing */
static bool same_file_twice(struct compile *c)
{
	for (size_t i = 0; i < c->products.count; i++)
		for (size_t j = 0; j < i; j++) {
			const struct product *a = &c->products.at[j], *b = &c->products.at[i];

			if (!a->path || !b->path || b->is_shared || strcmp(a->path, b->path) != 0)
				continue;
			driver_error("compile them one by one, with different -o",
			    "%s and %s would both become %s", a->from, b->from, b->path);
			return true;
		}
	return false;
}

static void report(const struct compile *c, const struct product *product)
{
	const char *line = gd_arena_printf(c->arena, "wrote %s\n", product->path);

	driver_print(line, strlen(line));
}

int compile_write(struct compile *c)
{
	bool to_files = false;

	for (size_t i = 0; i < c->products.count; i++)
		to_files |= c->products.at[i].path != NULL;
	if (same_file_twice(c))
		return DRIVER_WRONG;
	if (to_files && c->directory && !gd_make_directories(c->directory)) {
		driver_error(NULL, "cannot make the folder %s: %s", c->directory, strerror(errno));
		return DRIVER_FAILED;
	}
	for (size_t i = 0; i < c->products.count; i++) {
		const struct product *p = &c->products.at[i];

		if (!p->path) {
			driver_print(p->text, p->length);
		} else if (!gd_write_file(p->path, p->text, p->length)) {
			driver_error(NULL, "cannot write %s: %s", p->path, strerror(errno));
			return DRIVER_FAILED;
		} else {
			report(c, p);
		}
	}
	return DRIVER_OK;
}
