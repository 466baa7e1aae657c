#include "CTerminal.h"
#include "editor.h"
#include "fatal.h"
#include "foreground.h"
#include "interruption.h"
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <readline/readline.h>
#include <readline/history.h>

// Readline has global state, so there is one editor in a process.

// The descriptor that shows the line.
static int shown = STDOUT_FILENO;
static char *finished;
static int is_finished;

// Whether Readline writes a line feed at the end of input; it does with bracketed paste.
static int ends_the_line(void) {
  const char *marks_pastes = rl_variable_value("enable-bracketed-paste");
  return RL_READLINE_VERSION >= 0x0801 && marks_pastes && strcmp(marks_pastes, "on") == 0;
}

static void take_line(char *line) {
  finished = line;
  is_finished = 1;
  // Later output begins below the prompt.
  if (!line && !ends_the_line()) fputs("\n", rl_outstream);
  // Removed here, so that the terminal is in cooked mode while the line is executed.
  rl_callback_handler_remove();
}

int cterminal_is_control(wchar_t letter) {
  return letter < 0x20 || (letter >= 0x7F && letter < 0xA0) || letter == 0x61C
    || (letter >= 0x200E && letter <= 0x200F) || (letter >= 0x2028 && letter <= 0x202E)
    || (letter >= 0x2066 && letter <= 0x2069);
}

// Replaces each control character and invalid byte, because Readline makes only ASCII controls
// visible. The length is kept, so that no position in the line moves.
static void sanitize(char *line, int length) {
  // Without UTF-8, Readline shows other bytes by their number.
  if (MB_CUR_MAX == 1) return;
  mbstate_t state = {0};
  wchar_t letter;
  for (size_t taken; length > 0; line += taken, length -= (int)taken) {
    taken = mbrtowc(&letter, line, (size_t)length, &state);
    if (taken == 0 || taken > (size_t)length) {
      memset(&state, 0, sizeof state);
      taken = 1;
      if ((unsigned char)*line >= 0x80) *line = '?';
    } else if (letter >= 0x80 && cterminal_is_control(letter)) {
      memcpy(line, taken == 2 ? "\xC2\xBF" : "\xEF\xBF\xBD", taken);
    }
  }
}

// Runs a drawing function on the sanitised line; the typed bytes stay unchanged.
static void draw_sanitized(void (*draw)(void)) {
  int length = rl_end;
  char *typed = malloc((size_t)length + 1);
  if (!typed) return;
  memcpy(typed, rl_line_buffer, (size_t)length);
  sanitize(rl_line_buffer, length);
  draw();
  memcpy(rl_line_buffer, typed, (size_t)length);
  free(typed);
}

static void show_line(void) { draw_sanitized(rl_redisplay); }

static void show_nothing(void) {}

// Readline's lines end at a NUL, so another control character stands for it. A preceding Ctrl-V
// makes Readline insert it as text.
enum { STAND_IN = 1, TAKEN_AS_IT_IS = 'V' & 0x1F, NEVER_IN_TEXT = 0xFF };
static int32_t holds_nul;

// Called before another digit; limits the argument to three digits.
static void bound_argument(void) {
  enum { MOST = 99 };
  if (rl_numeric_arg > MOST) rl_numeric_arg = MOST;
  if (rl_numeric_arg < -MOST) rl_numeric_arg = -MOST;
}

// The bytes that Readline gets before any typed ones.
static int queue[6], queued, place;
// The byte read after an incomplete character.
enum { NOTHING = -2 };
static int behind = NOTHING;

static void enqueue(int byte) {
  if (place == queued) place = queued = 0;
  queue[queued++] = byte;
}

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

// The bytes of a character arrive together, or after a lost packet. A longer pause means another
// key, however often the wait is interrupted.
static int comes_soon(void) {
  enum { PATIENCE = 1000 };
  struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
  int64_t end = milliseconds() + PATIENCE;
  for (int64_t left = PATIENCE; left > 0; left = end - milliseconds()) {
    int ready = poll(&input, 1, (int)left);
    if (ready > 0) return 1;
    if (ready == 0 || errno != EINTR || cterminal_interruption_pending()) return 0;
  }
  return 0;
}

// The number of bytes after this first byte of UTF-8.
static int continuations(int first) {
  return first < 0xC2 || first > 0xF4 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
}

// Whether this is the shortest encoding of a valid scalar, even if the locale has no such
// character.
static int is_letter(int32_t letter, int continuations) {
  static const int32_t least[] = { 0, 0x80, 0x800, 0x10000 };
  int is_half = letter >= 0xD800 && letter <= 0xDFFF;
  return letter >= least[continuations] && letter <= 0x10FFFF && !is_half;
}

