#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "writes.h"

// Reads "--as WHO DEED WHAT" as far as the driver writes it; a text stands in single quotes.
static void carry_out(deeds *d, char *line, int64_t at) {
  strtok(line, " ");
  char *who = strtok(NULL, " "), *deed = strtok(NULL, " ");
  if (strcmp(deed, "follow") == 0) {
    do_follow(d, who, strtok(NULL, "\n"));
  } else if (strcmp(deed, "unfollow") == 0) {
    do_unfollow(d, who, strtok(NULL, "\n"));
  } else if (strcmp(deed, "like") == 0) {
    do_like(d, who, atoll(strtok(NULL, "\n")), at);
  } else {
    do_post(d, who, strtok(NULL, "'"), at);
  }
}

// A thousand lines share a transaction.
void run_script(network *n, const char *path) {
  enum { most_in_one = 1000 };
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  deeds d = prepare_deeds(n);
  char *line = NULL;
  size_t room = 0;
  int lines = 0;
  while (getline(&line, &room, file) > 0) {
    if (lines % most_in_one == 0) begin(n);
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    carry_out(&d, line, (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000);
    if (++lines % most_in_one == 0) commit(n);
  }
  if (lines % most_in_one != 0) commit(n);
  free(line);
  fclose(file);
}
