#include "CTerminal.h"
#include "interruption.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

const int cterminal_own_signals[] = { SIGINT, SIGTERM, SIGHUP };

// The number of holds; ENDING after a handler has decided to exit. The decision and the holds share
// one atomic, so no commit can begin after "nothing was saved" was decided on another thread.
// Lock-free atomics are safe in handlers: C11, 7.14.1.1.
enum { ENDING = -1 };
static atomic_int holders;
static atomic_int first_signal;

typedef struct { size_t length; char text[256]; } message_t;
static message_t messages[2];
static _Atomic(message_t *) message;

static void end_or_postpone(int signal_number) {
  int saved_errno = errno;
  int free = 0;
  if (atomic_compare_exchange_strong(&holders, &free, ENDING)) {
    message_t *prepared = atomic_load(&message);
    if (prepared) cterminal_output_put(STDERR_FILENO, prepared->text, prepared->length, 1, 1);
    _exit(128 + signal_number);
  }
  int none = 0;
  atomic_compare_exchange_strong(&first_signal, &none, signal_number);
  errno = saved_errno;
}

static void catch_signal(int signal_number) {
  struct sigaction action = {0}, former;
  if (sigaction(signal_number, NULL, &former) == 0 && former.sa_handler == SIG_IGN) return;
  action.sa_handler = end_or_postpone;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  sigaction(signal_number, &action, NULL);
}

void cterminal_interruption_arm(const char *text, size_t length) {
  message_t *current = atomic_load(&message);
  message_t *other = current == &messages[0] ? &messages[1] : &messages[0];
  other->length = length < sizeof other->text ? length : sizeof other->text - 1;
  memcpy(other->text, text, other->length);
  atomic_store(&message, other);
  if (current) return;
  for (int index = 0; index < CTERMINAL_OWN_SIGNALS; index++)
    catch_signal(cterminal_own_signals[index]);
}

void cterminal_interruption_hold(void) {
  int seen = atomic_load(&holders);
  for (;;) {
    if (seen == ENDING) pause();
    else if (atomic_compare_exchange_weak(&holders, &seen, seen + 1)) return;
    seen = atomic_load(&holders);
  }
}

void cterminal_interruption_release(void) {
  int seen = atomic_load(&holders);
  while (seen > 0 && !atomic_compare_exchange_weak(&holders, &seen, seen - 1)) {}
}

void cterminal_interruption_settle(int32_t count) {
  int seen = atomic_load(&holders);
  while (seen != ENDING && !atomic_compare_exchange_weak(&holders, &seen, count)) {}
}

int32_t cterminal_interruption_is_held(void) { return atomic_load(&holders) > 0; }

int32_t cterminal_interruption_pending(void) { return atomic_load(&first_signal); }

void cterminal_interruption_forget(void) { atomic_store(&first_signal, 0); }

int cterminal_wait(
  struct pollfd *items, nfds_t count, const struct timespec *limit, int (*is_asked)(void)) {
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  int is_needless = cterminal_interruption_pending() || (is_asked && is_asked());
  // ppoll() lifts the mask only for the wait, so that no signal is lost between the check and the
  // wait.
  int ready = is_needless ? 0 : ppoll(items, count, limit, &before);
  int error = errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return ready;
}

int32_t cterminal_input_wait(int descriptor) {
  // The write end of a pipe never polls as readable; reading it reports the error.
  int flags = fcntl(descriptor, F_GETFL);
  int is_unreadable = flags >= 0 && (flags & O_ACCMODE) == O_WRONLY;
  struct pollfd input = { .fd = descriptor, .events = POLLIN };
  while (!is_unreadable && cterminal_wait(&input, 1, NULL, NULL) < 0 && errno == EINTR) {}
  return !cterminal_interruption_pending();
}
