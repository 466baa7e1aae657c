#include "fatal.h"
#include "interruption.h"
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

enum { SIGNALS = NSIG };
static struct sigaction before[SIGNALS];
static void (*_Atomic restore_terminal)(void);

static int ends_process(int number) {
  for (int index = 0; index < CTERMINAL_OWN_SIGNALS; index++)
    if (number == cterminal_own_signals[index]) return 0;
  switch (number) {
  // Handled or ignored elsewhere, without effect by default, or impossible to catch.
  case SIGPIPE: case SIGXFSZ: case SIGKILL: case SIGWINCH: case SIGCONT: case SIGTSTP:
  case SIGSTOP: case SIGTTIN: case SIGTTOU: case SIGCHLD: case SIGURG:
    return 0;
  // A real-time signal that ends waits for a file lock.
  default:
    return number != SIGRTMIN + 4;
  }
}

static void run_restore(void) {
  void (*action)(void) = atomic_load(&restore_terminal);
  if (action) action();
}

static void end(int number) {
  run_restore();
  sigaction(number, &before[number], NULL);
  // It is delivered again after return, with its former action.
  raise(number);
}

void cterminal_fatal_catch(void (*action_before)(void)) {
  atomic_store(&restore_terminal, action_before);
  struct sigaction action = { .sa_handler = end };
  sigemptyset(&action.sa_mask);
  for (int number = 1; number < SIGNALS; number++) {
    if (!ends_process(number)) continue;
    sigaction(number, NULL, &before[number]);
    if (before[number].sa_handler != SIG_IGN) sigaction(number, &action, NULL);
  }
}

void cterminal_fatal_restore(void) {
  for (int number = 1; number < SIGNALS; number++)
    if (ends_process(number)) sigaction(number, &before[number], NULL);
  atomic_store(&restore_terminal, NULL);
}
