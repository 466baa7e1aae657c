#include "CTerminal.h"
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#include <readline/readline.h>
#include <readline/history.h>

// Readline keeps its state in globals, so there is one editor in a process.

static cterminal_complete_t complete;
static void *complete_context;
static cterminal_candidates_t candidates;
static char *finished;
static int is_finished;

static void take_line(char *line) {
  finished = line;
  is_finished = 1;
  // Removed here so that the terminal is cooked while the line is carried out.
  rl_callback_handler_remove();
}

static char *next_candidate(const char *text, int state) {
  static size_t offset;
  (void)text;
  if (state == 0) offset = 0;
  if (!candidates.words || offset >= candidates.length) return NULL;
  const char *word = candidates.words + offset;
  offset += strlen(word) + 1;
  offset += strlen(candidates.words + offset) + 1;
  return strdup(word);
}

// How a word is shown among others; NULL where it is shown as it is.
static const char *line_of(const char *word) {
  for (size_t offset = 0; offset < candidates.length;) {
    const char *candidate = candidates.words + offset;
    const char *line = candidate + strlen(candidate) + 1;
    if (strcmp(candidate, word) == 0) return *line ? line : NULL;
    offset += strlen(candidate) + 1 + strlen(line) + 1;
  }
  return NULL;
}

// `matches` begins with what all have in common.
static void show_candidates(char **matches, int count, int longest) {
  int is_summed_up = count >= rl_completion_query_items && rl_completion_query_items > 0;
  if (is_summed_up) {
    const char *bound = candidates.are_cut ? "More than " : "";
    fprintf(rl_outstream, "\r\n%s%d possibilities; type more of the word.\r\n", bound, count);
  } else if (count < 1 || !line_of(matches[1])) {
    rl_display_match_list(matches, count, longest);
  } else {
    rl_crlf();
    for (int index = 1; index <= count; index++) {
      const char *line = line_of(matches[index]);
      fputs(line ? line : matches[index], rl_outstream);
      rl_crlf();
    }
  }
  if (candidates.are_cut && !is_summed_up)
    fputs("There are more; type more of the word.\r\n", rl_outstream);
  rl_forced_update_display();
}

// Whether a letter would control the terminal that shows it, or turn the direction of writing.
static int is_control(wchar_t letter) {
  return letter < 0x20 || (letter >= 0x7F && letter < 0xA0) || letter == 0x61C
    || (letter >= 0x200E && letter <= 0x200F) || (letter >= 0x2028 && letter <= 0x202E)
    || (letter >= 0x2066 && letter <= 0x2069);
}

// Whether a name would control the terminal that shows it, or has what is no letter at all.
static int controls_terminal(const char *name) {
  mbstate_t state = {0};
  wchar_t letter;
  for (size_t length = strlen(name), taken; length > 0; name += taken, length -= taken) {
    taken = mbrtowc(&letter, name, length, &state);
    if (taken == 0 || taken > length) return 1;
    if (is_control(letter)) return 1;
  }
  return 0;
}

// Puts a sign in the place of each letter that would control the terminal: readline makes no more
// than the controls of ASCII visible. It takes as many bytes, so that no place in the line moves.
static void tame(char *line, int length) {
  // Without UTF-8 readline shows every other byte by its number.
  if (MB_CUR_MAX == 1) return;
  mbstate_t state = {0};
  wchar_t letter;
  for (size_t taken; length > 0; line += taken, length -= (int)taken) {
    taken = mbrtowc(&letter, line, (size_t)length, &state);
    if (taken == 0 || taken > (size_t)length) {
      memset(&state, 0, sizeof state);
      taken = 1;
    } else if (letter >= 0x80 && is_control(letter)) {
      memcpy(line, taken == 2 ? "\xC2\xBF" : "\xEF\xBF\xBD", taken);
    }
  }
}

