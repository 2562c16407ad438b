/* coroutine.c: switching stacks.  On x86-64 and AArch64 a switch saves what the calling convention
 * asks a function to save, and nothing else: swapcontext also saves the signal mask, which is a
 * system call, and there is a switch for every step of every execution. */
#include "explore/src/coroutine.h"

#include <stdint.h>
#include <stdlib.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

/* gcx_switch(FROM, TO): saves registers on the stack and its pointer in *FROM, and loads those of
 * *TO.  A new coroutine begins in gcx_coroutine_enter. */
void gcx_switch(void **from, void **to) __attribute__((visibility("hidden")));
void gcx_coroutine_enter(void) __attribute__((visibility("hidden")));
void gcx_coroutine_begin(struct gcx_coroutine *self)
    __attribute__((visibility("hidden"), noreturn));

#if defined __x86_64__
/* In the order of addresses: r15 r14 r13 r12 rbx rbp, and where to go on. */
enum { SAVED = 7, BEGIN = 6, SELF = 5 };

__asm__(".text\n"
	".globl gcx_switch\n"
	".hidden gcx_switch\n"
	".type gcx_switch, @function\n"
	"gcx_switch:\n"
	"	push %rbp\n"
	"	push %rbx\n"
	"	push %r12\n"
	"	push %r13\n"
	"	push %r14\n"
	"	push %r15\n"
	"	mov %rsp, (%rdi)\n"
	"	mov (%rsi), %rsp\n"
	"	pop %r15\n"
	"	pop %r14\n"
	"	pop %r13\n"
	"	pop %r12\n"
	"	pop %rbx\n"
	"	pop %rbp\n"
	"	ret\n"
	".size gcx_switch, . - gcx_switch\n"
	".globl gcx_coroutine_enter\n"
	".hidden gcx_coroutine_enter\n"
	".type gcx_coroutine_enter, @function\n"
	"gcx_coroutine_enter:\n"
	"	mov %rbp, %rdi\n"
	"	xor %ebp, %ebp\n"
	"	call gcx_coroutine_begin\n"
	"	ud2\n"
	".size gcx_coroutine_enter, . - gcx_coroutine_enter\n"
	".section .note.GNU-stack, \"\", @progbits\n"
	".text\n");
#elif defined __aarch64__
/* x19 to x30, d8 to d15. */
enum { SAVED = 20, BEGIN = 11, SELF = 0 };

__asm__(".text\n"
	".globl gcx_switch\n"
	".hidden gcx_switch\n"
	".type gcx_switch, %function\n"
	"gcx_switch:\n"
	"	sub sp, sp, #160\n"
	"	stp x19, x20, [sp, #0]\n"
	"	stp x21, x22, [sp, #16]\n"
	"	stp x23, x24, [sp, #32]\n"
	"	stp x25, x26, [sp, #48]\n"
	"	stp x27, x28, [sp, #64]\n"
	"	stp x29, x30, [sp, #80]\n"
	"	stp d8, d9, [sp, #96]\n"
	"	stp d10, d11, [sp, #112]\n"
	"	stp d12, d13, [sp, #128]\n"
	"	stp d14, d15, [sp, #144]\n"
	"	mov x9, sp\n"
	"	str x9, [x0]\n"
	"	ldr x9, [x1]\n"
	"	mov sp, x9\n"
	"	ldp x19, x20, [sp, #0]\n"
	"	ldp x21, x22, [sp, #16]\n"
	"	ldp x23, x24, [sp, #32]\n"
	"	ldp x25, x26, [sp, #48]\n"
	"	ldp x27, x28, [sp, #64]\n"
	"	ldp x29, x30, [sp, #80]\n"
	"	ldp d8, d9, [sp, #96]\n"
	"	ldp d10, d11, [sp, #112]\n"
	"	ldp d12, d13, [sp, #128]\n"
	"	ldp d14, d15, [sp, #144]\n"
	"	add sp, sp, #160\n"
	"	ret\n"
	".globl gcx_coroutine_enter\n"
	".hidden gcx_coroutine_enter\n"
	".type gcx_coroutine_enter, %function\n"
	"gcx_coroutine_enter:\n"
	"	mov x0, x19\n"
	"	mov x29, #0\n"
	"	bl gcx_coroutine_begin\n"
	"	brk #1\n"
	".section .note.GNU-stack, \"\", %progbits\n"
	".text\n");
#else
#error "coroutines are known for x86-64 and AArch64"
#endif

/* The address sanitizer is to know which stack is in use, and that a stack is new. */
#ifdef __SANITIZE_ADDRESS__
static struct gcx_coroutine *left;

static void depart(struct gcx_coroutine *from, const struct gcx_coroutine *to)
{
	left = from;
	__sanitizer_start_switch_fiber(&from->fake_stack, to->stack, to->stack_size);
}

static void arrive(const struct gcx_coroutine *at)
{
	__sanitizer_finish_switch_fiber(at->fake_stack, &left->stack, &left->stack_size);
}

static void clean(void *stack, size_t size)
{
	ASAN_UNPOISON_MEMORY_REGION(stack, size);
}
#else
static void depart(struct gcx_coroutine *from, const struct gcx_coroutine *to)
{
	(void)from;
	(void)to;
}

static void arrive(const struct gcx_coroutine *at)
{
	(void)at;
}

static void clean(void *stack, size_t size)
{
	(void)stack;
	(void)size;
}
#endif

void gcx_coroutine_begin(struct gcx_coroutine *self)
{
	arrive(self);
	self->body(self->argument);
	abort();
}

void gcx_coroutine_make(struct gcx_coroutine *made, void *stack, size_t size, void (*body)(void *),
    void *argument)
{
	uintptr_t *top = (uintptr_t *)(((uintptr_t)stack + size) & ~(uintptr_t)15);

	*made = (struct gcx_coroutine){ .body = body,
		.argument = argument,
		.stack = stack,
		.stack_size = size,
		.stack_pointer = top - SAVED };
	clean(stack, size);
	top -= SAVED;
	for (unsigned i = 0; i < SAVED; i++)
		top[i] = 0;
	top[BEGIN] = (uintptr_t)gcx_coroutine_enter;
	top[SELF] = (uintptr_t)made;
}

void gcx_coroutine_switch(struct gcx_coroutine *from, struct gcx_coroutine *to)
{
	depart(from, to);
	gcx_switch(&from->stack_pointer, &to->stack_pointer);
	arrive(from);
}
