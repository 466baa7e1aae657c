#include "CPostgres.h"
#include <sys/timerfd.h>
#include <unistd.h>

int cpostgres_open_timer(int seconds) {
  int descriptor = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  struct itimerspec when = {.it_interval = {seconds, 0}, .it_value = {seconds, 0}};
  if (descriptor < 0 || timerfd_settime(descriptor, 0, &when, 0) == 0) return descriptor;
  close(descriptor);
  return -1;
}
