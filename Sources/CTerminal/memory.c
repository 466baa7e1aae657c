#include "CTerminal.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

void cterminal_memory_keep(void) {
#if defined(__GLIBC__)
  // Once one of the two is set, neither moves by itself.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
  // By itself each thread reserves addresses for 64 MiB, and where they are limited takes a page
  // from the system for each of its blocks.
  mallopt(M_ARENA_MAX, 1);
#endif
}
