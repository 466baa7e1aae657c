#include "CTerminal.h"
#include <string.h>

static const char *const companion_endings[] = { "-lock", "-wal", "-shm", "-journal",
                                              "-migration" };
enum { ENDINGS = sizeof companion_endings / sizeof companion_endings[0] };

const char *cterminal_companion_ending(int32_t index) {
  return index >= 0 && index < ENDINGS ? companion_endings[index] : NULL;
}

int32_t cterminal_is_companion(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  size_t length = strlen(name);
  for (int index = 0; index < ENDINGS; index++) {
    size_t ending = strlen(companion_endings[index]);
    if (length > ending && strcmp(name + length - ending, companion_endings[index]) == 0) return 1;
  }
  return 0;
}

const char *cterminal_entry_name(const struct dirent *entry) { return entry->d_name; }
