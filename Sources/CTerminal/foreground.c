#include "CTerminal.h"
#include "foreground.h"
#include <signal.h>
#include <unistd.h>

int cterminal_is_in_background(void) {
  pid_t front = tcgetpgrp(STDIN_FILENO);
  return front > 0 && front != getpgrp();
}

int cterminal_wait_for_foreground(void) {
  struct sigaction stopping = { .sa_handler = SIG_DFL }, before;
  sigaction(SIGTTIN, &stopping, &before);
  // A process in an orphaned process group can't be stopped.
  for (int turns = 0; turns < 100 && cterminal_is_in_background(); turns++) {
    if (cterminal_interruption_pending()) break;
    raise(SIGTTIN);
  }
  sigaction(SIGTTIN, &before, NULL);
  return !cterminal_is_in_background();
}
