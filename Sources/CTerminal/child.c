#include "CTerminal.h"
#include <errno.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// A wait for a descriptor is never taken up again behind a signal, as one for a child is:
// signal(7). What comes between the look and the wait is seen a second later.
int32_t cterminal_child_wait(int32_t child) {
  int descriptor = (int)syscall(SYS_pidfd_open, child, 0);
  if (descriptor < 0) return 1;
  struct pollfd end = { .fd = descriptor, .events = POLLIN };
  int has_ended = 0;
  while (!has_ended && !cterminal_interruption_pending()) {
    int count = poll(&end, 1, 1000);
    has_ended = count > 0 || (count < 0 && errno != EINTR);
  }
  close(descriptor);
  return has_ended;
}
