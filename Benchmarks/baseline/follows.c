#include <stdlib.h>

#include "writes.h"

// Each follow in a durable transaction of its own.
void follow(network *n, const char *path) {
  int count;
  name_pair *pairs = read_pairs(path, &count);
  deeds d = prepare_deeds(n);
  for (int i = 0; i < count; i++) {
    double start = now();
    begin(n);
    do_follow(&d, pairs[i].first, pairs[i].second);
    commit(n);
    note_time(now() - start);
  }
  print_worst();
  free(pairs);
}

// The first person of the file follows all the second ones, a thousand in each transaction.
void follow_in_batches(network *n, const char *path) {
  enum { most_in_one = 1000 };
  int count;
  name_pair *pairs = read_pairs(path, &count);
  deeds d = prepare_deeds(n);
  for (int i = 0; i < count; i++) {
    if (i % most_in_one == 0) begin(n);
    do_follow(&d, pairs[0].first, pairs[i].second);
    if (i % most_in_one == most_in_one - 1 || i == count - 1) commit(n);
  }
  free(pairs);
}
