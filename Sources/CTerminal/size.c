#include "CTerminal.h"
#include <sys/ioctl.h>

cterminal_size_t cterminal_size(int descriptor) {
  struct winsize window = {0};
  if (ioctl(descriptor, TIOCGWINSZ, &window) != 0) return (cterminal_size_t){0};
  return (cterminal_size_t){window.ws_col, window.ws_row, window.ws_xpixel, window.ws_ypixel};
}
