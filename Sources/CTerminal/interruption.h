#pragma once
#include <poll.h>
#include <time.h>

// The signals that ask for an end, which are the program's own to decide about.
enum { CTERMINAL_OWN_SIGNALS = 3 };
extern const int cterminal_own_signals[CTERMINAL_OWN_SIGNALS];

// ppoll(2), which any signal ends; 0 without a wait where one of ours is held back already, or
// `is_asked`, unless it is NULL, says that there is something else to do.
int cterminal_wait(
  struct pollfd *items, nfds_t count, const struct timespec *limit, int (*is_asked)(void));
