#include "CTerminal.h"
#include <time.h>

int64_t cterminal_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

int32_t cterminal_utc_offset(int64_t seconds) {
  time_t instant = (time_t)seconds;
  struct tm local;
  // localtime_r() may not read TZ: POSIX, localtime(), "Local timezone information".
  tzset();
  return localtime_r(&instant, &local) ? (int32_t)local.tm_gmtoff : 0;
}
