#pragma once
#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The words this process was started with, the program's name first, as the system stored them.
int32_t cterminal_argument_count(void);
const char *cterminal_argument(int32_t index);

/// Has free() keep up to 4 MiB for the next malloc(), and only what is larger than 1 MiB go back to
/// the system at once; all threads have the same.
void cterminal_memory_keep(void);

/// Microseconds since 1970 on the system's wall clock.
int64_t cterminal_now(void);

/// Seconds that clocks of the user's zone are ahead of UTC at that many seconds since 1970.
int32_t cterminal_utc_offset(int64_t seconds);

/// The size of a terminal in cells; 0 by 0 where the descriptor is none or doesn't know.
typedef struct { int32_t columns, rows; } cterminal_size_t;
cterminal_size_t cterminal_size(int descriptor);

/// write(2) that waits no longer than a tenth of a second for a terminal or a pipe that takes
/// nothing: -1 with EAGAIN. Others that write there notice nothing of it.
ssize_t cterminal_output_offer(int descriptor, const void *bytes, size_t length);

/// Writes the text. Who takes nothing is waited for until a signal of ours is held back, and from
/// then on, or by whoever is ending, no longer than so many tenths of a second. What can't be
/// written is left: returns how many bytes that is. For handlers too.
size_t cterminal_output_put(
  int descriptor, const char *text, size_t length, int32_t is_ending, int32_t tenths);

/// Waits until that child has ended, which is still to be reaped: 1 when it has, 0 once a signal of
/// ours is held back.
int32_t cterminal_child_wait(int32_t child);

/// From now on INT, TERM and HUP write the message to descriptor 2, if that takes it in a tenth of
/// a second, and end the process with 128 + signal. The message is copied, up to 255 bytes. Called
/// again, it changes the message.
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

/// Waits until something can be read there, be it the end: 1; 0 once a signal of ours is held back,
/// whatever else came. On a thread that signals reach.
int32_t cterminal_input_wait(int descriptor);

/// How the names end that the program and SQLite make beside a database; NULL behind the last.
const char *cterminal_companion_ending(int32_t index);

/// Whether the name at the end of a path is such a one, which is nobody's to type.
int32_t cterminal_is_companion(const char *path);

/// The name in a record of readdir(3), which may be shorter than its type says.
const char *cterminal_entry_name(const struct dirent *entry);

/// What can stand where the cursor is: words one behind the other, each ended by a NUL and followed
/// by how it is shown among others, which may be empty and ends in a NUL too; in memory of malloc()
/// that the editor frees.
typedef struct {
  char *words;
  size_t length;
  /// Whether there are other words than these.
  int are_cut;
  /// What is typed of the path of a file, which can stand here too, and what goes before it in the
  /// same word, such as `--image=`; in memory of malloc() that the editor frees. NULL where none
  /// can.
  char *path;
  char *lead;
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
  /// Whether U+0001 stands in it for NUL.
  int32_t holds_nul;
} cterminal_line_t;

/// Lets a line be edited. A signal that is held back drops the line.
cterminal_line_t cterminal_editor_read(const char *prompt);

/// Adds a line to the history, unless it is the same as the last one.
void cterminal_editor_remember(const char *line);

/// Takes the terminal behind descriptors 0 and 1 for a full screen: raw, the alternate screen,
/// without a cursor. It is given back by leave, and before any signal that ends the process with a
/// dump. 0, or the error that forbids it. In the background it stops first, until it is in front.
int32_t cterminal_screen_enter(int32_t wants_mouse);
void cterminal_screen_leave(void);
/// Whether it is taken: not so after a signal that ends programs came in the background.
int32_t cterminal_screen_is_taken(void);

/// Whether presses and the wheel are told, or are the terminal's own.
void cterminal_screen_mouse(int32_t wants_mouse);

/// Gives the terminal back, stops the whole job, and takes the terminal again once it goes on.
void cterminal_screen_stop(void);

/// Takes the terminal again after a stop that couldn't be caught.
void cterminal_screen_resume(void);

/// What a wait for the terminal ended with; several may be at once, and none after the time is up
/// or when a signal that ends programs is pending.
enum {
  CTERMINAL_SCREEN_INPUT = 1,
  /// The other descriptor is readable.
  CTERMINAL_SCREEN_WOKEN = 2,
  CTERMINAL_SCREEN_RESIZED = 4,
  CTERMINAL_SCREEN_CONTINUED = 8,
  /// Somebody asked for a stop from outside.
  CTERMINAL_SCREEN_STOP = 16,
  /// The terminal is there no more.
  CTERMINAL_SCREEN_GONE = 32,
};

/// Waits for input, for `wake` to be readable, or for a signal; below 0 without a limit.
int32_t cterminal_screen_wait(int32_t wake, int32_t milliseconds);

/// A descriptor that becomes readable when it is rung, from any thread, until it is drained; below
/// 0 with errno if there can't be one. The caller closes it.
int cterminal_wake_open(void);
void cterminal_wake_send(int wake);
void cterminal_wake_drain(int wake);

/// Waits until it is rung: 1; 0 after a signal, and -1 once nobody reads `output` any more.
int32_t cterminal_wake_wait(int wake, int output);
