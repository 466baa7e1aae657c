#include "CTerminal.h"
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// A wait for a descriptor is never taken up again behind a signal, as one for a child is:
// signal(7). That of a child can be read once it has ended: pidfd_open(2).
int32_t cterminal_child_wait(int32_t child) {
  int descriptor = (int)syscall(SYS_pidfd_open, child, 0);
  if (descriptor < 0) return 1;
  int has_ended = cterminal_input_wait(descriptor);
  close(descriptor);
  return has_ended;
}
