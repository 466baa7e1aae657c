#include "CTerminal.h"
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

int cterminal_wake_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cterminal_wake_ring(int wake) { eventfd_write(wake, 1); }

void cterminal_wake_drain(int wake) {
  eventfd_t rings;
  eventfd_read(wake, &rings);
}

int32_t cterminal_wake_wait(int wake, int output) {
  sigset_t ours, before;
  sigemptyset(&ours);
  sigaddset(&ours, SIGINT);
  sigaddset(&ours, SIGTERM);
  sigaddset(&ours, SIGHUP);
  sigprocmask(SIG_BLOCK, &ours, &before);
  // A pipe without a reader tells so by an error that is always told: poll(2), POLLERR.
  struct pollfd ready[2] = { { .fd = wake, .events = POLLIN }, { .fd = output, .events = 0 } };
  int count = 0;
  // The mask is lifted for the wait alone, so that no signal falls between the look and the wait.
  if (!cterminal_interruption_pending()) count = ppoll(ready, 2, NULL, &before);
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (count > 0 && ready[1].revents) return -1;
  return count > 0;
}
