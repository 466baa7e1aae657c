#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The arguments of this process, beginning with the program's name.
int32_t cterminal_argument_count(void);
const char *cterminal_argument(int32_t index);

/// Makes free() keep up to 4 MiB for reuse and return only blocks over 1 MiB at once, in all
/// threads.
void cterminal_memory_keep(void);

/// Microseconds since 1970 on the system clock.
int64_t cterminal_now(void);

/// The offset of local time from UTC in seconds, at that many seconds since 1970.
int32_t cterminal_utc_offset(int64_t seconds);

/// The size of a terminal in cells and in pixels; 0 where it is unknown or the descriptor is no
/// terminal.
typedef struct { int32_t columns, rows, width, height; } cterminal_size_t;
cterminal_size_t cterminal_size(int descriptor);

/// Like write(2), but waits at most a tenth of a second for a terminal or pipe: -1 with EAGAIN.
/// Doesn't affect other writers.
ssize_t cterminal_output_offer(int descriptor, const void *bytes, size_t length);

/// Writes the text. Waits for the reader until a signal is held; after that, or if `is_ending`, at
/// most `tenths` tenths of a second. Returns the number of unwritten bytes. Safe in signal
/// handlers.
size_t cterminal_output_put(
  int descriptor, const char *text, size_t length, int32_t is_ending, int32_t tenths);

/// Waits until the child exits, without reaping it: 1; or 0 if one of our signals is held.
int32_t cterminal_child_wait(int32_t child);

/// Makes INT, TERM and HUP write the message to descriptor 2, within a tenth of a second, and exit
/// with 128 + signal. The message is copied, up to 255 bytes; another call changes it. A signal
/// that was ignored at the start stays ignored.
void cterminal_interruption_arm(const char *message, size_t length);

/// Postpones the exit until the same number of releases; doesn't return in a process that is
/// exiting.
void cterminal_interruption_hold(void);
void cterminal_interruption_release(void);

/// Sets the number of holds.
void cterminal_interruption_settle(int32_t count);

/// Whether there is a hold.
int32_t cterminal_interruption_is_held(void);

/// The first signal that arrived during a hold; 0 if none did.
int32_t cterminal_interruption_pending(void);

/// Forgets that signal.
void cterminal_interruption_forget(void);

/// Waits until the descriptor is readable or at its end: 1; or 0 if one of our signals is held.
/// Call it on a thread that receives signals.
int32_t cterminal_input_wait(int descriptor);

/// The completions at the cursor: each word and its listed text, both ended by a NUL; the text may
/// be empty. Allocated by malloc() and freed by the editor.
typedef struct {
  char *words;
  size_t length;
  /// Whether more words exist.
  int are_cut;
  /// If some words are paths, the text before the path in each of them, such as `--image=`; else
  /// NULL. Allocated by malloc() and freed by the editor.
  char *lead;
  /// Whether a blank follows a complete word.
  int closes_word;
} cterminal_candidates_t;
typedef cterminal_candidates_t (*cterminal_complete_t)(
  const char *line, size_t cursor, void *context);

/// Prepares GNU Readline; call it once.
void cterminal_editor_start(const char *name, cterminal_complete_t complete, void *context);

typedef enum { CTERMINAL_LINE_READ, CTERMINAL_LINE_DROPPED, CTERMINAL_LINE_END } cterminal_line_kind_t;
typedef struct {
  cterminal_line_kind_t kind;
  /// Allocated by malloc() and freed by the caller; NULL unless a line was read.
  char *text;
  /// Whether U+0001 stands for NUL in it.
  int32_t holds_nul;
} cterminal_line_t;

/// Reads a line; a held signal drops it.
cterminal_line_t cterminal_editor_read(const char *prompt);

/// Adds a line to the history unless it repeats the last one.
void cterminal_editor_remember(const char *line);

/// Switches the terminal of descriptors 0 and 1 to full-screen mode: raw, alternate screen, no
/// cursor. Leaving restores it, as does any signal that ends the process with a dump. In the
/// background it stops first, until the job is in front. Returns 0 or an errno.
int32_t cterminal_screen_enter(int32_t wants_mouse);
void cterminal_screen_leave(void);
/// Whether the mode is on; it is not after an ending signal in the background.
int32_t cterminal_screen_is_taken(void);

/// Whether pictures of kitty's protocol are on the screen, which leaving removes.
void cterminal_screen_pictures(int32_t are_placed);

/// Turns mouse reports on or off.
void cterminal_screen_mouse(int32_t wants_mouse);

/// Restores the terminal, stops the job, and takes the terminal again when the job continues.
void cterminal_screen_stop(void);

/// Takes the terminal again after SIGSTOP.
void cterminal_screen_resume(void);

/// The reasons why a wait ended, possibly several; none after the time limit or an ending signal.
enum {
  CTERMINAL_SCREEN_INPUT = 1,
  /// `wake` is readable.
  CTERMINAL_SCREEN_WOKEN = 2,
  CTERMINAL_SCREEN_RESIZED = 4,
  CTERMINAL_SCREEN_CONTINUED = 8,
  /// SIGTSTP arrived.
  CTERMINAL_SCREEN_STOP = 16,
  /// The terminal is gone.
  CTERMINAL_SCREEN_GONE = 32,
};

/// Waits for input, `wake` or a signal; a negative time has no limit.
int32_t cterminal_screen_wait(int32_t wake, int32_t milliseconds);

/// A descriptor that is readable after a send, from any thread, until drained; below 0 with errno
/// on failure. The caller closes it.
int cterminal_wake_open(void);
void cterminal_wake_send(int wake);
void cterminal_wake_drain(int wake);

/// Waits until one of at most 8 inputs is readable: 1; 0 after a signal, -1 when the reader of
/// `output` is gone, and 2 after the time. A negative time has no limit.
int32_t cterminal_wake_wait(const int *inputs, size_t count, int output, int32_t milliseconds);
