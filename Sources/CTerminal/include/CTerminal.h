#pragma once
#include <stddef.h>
#include <stdint.h>

/// The words this process was started with, the program's name first, as the system stored them.
int32_t cterminal_argument_count(void);
const char *cterminal_argument(int32_t index);

/// Microseconds since 1970 on the system's wall clock.
int64_t cterminal_now(void);

/// Seconds that clocks of the user's zone are ahead of UTC at that many seconds since 1970.
int32_t cterminal_utc_offset(int64_t seconds);

/// The size of a terminal in cells; 0 by 0 where the descriptor is none or doesn't know.
typedef struct { int32_t columns, rows; } cterminal_size_t;
cterminal_size_t cterminal_size(int descriptor);

/// From now on INT, TERM and HUP write the message to descriptor 2 and end the process with
/// 128 + signal. The message is copied, up to 255 bytes. Called again, it changes the message.
/// A signal that was ignored when the process began stays ignored.
void cterminal_interruption_arm(const char *message, size_t length);

/// Postpones the end until as many calls of release; never returns in a process that is ending.
void cterminal_interruption_hold(void);
void cterminal_interruption_release(void);

/// Makes it as if hold had been called that often and not released.
void cterminal_interruption_settle(int32_t count);

/// Whether anybody holds.
int32_t cterminal_interruption_is_held(void);

/// The first signal that arrived while held; 0 if there was none.
int32_t cterminal_interruption_pending(void);

/// Forgets that signal, so that the next one is the first.
void cterminal_interruption_forget(void);

/// What can stand where the cursor is: words one behind the other, each ended by a NUL and followed by
/// how it is shown among others, which may be empty and ends in a NUL too; in memory of malloc() that
/// the editor frees.
typedef struct {
  char *words;
  size_t length;
  /// Whether names of files can stand here too.
  int offers_files;
  /// Whether a blank follows the word once it is whole.
  int closes_word;
} cterminal_candidates_t;
typedef cterminal_candidates_t (*cterminal_complete_t)(
  const char *line, size_t cursor, void *context);

/// Prepares GNU Readline; once in a process.
void cterminal_editor_start(const char *name, cterminal_complete_t complete, void *context);

typedef enum { CTERMINAL_LINE_READ, CTERMINAL_LINE_DROPPED, CTERMINAL_LINE_END } cterminal_line_kind_t;
typedef struct {
  cterminal_line_kind_t kind;
  /// In memory of malloc(), which the caller frees; NULL but for a line that was read.
  char *text;
} cterminal_line_t;

/// Lets a line be edited. A signal that is held back drops the line.
cterminal_line_t cterminal_editor_read(const char *prompt);

/// Adds a line to the history, unless it is the same as the last one.
void cterminal_editor_remember(const char *line);
