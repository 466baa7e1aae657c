#include "CTerminal.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

// Signal handlers call these functions: everything used here is on the list of signal-safety(7).

// Milliseconds to wait for a reader, and between two attempts.
enum { PATIENCE = 100, PAUSE = 10 };

// Opens the terminal of a descriptor again, without blocking; below 0 if it is none or can't be
// opened. The descriptor itself is shared with other programs and must not change.
static int open_again(int descriptor) {
  struct termios settings;
  if (tcgetattr(descriptor, &settings) != 0) return -1;
  const char *path = descriptor == STDOUT_FILENO ? "/proc/self/fd/1"
    : descriptor == STDERR_FILENO ? "/proc/self/fd/2" : "";
  return open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

static ssize_t offer(int descriptor, const void *bytes, size_t length) {
  for (int turn = 0; turn < PATIENCE / PAUSE; turn++) {
    struct pollfd output = { .fd = descriptor, .events = POLLOUT };
    int count = poll(&output, 1, PATIENCE);
    if (count < 0) return -1;
    if (count == 0) break;
    ssize_t written = write(descriptor, bytes, length);
    if (written >= 0 || errno != EAGAIN) return written;
    // A terminal with space for one byte has none for a line feed, which becomes two bytes.
    poll(NULL, 0, PAUSE);
  }
  errno = EAGAIN;
  return -1;
}

ssize_t cterminal_output_offer(int descriptor, const void *bytes, size_t length) {
  int again = open_again(descriptor);
  // The most that a ready pipe takes at once: pipe(7).
  size_t piece = again < 0 && length > PIPE_BUF ? PIPE_BUF : length;
  ssize_t count = offer(again < 0 ? descriptor : again, bytes, piece);
  int error = errno;
  if (again >= 0) close(again);
  errno = error;
  return count;
}

size_t cterminal_output_put(
  int descriptor, const char *text, size_t length, int32_t is_ending, int32_t tenths
) {
  while (length > 0) {
    int ends = is_ending || cterminal_interruption_pending();
    ssize_t count = cterminal_output_offer(descriptor, text, length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN && (!ends || --tenths > 0)) continue;
    if (count <= 0) break;
    text += count;
    length -= (size_t)count;
  }
  return length;
}
