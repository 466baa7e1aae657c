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
  // Waited for or ignored elsewhere, of no effect by themselves, or not to be caught.
  case SIGPIPE: case SIGXFSZ: case SIGKILL: case SIGWINCH: case SIGCONT: case SIGTSTP:
  case SIGSTOP: case SIGTTIN: case SIGTTOU: case SIGCHLD: case SIGURG:
    return 0;
  // One of those for programs' own use ends waits for the file.
  default:
    return number != SIGRTMIN + 4;
  }
}

void cterminal_endings_give_back(void) {
  void (*give_back)(void) = atomic_load(&give_terminal_back);
  if (give_back) give_back();
}

static void end(int number) {
  cterminal_endings_give_back();
  sigaction(number, &before[number], NULL);
  // It comes again as soon as this returns, to whoever would have had it without us.
  raise(number);
}

void cterminal_endings_catch(void (*give_back)(void)) {
  atomic_store(&give_terminal_back, give_back);
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
