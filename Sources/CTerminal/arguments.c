#include "CTerminal.h"

static int32_t count;
static char **words;

// glibc passes the arguments of main() to constructors, in static executables too.
__attribute__((constructor)) static void remember(int argc, char **argv) {
  count = argc;
  words = argv;
}

int32_t cterminal_argument_count(void) { return count; }

const char *cterminal_argument(int32_t index) { return words[index]; }
