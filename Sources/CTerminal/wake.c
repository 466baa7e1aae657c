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

int32_t cterminal_wake_wait(const int *inputs, size_t count, int output, int32_t milliseconds) {
  enum { MOST = 8 };
  // A pipe without a reader always reports POLLERR: poll(2).
  struct pollfd items[MOST + 1] = { { .fd = output, .events = 0 } };
  if (count > MOST) count = MOST;
  for (size_t index = 0; index < count; index++)
    items[index + 1] = (struct pollfd){ .fd = inputs[index], .events = POLLIN };
  struct timespec limit = { milliseconds / 1000, milliseconds % 1000 * 1000000L };
  int ready = cterminal_wait(items, count + 1, milliseconds < 0 ? NULL : &limit, NULL);
  if (ready > 0 && items[0].revents) return -1;
  if (ready > 0) return 1;
  return ready < 0 || cterminal_interruption_pending() ? 0 : 2;
}
