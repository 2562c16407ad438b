/* image.c: copies of shared objects. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "explore/program/image.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "explore/program/imports.h"

/* The loader does not know this tag, and passes over it. */
enum { PASSED_OVER = 0x6ffff0ff };
/* The name of the copy has the number of its descriptor, and locations in checkpoints have the name: it is to
 * be the same in another process. */
enum { FIRST_FILE = 200 };

static bool copy(int from, int to)
{
	struct stat state;
	off_t offset = 0;

	if (fstat(from, &state) != 0)
		return false;
	while (offset < state.st_size)
		if (sendfile(to, from, &offset, (size_t)(state.st_size - offset)) <= 0)
			return false;
	return true;
}

/* Takes the tables out of the dynamic section. */
static void take_functions(struct gcx_image *image, ElfW(Dyn) * dynamic, size_t count)
{
	for (size_t i = 0; i < count && dynamic[i].d_tag != DT_NULL; i++) {
		ElfW(Dyn) *entry = &dynamic[i];

		switch (entry->d_tag) {
		case DT_INIT_ARRAY: image->first.at = entry->d_un.d_ptr; break;
		case DT_INIT_ARRAYSZ:
			image->first.count = entry->d_un.d_val / sizeof(void *);
			break;
		case DT_FINI_ARRAY: image->last.at = entry->d_un.d_ptr; break;
		case DT_FINI_ARRAYSZ: image->last.count = entry->d_un.d_val / sizeof(void *); break;
		default: continue;
		}
		entry->d_tag = PASSED_OVER;
	}
}

static bool change(struct gcx_image *image, char *bytes, size_t size)
{
	const ElfW(Ehdr) *head = (const void *)bytes;
	const ElfW(Phdr) *parts = (const void *)(bytes + head->e_phoff);

	if (size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
	    head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_phoff > size ||
	    head->e_phnum > (size - head->e_phoff) / sizeof *parts)
		return false;
	gcx_find_imports(bytes, size, image->imports, sizeof image->imports);
	for (unsigned i = 0; i < head->e_phnum; i++)
		if (parts[i].p_type == PT_DYNAMIC && parts[i].p_offset <= size &&
		    parts[i].p_filesz <= size - parts[i].p_offset)
			take_functions(image, (void *)(bytes + parts[i].p_offset),
			    parts[i].p_filesz / sizeof(ElfW(Dyn)));
	return true;
}

/* false: errno says why; 0: it is no shared object. */
static bool change_file(struct gcx_image *image)
{
	struct stat state;
	char *bytes;
	bool done;

	errno = 0;
	if (fstat(image->file, &state) != 0 || state.st_size == 0)
		return false;
	bytes =
	    mmap(NULL, (size_t)state.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, image->file, 0);
	if (bytes == MAP_FAILED)
		return false;
	done = change(image, bytes, (size_t)state.st_size);
	munmap(bytes, (size_t)state.st_size);
	return done;
}

const char *gcx_make_image(struct gcx_image *image, const char *file)
{
	int from = open(file, O_RDONLY | O_CLOEXEC), made = memfd_create("program", MFD_CLOEXEC);
	bool done = from >= 0 && made >= 0;

	*image = (struct gcx_image){ .file = -1 };
	if (done)
		image->file = fcntl(made, F_DUPFD_CLOEXEC, FIRST_FILE);
	done = done && image->file >= 0 && copy(from, image->file) && change_file(image);
	if (from >= 0)
		close(from);
	if (made >= 0)
		close(made);
	if (!done) {
		gcx_drop_image(image);
		return errno ? strerror(errno) : "it is no shared object";
	}
	snprintf(image->name, sizeof image->name, "/proc/%ld/fd/%d", (long)getpid(), image->file);
	return NULL;
}

void gcx_drop_image(struct gcx_image *image)
{
	if (image->file >= 0)
		close(image->file);
	image->file = -1;
}
