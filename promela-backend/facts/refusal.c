/* refusal.c: why there is no model, and places in the specification for messages. */
#include "promela-backend/facts/refusal.h"

#include <stdarg.h>
#include <stdio.h>

/* Only the first refusal counts, because the others may follow from it. */
static struct pml_refusal *refuse(struct pml_model *model, struct gd_loc loc, const char *format,
    va_list args)
{
	char text[512];

	if (model->why)
		return &model->later_refusal;
	vsnprintf(text, sizeof text, format, args);
	model->why = gd_arena_strdup(model->arena, text);
	model->refusal.loc = loc.line ? loc : model->scenario->loc;
	return &model->refusal;
}

void pml_refuse(struct pml_model *model, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	refuse(model, model->scenario->loc, format, args);
	va_end(args);
}

struct pml_refusal *pml_refuse_at(struct pml_model *model, struct gd_loc loc, const char *format,
    ...)
{
	struct pml_refusal *refusal;
	va_list args;

	va_start(args, format);
	refusal = refuse(model, loc, format, args);
	va_end(args);
	return refusal;
}

struct pml_refusal *pml_refuse_limit(struct pml_model *model, struct gd_loc loc,
    enum gd_limit limit)
{
	const struct gd_limit_info *info = gd_limit_info(limit);
	struct pml_refusal *refusal =
	    pml_refuse_at(model, loc, "more than %ld %s", info->most, info->what);

	refusal->help = info->way_out;
	return refusal;
}

const char *pml_where(struct pml_model *model, struct gd_loc loc)
{
	GD_VEC(char) text = { 0 };
	const char *path = loc.source ? gd_harmless(model->arena, loc.source->path) : "";

	if (!*path || loc.line == 0)
		return "-";
	for (; *path; path++) {
		if (*path == '%')
			GD_PUSH(model->arena, text, '%');
		GD_PUSH(model->arena, text, *path);
	}
	GD_PUSH(model->arena, text, '\0');
	return gd_arena_printf(model->arena, "%s:%u:%u", text.at, loc.line, loc.column);
}

const char *pml_line_at(struct pml_model *model, struct gd_loc loc)
{
	if (!loc.source || loc.source != model->spec->source)
		return pml_where(model, loc);
	return gd_arena_printf(model->arena, "%u:%u", loc.line, loc.column);
}