// Runs what draws the line while the line is tamed; what was typed stays what it is, and is judged
// when it is carried out.
static void draw_tamed(void (*draw)(void)) {
  int length = rl_end;
  char *typed = malloc((size_t)length + 1);
  if (!typed) return;
  memcpy(typed, rl_line_buffer, (size_t)length);
  tame(rl_line_buffer, length);
  draw();
  memcpy(rl_line_buffer, typed, (size_t)length);
  free(typed);
}

static void show_line(void) { draw_tamed(rl_redisplay); }

// A line of Readline's ends at a NUL, so another letter that is refused stands for it; Ctrl-V before
// that, where it is typed, takes it for a letter and not for a key.
enum { STAND_IN = 1, TAKEN_AS_IT_IS = 'V' & 0x1F };

// The next byte that is typed. What a search for earlier lines looks for is shown by a way of its
// own, so that a letter that would control the terminal is taken out of it here.
static int next_byte(FILE *input) {
  static int rest[2], count, place;
  if (place < count) return rest[place++];
  int first = rl_getc(input);
  if (first == 0) {
    // Within a paste, or behind a Ctrl-V.
    if (RL_ISSTATE(RL_STATE_MOREINPUT)) return STAND_IN;
    rest[0] = STAND_IN;
    place = 0;
    count = 1;
    return TAKEN_AS_IT_IS;
  }
  // Those with such letters among them, in UTF-8.
  int more = first == 0xC2 || first == 0xD8 ? 1 : first == 0xE2 ? 2 : 0;
  if (!more || !RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH)) return first;
  wchar_t letter = first & (more == 1 ? 0x1F : 0x0F);
  for (place = count = 0; count < more; count++) {
    rest[count] = rl_getc(input);
    letter = letter << 6 | (rest[count] & 0x3F);
  }
  if (!is_control(letter)) return first;
  count = 0;
  return '?';
}

// What lies beside a database and is nobody's to name.
static int is_companion(const char *name) {
  static const char *const endings[] = { "-lock", "-wal", "-shm", "-journal" };
  size_t length = strlen(name);
  for (size_t index = 0; index < sizeof endings / sizeof endings[0]; index++) {
    size_t ending = strlen(endings[index]);
    if (length > ending && strcmp(name + length - ending, endings[index]) == 0) return 1;
  }
  return 0;
}

static char *next_file(const char *text, int state) {
  char *name;
  while ((name = rl_filename_completion_function(text, state))
         && (controls_terminal(name) || is_companion(name))) {
    free(name);
    state = 1;
  }
  return name;
}

// The candidates, and then the files.
static char *next_candidate_or_file(const char *text, int state) {
  static int is_among_files;
  if (state == 0) is_among_files = 0;
  if (!is_among_files) {
    char *word = next_candidate(text, state);
    if (word) return word;
    is_among_files = 1;
    state = 0;
  }
  return next_file(text, state);
}

// Whether a backslash within double quotation marks takes the letter behind it.
static int is_taken_in_quotes(char letter) { return letter != '\0' && strchr("\"\\$`", letter); }

// A name as the splitter of lines reads it, from the opening quotation mark up to where the closing
// one belongs, which readline adds once the name is whole.
static char *quote_name(char *name, int match, char *quote) {
  (void)match;
  // Nothing stands for a single quotation mark between two of them.
  if (strchr(name, '\'')) *quote = '"';
  else if (!*quote) *quote = '\'';
  char *quoted = malloc(2 * strlen(name) + 2), *end = quoted;
  if (!quoted) return strdup(name);
  *end++ = *quote;
  for (; *name; name++) {
    if (*quote == '"' && is_taken_in_quotes(*name)) *end++ = '\\';
    *end++ = *name;
  }
  *end = '\0';
  return quoted;
}

