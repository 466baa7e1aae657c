// The same work as profilectl's services, in C on the same SQLite and schema, as well as we can do
// it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network.h"

int main(int count, char **words) {
  if (count < 4) {
    fputs("use: baseline follow|batch|run|load|profile|timeline DATABASE FILE|NAME [TIMES]\n", stderr);
    return 64;
  }
  const char *work = words[1], *path = words[2], *subject = words[3];
  int times = count > 4 ? atoi(words[4]) : 1;
  int reads = strcmp(work, "profile") == 0 || strcmp(work, "timeline") == 0;
  network n = reads ? open_reader(path) : open_writer(path);
  if (strcmp(work, "follow") == 0) {
    follow(&n, subject);
  } else if (strcmp(work, "batch") == 0) {
    follow_in_batches(&n, subject);
  } else if (strcmp(work, "run") == 0) {
    run_script(&n, subject);
  } else if (strcmp(work, "load") == 0) {
    load(&n, subject);
  } else if (strcmp(work, "profile") == 0) {
    read_profiles(&n, subject, times);
  } else {
    read_timeline(&n, subject, times);
  }
  close_network(&n);
}
