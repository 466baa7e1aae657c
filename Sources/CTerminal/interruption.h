#pragma once
#include <poll.h>
#include <time.h>

// The signals that the program handles itself.
enum { CTERMINAL_OWN_SIGNALS = 3 };
extern const int cterminal_own_signals[CTERMINAL_OWN_SIGNALS];

// Wraps ppoll(2), which any signal ends. Returns 0 at once if one of our signals is held, or if
// `is_asked` reports other work; `is_asked` may be NULL.
int cterminal_wait(
  struct pollfd *items, nfds_t count, const struct timespec *limit, int (*is_asked)(void));
