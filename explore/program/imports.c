/* imports.c: which functions a program calls as they are. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "explore/program/imports.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Those that gcexplore has, that the compiler calls, and that access nothing that tasks share; a `*' stands
 * for any end. */
static const char *const harmless[] = { "__wrap_*", "__tsan_*", "_ITM_*", "__gmon_start__",
	"__cxa_finalize", "__stack_chk_fail", "abs", "labs", "llabs", "is*", "to*", "__ctype_*",
	"pthread_attr_*", "pthread_mutexattr_*", "pthread_condattr_*", "pthread_rwlockattr_*",
	"pthread_barrierattr_*", "pthread_equal", "setvbuf", "setlocale", "sysconf", "getpid",
	"getenv", "_setjmp", "__sigsetjmp", "longjmp", "siglongjmp", "sched_getcpu", "gcx_*",
	"main" };

static bool matches(const char *pattern, const char *name)
{
	size_t length = strcspn(pattern, "*");

	return pattern[length] ? strncmp(pattern, name, length) == 0 : strcmp(pattern, name) == 0;
}

/* Functions on numbers access nothing. */
static bool is_arithmetic(const char *name)
{
	const void *at = dlsym(RTLD_DEFAULT, name);
	Dl_info info;

	return at && dladdr(at, &info) && strstr(info.dli_fname, "/libm.so");
}

static bool is_harmless(const char *name)
{
	for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
		if (matches(harmless[i], name))
			return true;
	return !*name || is_arithmetic(name);
}

static void add_name(char *text, size_t room, const char *name)
{
	size_t used = strlen(text);

	snprintf(text + used, room - used, "%s%s", used ? ", " : "", name);
}

static bool is_inside(const ElfW(Shdr) * section, size_t size)
{
	return section->sh_offset <= size && section->sh_size <= size - section->sh_offset;
}

void gcx_find_imports(const char *bytes, size_t size, char *text, size_t room)
{
	const ElfW(Ehdr) *head = (const void *)bytes;
	const ElfW(Shdr) *sections = (const void *)(bytes + head->e_shoff);

	*text = '\0';
	if (head->e_shoff > size || head->e_shnum > (size - head->e_shoff) / sizeof *sections)
		return;
	for (unsigned i = 0; i < head->e_shnum; i++) {
		const ElfW(Sym) *symbols = (const void *)(bytes + sections[i].sh_offset);
		const ElfW(Shdr) *names = &sections[sections[i].sh_link];

		if (sections[i].sh_type != SHT_DYNSYM || !is_inside(&sections[i], size) ||
		    sections[i].sh_link >= head->e_shnum || !is_inside(names, size))
			continue;
		for (size_t j = 0; j < sections[i].sh_size / sizeof *symbols; j++) {
			const char *name = bytes + names->sh_offset + symbols[j].st_name;

			if (symbols[j].st_shndx == SHN_UNDEF &&
			    symbols[j].st_name < names->sh_size &&
			    ELF64_ST_TYPE(symbols[j].st_info) != STT_OBJECT && !is_harmless(name))
				add_name(text, room, name);
		}
	}
}
