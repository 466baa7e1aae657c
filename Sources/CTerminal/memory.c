#include "CTerminal.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

void cterminal_memory_keep(void) {
#if defined(__GLIBC__)
  // Setting either disables the dynamic adjustment of both.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
  // By default each thread reserves 64 MiB of addresses, and under an address limit maps each block
  // separately.
  mallopt(M_ARENA_MAX, 1);
#endif
}
