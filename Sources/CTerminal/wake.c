#include "CTerminal.h"
#include "interruption.h"
#include <sys/eventfd.h>
#include <unistd.h>

int cterminal_wake_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cterminal_wake_send(int wake) { eventfd_write(wake, 1); }

void cterminal_wake_drain(int wake) {
  eventfd_t rings;
  eventfd_read(wake, &rings);
}

int32_t cterminal_wake_wait(int wake, int output) {
  // A pipe without a reader always reports POLLERR: poll(2).
  struct pollfd ready[2] = { { .fd = wake, .events = POLLIN }, { .fd = output, .events = 0 } };
  int count = cterminal_wait(ready, 2, NULL, NULL);
  if (count > 0 && ready[1].revents) return -1;
  return count > 0;
}
