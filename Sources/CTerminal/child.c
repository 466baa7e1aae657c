#include "CTerminal.h"
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// poll(2) is not restarted after a signal, as waitpid(2) is: signal(7). The child's descriptor
// becomes readable when the child exits: pidfd_open(2).
int32_t cterminal_child_wait(int32_t child) {
  int descriptor = (int)syscall(SYS_pidfd_open, child, 0);
  if (descriptor < 0) return 1;
  int has_ended = cterminal_input_wait(descriptor);
  close(descriptor);
  return has_ended;
}
