#include "CTerminal.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

// Handlers of signals write too: all that is called here is on the list of signal-safety(7).

// Milliseconds that a reader is waited for, and between two tries.
enum { PATIENCE = 100, PAUSE = 10 };

// The terminal behind a descriptor, opened once more; below 0 where there is none, or it may not be
// opened. The descriptor itself is shared with other programs: it is not ours to change.
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
    // A terminal that has room for one byte has none for a line feed, of which it makes two.
    poll(NULL, 0, PAUSE);
  }
  errno = EAGAIN;
  return -1;
}

ssize_t cterminal_output_offer(int descriptor, const void *bytes, size_t length) {
  int again = open_again(descriptor);
  // As much as a pipe with room takes at once: pipe(7).
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
