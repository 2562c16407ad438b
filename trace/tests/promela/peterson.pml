// Peterson's algorithm: without fences (BEFORE_IF is empty), or with one before the `if'.
#define PROCSIZE 2
#define VARSIZE 3
#define BUFFSIZE 3
#include "buffers.pml"
#ifndef BEFORE_IF
#define BEFORE_IF skip
#endif
#define want0 0
#define want1 1
#define turn 2
byte inside;

proctype P(byte mine, other, go) {
  byte n;
  WRITE(mine, 1);
  WRITE(turn, 1 - go);
  BEFORE_IF;
  if
  :: READ(turn) == go
  :: READ(other) == 0
  fi;
  inside++;
  assert(inside == 1);
  inside--;
  WRITE(mine, 0)
}

init { atomic { run P(want0, want1, 0);  run P(want1, want0, 1) } }
