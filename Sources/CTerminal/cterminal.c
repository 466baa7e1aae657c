#include "CTerminal.h"
#include <time.h>
int64_t cterminal_now(void) { struct timespec t; clock_gettime(CLOCK_REALTIME, &t); return t.tv_sec * 1000000LL + t.tv_nsec / 1000; }