// Returns the first byte of a character and queues the others. For an invalid character, Readline
// would keep a text that was not typed, so a byte that no text contains makes the line refused.
static int whole_letter(FILE *input, int first) {
  int bytes[4] = { first };
  int more = continuations(first);
  int32_t letter = first & (0x3F >> more);
  for (int index = 1; index <= more; index++) {
    int next = comes_soon() ? rl_getc(input) : NOTHING;
    if (next < 0x80 || next >= 0xC0) {
      behind = next;
      return NEVER_IN_TEXT;
    }
    bytes[index] = next;
    letter = letter << 6 | (next & 0x3F);
  }
  if (!is_letter(letter, more)) return NEVER_IN_TEXT;
  // A history search draws its text itself and, without UTF-8, stops at such a character.
  int is_search = RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH) != 0;
  if (is_search && (MB_CUR_MAX == 1 || cterminal_is_control(letter))) return '?';
  // After Esc or Ctrl-X it is an unknown key and not text.
  if (RL_ISSTATE(RL_STATE_MULTIKEY) && !RL_ISSTATE(RL_STATE_DISPATCHING)) return first;
  for (int index = 1; index <= more; index++) enqueue(bytes[index]);
  return first;
}

// Readline reads a paste to its end, which may never come; a held signal ends the paste and drops
// the line.
static int next_of_paste(FILE *input) {
  static const char end[] = "\033[201~";
  if (cterminal_input_wait(STDIN_FILENO)) return rl_getc(input);
  for (const char *byte = end; *byte; byte++) enqueue(*byte);
  return queue[place++];
}

// The next typed byte.
static int next_byte(FILE *input) {
  if (place < queued) return queue[place++];
  int is_paste = RL_ISSTATE(RL_STATE_MOREINPUT) != 0;
  int first = behind != NOTHING ? behind : is_paste ? next_of_paste(input) : rl_getc(input);
  behind = NOTHING;
  // An argument repeats the next input without a way to interrupt it.
  if (rl_explicit_arg && (first == ESC || (first >= '0' && first <= '9'))) bound_argument();
  if (first == 0) {
    holds_nul = 1;
    // Within a paste, or after Ctrl-V.
    if (RL_ISSTATE(RL_STATE_MOREINPUT)) return STAND_IN;
    enqueue(STAND_IN);
    return TAKEN_AS_IT_IS;
  }
  return continuations(first) > 0 ? whole_letter(input, first) : first;
}

// Makes Readline take all bytes as text, not as meta keys, and show invalid ones by their number.
// It reads these settings again for each key.
static void take_letters_as_text(void) {
  rl_variable_bind("convert-meta", "off");
  rl_variable_bind("input-meta", "on");
  if (MB_CUR_MAX == 1) rl_variable_bind("output-meta", "off");
}

// Readline must not handle the program's own signals: it would redraw the line, write `^C` and
// raise them again later.
static struct sigaction own_actions[CTERMINAL_OWN_SIGNALS];

static void remember_own_signals(void) {
  for (int index = 0; index < CTERMINAL_OWN_SIGNALS; index++)
    sigaction(cterminal_own_signals[index], NULL, &own_actions[index]);
}

static void take_back_own_signals(void) {
  for (int index = 0; index < CTERMINAL_OWN_SIGNALS; index++)
    sigaction(cterminal_own_signals[index], &own_actions[index], NULL);
}

// A resize is handled here and not at an arbitrary point in Readline.
static volatile sig_atomic_t is_resized;

enum { NARROWEST = 8 };

static void notice_resize(int number) {
  (void)number;
  is_resized = 1;
}

// Readline divides by the window's width minus margins.
static void make_room(void) {
  int rows, columns;
  rl_get_screen_size(&rows, &columns);
  if (columns < NARROWEST) rl_set_screen_size(rows, NARROWEST);
}

// Readline clears the line after a resize only with its own redisplay function.
static void resize(void) {
  rl_redisplay_function = rl_redisplay;
  rl_resize_terminal();
  rl_redisplay_function = show_line;
  make_room();
}

// Prepares the terminal only in the foreground; in the background Readline would save the settings
// of the shell.
static void prepare_terminal(int meta) {
  if (cterminal_wait_for_foreground()) rl_prep_terminal(meta);
}

