/* table.h: the C of one scenario. */
#ifndef AGREE_TABLE_H
#define AGREE_TABLE_H

#include "agree/seen.h"
#include "compiler/base/arena.h"
#include "compiler/ir/ir.h"

/* Writes the collector, which is made of CODE (SPEC, or the same lowered for code), and program.c, a program of
 * SCENARIO for driver/, in DIRECTORY, which it makes.  GUIDE is NULL, or what the program is to do. false: *why has the reason. */
bool agree_write_program(struct gd_arena *arena, const struct ir_spec *spec,
    const struct ir_spec *code, const struct ir_scenario *scenario, const struct guide *guide,
    const char *directory, const char **why);

#endif
