/* Stores that wait, one channel for each process and variable, with the names of MMLib: what
 * `gcdsl trace --promela' looks for. */
int shared_memory[VARSIZE];
int buffer[(PROCSIZE + 2) * VARSIZE];
byte gcounter;
byte lcounter[(PROCSIZE + 2) * VARSIZE];
chan queue[(PROCSIZE + 2) * VARSIZE] = [BUFFSIZE] of {int};
int v;

#define AT(s) (_pid * VARSIZE + (s))
#define READ(s) ((lcounter[AT(s)] == 0) -> shared_memory[s] : buffer[AT(s)])
#define WRITE(s, value) atomic { \
  printf("WRITE\n"); \
  queue[AT(s)] ! value;  buffer[AT(s)] = value;  gcounter++;  lcounter[AT(s)]++; \
  printf("WRITE\n"); }
#define FENCE() atomic { \
  printf("FENCE\n"); \
  n = 0; \
  do \
  :: n < VARSIZE && len(queue[AT(n)]) > 0 -> \
     queue[AT(n)] ? v;  shared_memory[n] = v;  gcounter--;  lcounter[AT(n)]--;  v = 0 \
  :: n < VARSIZE && len(queue[AT(n)]) == 0 -> n++ \
  :: n >= VARSIZE -> break \
  od; \
  n = 0; \
  printf("FENCE\n"); }

active proctype mem() {
  byte at;
endmem:
  do
  :: atomic {
       gcounter > 0 ->
       select (at : 2 * VARSIZE .. (PROCSIZE + 2) * VARSIZE - 1);
       len(queue[at]) > 0;
       queue[at] ? v;
       shared_memory[at % VARSIZE] = v;
       gcounter--;  lcounter[at]--;  v = 0;  at = 0
     }
  od
}