void cterminal_editor_start(
  const char *name, cterminal_complete_t completer, void *context) {
  setlocale(LC_CTYPE, "");
  rl_readline_name = name;
  // Keeps signal handlers between keys, so that a stop restores the terminal and continuing
  // prepares it.
  rl_persistent_signal_handlers = 1;
  // As in other shells, SIGQUIT doesn't end the prompt.
  signal(SIGQUIT, SIG_IGN);
  // Before Readline installs its handlers.
  remember_own_signals();
  rl_catch_sigwinch = 0;
  struct sigaction noticing = { .sa_handler = notice_resize, .sa_flags = SA_RESTART };
  sigaction(SIGWINCH, &noticing, NULL);
  // If output goes to a file, the prompt stays on the terminal.
  if (!isatty(STDOUT_FILENO)) shown = STDERR_FILENO;
  rl_outstream = shown == STDOUT_FILENO ? stdout : stderr;
  rl_initialize();
  make_room();
  cterminal_prepare_completion(completer, context);
  // After that call: Readline takes a custom function as a sign of an unknown terminal.
  rl_redisplay_function = show_line;
  rl_getc_function = next_byte;
  rl_prep_term_function = prepare_terminal;
  using_history();
}

// Whether there is work without further input.
static int is_asked(void) {
  // A stop may have arrived between the prompt and the wait.
  return is_resized || behind != NOTHING || rl_pending_signal();
}

// Waits for input or a signal. Returns 1 for input, 0 for one of our signals, -1 after an error, 2
// for a signal of Readline and 3 for a resize.
static int wait_for_input(void) {
  // A signal must not split a character: its rest would begin another line.
  if (place < queued) return 1;
  struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
  int ready = cterminal_wait(&input, 1, NULL, is_asked);
  if (ready < 0 && errno != EINTR) return -1;
  // Input after the signal belongs to the next line.
  if (cterminal_interruption_pending()) return 0;
  if (is_resized) return 3;
  // Readline handles other interruptions, such as continuing after a stop.
  return ready > 0 || behind != NOTHING ? 1 : 2;
}

// The terminal settings at the start of the line, and those that Readline leaves.
static struct termios found;
static const char unmarked_paste[] = "\033[?2004l";

// Called before a signal unknown to Readline ends the process.
static void restore(void) {
  if (cterminal_is_in_background()) return;
  cterminal_output_put(shown, unmarked_paste, sizeof unmarked_paste - 1, 1, 1);
  tcsetattr(STDIN_FILENO, TCSANOW, &found);
}

static cterminal_line_t read_line(const char *prompt) {
  cterminal_line_t line = { CTERMINAL_LINE_END, NULL, 0 };
  is_finished = 0;
  holds_nul = 0;
  finished = NULL;
  rl_callback_handler_install(prompt, take_line);
  take_back_own_signals();
  while (!is_finished) {
    int ready = wait_for_input();
    if (ready == 1) {
      take_letters_as_text();
      rl_callback_read_char();
    } else if (ready == 2) {
      // Readline handles a stop or continuation here.
      rl_check_signals();
      take_back_own_signals();
      if (!cterminal_is_in_background()) rl_forced_update_display();
    } else if (ready == 3) {
      is_resized = 0;
      draw_sanitized(resize);
    } else {
      behind = NOTHING;
      // Drops the typed text and restores the terminal. Ends a history search first, which redraws
      // the line; draws nothing in the background.
      int is_shown = !cterminal_is_in_background();
      if (!is_shown) rl_redisplay_function = show_nothing;
      rl_callback_sigcleanup();
      rl_point = rl_end;
      rl_redisplay_function();
      // Before the terminal is restored, which ends in a carriage return.
      int is_dropped = cterminal_interruption_pending() == SIGINT;
      if (is_shown) fputs(is_dropped ? "^C\n" : "\n", rl_outstream);
      fflush(rl_outstream);
      rl_redisplay_function = show_line;
      rl_free_line_state();
      rl_callback_handler_remove();
      rl_clear_signals();
      line.kind = ready == 0 ? CTERMINAL_LINE_DROPPED : CTERMINAL_LINE_END;
      return line;
    }
  }
  // Handles signals that arrived while the line was finished.
  rl_check_signals();
  rl_clear_signals();
  if (finished) {
    line.kind = CTERMINAL_LINE_READ;
    line.text = finished;
    line.holds_nul = holds_nul;
  }
  return line;
}

cterminal_line_t cterminal_editor_read(const char *prompt) {
  // Standard input may be no terminal.
  if (tcgetattr(STDIN_FILENO, &found) != 0) return read_line(prompt);
  cterminal_fatal_catch(restore);
  cterminal_line_t line = read_line(prompt);
  cterminal_fatal_restore();
  return line;
}

void cterminal_editor_remember(const char *line) {
  HIST_ENTRY *last = history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
  if (last && strcmp(last->line, line) == 0) return;
  add_history(line);
}