// The name that was typed so, behind that quotation mark or none.
static char *unquote_name(char *typed, int quote) {
  char *name = strdup(typed), *end = name;
  if (!name || quote == '\'') return name;
  for (; *typed; typed++) {
    if (*typed == '\\' && typed[1] && (!quote || is_taken_in_quotes(typed[1]))) typed++;
    *end++ = *typed;
  }
  *end = '\0';
  return name;
}

static char **attempt(const char *text, int start, int end) {
  (void)start;
  free(candidates.words);
  candidates.words = NULL;
  candidates.length = 0;
  candidates = complete(rl_line_buffer, (size_t)end, complete_context);
  // Without `~user`: that would ask the user database, which a static executable can't.
  int is_home_of_another = text[0] == '~' && text[1] != '/' && text[1] != '\0';
  rl_attempted_completion_over = 1;
  rl_completion_append_character = candidates.closes_word ? ' ' : '\0';
  rl_completion_suppress_append = !candidates.closes_word;
  rl_completion_suppress_quote = !candidates.closes_word;
  int wants_files = candidates.offers_files && !is_home_of_another;
  // What is no name of a file is not to be quoted like one.
  char *first_file = wants_files ? next_file(text, 0) : NULL;
  rl_filename_completion_desired = rl_sort_completion_matches = first_file != NULL;
  char **matches = rl_completion_matches(text, first_file ? next_candidate_or_file : next_candidate);
  free(first_file);
  // Where all that can follow are options, they are shown, and the dashes they begin with not
  // typed.
  if (matches && matches[1] && !text[0] && matches[0][0] == '-') matches[0][0] = '\0';
  return matches;
}

// The signals that are the program's own and not readline's, which would redraw the line, write
// `^C` in it and raise them again at some later time.
static const int own_signals[] = { SIGINT, SIGTERM, SIGHUP };
enum { OWN_SIGNALS = sizeof own_signals / sizeof own_signals[0] };
static struct sigaction own_actions[OWN_SIGNALS];

static void remember_own_signals(void) {
  for (int index = 0; index < OWN_SIGNALS; index++)
    sigaction(own_signals[index], NULL, &own_actions[index]);
}

static void take_back_own_signals(void) {
  for (int index = 0; index < OWN_SIGNALS; index++)
    sigaction(own_signals[index], &own_actions[index], NULL);
}

// A window of another size is noticed here, and not by readline wherever it happens to be.
static volatile sig_atomic_t is_resized;

static void notice_resize(int number) {
  (void)number;
  is_resized = 1;
}

// Readline clears the line at the new size only where its own function draws it.
static void resize(void) {
  rl_redisplay_function = rl_redisplay;
  rl_resize_terminal();
  rl_redisplay_function = show_line;
}

// Not so where the terminal is none that decides who is in front.
static int is_in_background(void) {
  pid_t front = tcgetpgrp(STDIN_FILENO);
  return front > 0 && front != getpgrp();
}

// Takes the terminal when it is this program's: of one that is going on in the background readline
// would learn how the shell in front has it, and keep to that.
static void prepare_terminal(int meta) {
  struct sigaction stopping = { .sa_handler = SIG_DFL }, before;
  sigaction(SIGTTIN, &stopping, &before);
  // Nothing can stop a program whose shell has gone.
  int is_ended = 0;
  for (int turns = 0; turns < 100 && is_in_background() && !is_ended; turns++) {
    raise(SIGTTIN);
    is_ended = cterminal_interruption_pending();
  }
  sigaction(SIGTTIN, &before, NULL);
  // Whoever is told to end behind another program has no use for its terminal, and would be stopped
  // for touching it.
  if (!is_ended || !is_in_background()) rl_prep_terminal(meta);
}

