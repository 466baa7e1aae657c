#include "CTerminal.h"
#include <ftw.h>
#include <stdio.h>
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

static int removed(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)kind, (void)place;
  remove(path);
  return 0;
}

void cterminal_folder_remove(const char *path) {
  nftw(path, removed, 8, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
