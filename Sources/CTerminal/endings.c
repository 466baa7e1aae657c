#include "endings.h"
#include "interruption.h"
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

enum { SIGNALS = NSIG };
static struct sigaction before[SIGNALS];
static void (*_Atomic give_terminal_back)(void);

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

static void give_back(void) {
  void (*action)(void) = atomic_load(&give_terminal_back);
  if (action) action();
}

static void end(int number) {
  give_back();
  sigaction(number, &before[number], NULL);
  // It is delivered again after return, with its former action.
  raise(number);
}

void cterminal_endings_catch(void (*action_before)(void)) {
  atomic_store(&give_terminal_back, action_before);
  struct sigaction action = { .sa_handler = end };
  sigemptyset(&action.sa_mask);
  for (int number = 1; number < SIGNALS; number++) {
    if (!ends_process(number)) continue;
    sigaction(number, NULL, &before[number]);
    if (before[number].sa_handler != SIG_IGN) sigaction(number, &action, NULL);
  }
}

void cterminal_endings_let_go(void) {
  for (int number = 1; number < SIGNALS; number++)
    if (ends_process(number)) sigaction(number, &before[number], NULL);
  atomic_store(&give_terminal_back, NULL);
}