void cterminal_editor_start(
  const char *name, cterminal_complete_t completer, void *context) {
  setlocale(LC_CTYPE, "");
  complete = completer;
  complete_context = context;
  rl_readline_name = name;
  rl_attempted_completion_function = attempt;
  rl_completer_word_break_characters = " \t";
  rl_basic_word_break_characters = " \t";
  rl_completer_quote_characters = "'\"";
  rl_filename_quote_characters = " \t'\"\\#";
  rl_filename_quoting_function = quote_name;
  rl_filename_dequoting_function = unquote_name;
  rl_completion_display_matches_hook = show_candidates;
  // Between two keys too, so that a stop gives the terminal back and going on takes it again.
  rl_persistent_signal_handlers = 1;
  // As in other shells: what ends a program with a dump only disturbs one that asks for lines.
  signal(SIGQUIT, SIG_IGN);
  // Before readline takes them.
  remember_own_signals();
  rl_catch_sigwinch = 0;
  struct sigaction noticing = { .sa_handler = notice_resize, .sa_flags = SA_RESTART };
  sigaction(SIGWINCH, &noticing, NULL);
  rl_initialize();
  // Behind that: it would take a function of ours for a terminal it knows nothing of.
  rl_redisplay_function = show_line;
  rl_getc_function = next_byte;
  rl_prep_term_function = prepare_terminal;
  using_history();
}

// Waits for input or a signal: 1 for input, 0 for a signal of ours, -1 for neither ever again, 2 for
// a signal that is readline's, and 3 for a window of another size.
static int wait_for_input(void) {
  sigset_t ours, before;
  sigemptyset(&ours);
  for (int index = 0; index < OWN_SIGNALS; index++) sigaddset(&ours, own_signals[index]);
  sigaddset(&ours, SIGWINCH);
  sigprocmask(SIG_BLOCK, &ours, &before);
  int answer = -1;
  for (;;) {
    if (cterminal_interruption_pending()) { answer = 0; break; }
    if (is_resized) { answer = 3; break; }
    struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
    // The mask is lifted for the wait alone, so that no signal falls between the look and the wait.
    int ready = ppoll(&input, 1, NULL, &before);
    if (ready > 0) { answer = 1; break; }
    if (ready < 0 && errno != EINTR) break;
    // Anything else that interrupts, such as going on after a stop, is readline's.
    int is_ours = cterminal_interruption_pending() || is_resized;
    if (ready < 0 && !is_ours) { answer = 2; break; }
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  // What is read after a signal was typed after it, and belongs to the next line.
  return answer == 1 && cterminal_interruption_pending() ? 0 : answer;
}

cterminal_line_t cterminal_editor_read(const char *prompt) {
  cterminal_line_t line = { CTERMINAL_LINE_END, NULL };
  is_finished = 0;
  finished = NULL;
  rl_callback_handler_install(prompt, take_line);
  take_back_own_signals();
  while (!is_finished) {
    int ready = wait_for_input();
    if (ready == 1) {
      rl_callback_read_char();
    } else if (ready == 2) {
      // A stop or a going on: readline has noticed, and acts here.
      rl_check_signals();
      take_back_own_signals();
      rl_forced_update_display();
    } else if (ready == 3) {
      is_resized = 0;
      draw_tamed(resize);
    } else {
      // What was typed is dropped, and the terminal is given back as it was found.
      rl_point = rl_end;
      show_line();
      // Before the terminal is given back: that ends in a carriage return.
      if (ready == 0) fputs("^C\n", rl_outstream);
      fflush(rl_outstream);
      rl_free_line_state();
      rl_callback_sigcleanup();
      rl_callback_handler_remove();
      rl_clear_signals();
      line.kind = ready == 0 ? CTERMINAL_LINE_DROPPED : CTERMINAL_LINE_END;
      return line;
    }
  }
  // What came while the line was being finished is not lost.
  rl_check_signals();
  rl_clear_signals();
  if (finished) {
    line.kind = CTERMINAL_LINE_READ;
    line.text = finished;
  }
  return line;
}

void cterminal_editor_remember(const char *line) {
  HIST_ENTRY *last = history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
  if (last && strcmp(last->line, line) == 0) return;
  add_history(line);
}
