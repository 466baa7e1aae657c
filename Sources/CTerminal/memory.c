#include "CTerminal.h"
#include "endings.h"
#include <string.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

void cterminal_memory_keep(void) {
#if defined(__GLIBC__)
  // Once one of the two is set, neither moves by itself.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
  // By itself each thread reserves addresses for 64 MiB, and where they are limited takes a page
  // from the system for each of its blocks.
  mallopt(M_ARENA_MAX, 1);
#endif
}

// What is said at the end: before anything is saved, and while a commit may be on its way. They
// change between two lines only.
typedef struct { size_t length; char text[320]; } message_t;
static message_t unsaved, uncertain;

static void copy(message_t *message, const char *text, size_t length) {
  message->length = length < sizeof message->text ? length : sizeof message->text - 1;
  memcpy(message->text, text, message->length);
}

void cterminal_memory_arm(
  const char *text, size_t length, const char *held_text, size_t held_length) {
  copy(&unsaved, text, length);
  copy(&uncertain, held_text, held_length);
}

// Swift calls this where it gets no memory, and would end the process with a trace: in the release
// executable the linker puts it in the place of Swift's own, by the names that `--wrap` asks for.
// It must not return, nor ask for memory. 74 is EX_IOERR, the status of a lack of memory elsewhere.
void __wrap__ZN5swift28swift_abortAllocationFailureEmm(size_t size, size_t alignment);
void __wrap__ZN5swift28swift_abortAllocationFailureEmm(size_t size, size_t alignment) {
  (void)size;
  (void)alignment;
  cterminal_endings_give_back();
  const message_t *message = cterminal_interruption_is_held() ? &uncertain : &unsaved;
  cterminal_output_put(STDERR_FILENO, message->text, message->length, 1, 1);
  _exit(74);
}
