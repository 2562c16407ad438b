/* load.c: a program's shared object, and its variables as they are before main. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "explore/program/program.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "explore/gcexplore.h"
#include "explore/program/image.h"

enum { MOST_SEGMENTS = 8 };

struct segment {
	char *start;
	size_t size;
	char *first; /* what is there before main */
};

struct gcx_program {
	struct gcx_image image;
	void *handle;
	int (*main)(int, char **);
	uintptr_t base, end; /* where it is loaded */
	struct segment segments[MOST_SEGMENTS];
	unsigned count;
	const void *tls;
	size_t tls_size, tls_room;
};

static struct {
	bool is_over; /* main has returned */
	const struct gcx_program_run *run;
} execution;

struct gcx_program_options gcx_program_options;

/* ------------------------------------------------------------------------ segments */
/* The part of a segment that is not made read-only after relocation. */
static void add_segment(struct gcx_program *program, uintptr_t start, uintptr_t end,
    uintptr_t relro, uintptr_t relro_end)
{
	struct segment *segment = &program->segments[program->count];

	if (relro_end > start && relro <= start)
		start = relro_end;
	if (start >= end || program->count == MOST_SEGMENTS)
		return;
	segment->start = (char *)start;
	segment->size = end - start;
	segment->first = malloc(segment->size);
	if (!segment->first) {
		perror("gcexplore");
		exit(2);
	}
	memcpy(segment->first, segment->start, segment->size);
	program->count++;
}

static int find_segments(struct dl_phdr_info *info, size_t size, void *argument)
{
	struct gcx_program *program = argument;
	uintptr_t base = info->dlpi_addr, relro = 0, relro_end = 0, page = 4096;

	(void)size;
	if (base != program->base)
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];

		if (part->p_type == PT_GNU_RELRO) {
			relro = base + part->p_vaddr;
			relro_end = (relro + part->p_memsz + page - 1) & ~(page - 1);
		}
	}
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];
		uintptr_t start = base + part->p_vaddr, end = start + part->p_memsz;

		if (part->p_type == PT_LOAD && end > program->end)
			program->end = end;
		if (part->p_type == PT_LOAD && (part->p_flags & PF_W))
			add_segment(program, start, end, relro, relro_end);
		if (part->p_type == PT_TLS) {
			program->tls = (const void *)start;
			program->tls_size = part->p_filesz;
			program->tls_room = part->p_memsz;
		}
	}
	return 1;
}

static void restore(const struct gcx_program *program)
{
	for (unsigned i = 0; i < program->count; i++)
		memcpy(program->segments[i].start, program->segments[i].first,
		    program->segments[i].size);
}

/* ------------------------------------------------------------------------- loading */
static const char *load(struct gcx_program *program, const char *file)
{
	const char *why = gcx_make_image(&program->image, file);
	char name[64];
	struct link_map *map;

	if (why)
		return why;
	snprintf(name, sizeof name, "/proc/self/fd/%d", program->image.file);
	program->handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	if (!program->handle || dlinfo(program->handle, RTLD_DI_LINKMAP, &map) != 0)
		return dlerror();
	program->base = map->l_addr;
	*(void **)&program->main = dlsym(program->handle, "main");
	dl_iterate_phdr(find_segments, program);
	return program->main ? NULL : "it has no function `main'";
}

struct gcx_program *gcx_program_load(const char *file, const char **why)
{
	struct gcx_program *program = calloc(1, sizeof *program);

	*why = program ? load(program, file) : "there is no memory";
	if (!*why)
		return program;
	if (program)
		gcx_program_unload(program);
	return NULL;
}

const char *gcx_program_imports(const struct gcx_program *program)
{
	return program->image.imports;
}

const char *gcx_program_file(const struct gcx_program *program)
{
	return program->image.name;
}

void gcx_program_unload(struct gcx_program *program)
{
	for (unsigned i = 0; i < program->count; i++)
		free(program->segments[i].first);
	if (program->handle)
		dlclose(program->handle);
	gcx_drop_image(&program->image);
	free(program);
}

void *gcx_program_symbol(const struct gcx_program *program, const char *name)
{
	return dlsym(program->handle, name);
}

uintptr_t gcx_program_offset(const struct gcx_program *program, const void *place)
{
	uintptr_t at = (uintptr_t)place;

	return at >= program->base && at < program->end ? at - program->base : 0;
}

void gcx_tls_image(const struct gcx_program *program, const void **start, size_t *size,
    size_t *room)
{
	*start = program->tls;
	*size = program->tls_size;
	*room = program->tls_room;
}

/* ------------------------------------------------------------------------ executing */
static void call_first(const struct gcx_program_run *run)
{
	const struct gcx_program *program = run->program;
	void (**first)(int, char **, char **) = (void *)(program->base + program->image.first.at);

	for (size_t i = 0; i < program->image.first.count; i++)
		first[i](run->argc, run->argv, environ);
}

void gcx_program_end(void)
{
	const struct gcx_program *program = execution.run->program;
	void (**last)(void) = (void *)(program->base + program->image.last.at);

	gcx_call_at_exit();
	for (size_t i = program->image.last.count; i > 0; i--)
		last[i - 1]();
}

bool gcx_program_is_over(void *unused)
{
	(void)unused;
	return execution.is_over && gcx_threads_may_be_left();
}

void gcx_program_main(void *argument)
{
	const struct gcx_program_run *run = argument;

	execution.is_over = false;
	execution.run = run;
	restore(run->program);
	gcx_reset_threads();
	gcx_reset_memory(run->program);
	gcx_reset_rest();
	call_first(run);
	run->program->main(run->argc, run->argv);
	gcx_program_end();
	execution.is_over = true;
}
