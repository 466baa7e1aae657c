#include "editor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <wchar.h>
#include <readline/readline.h>
#include <readline/tilde.h>

static cterminal_complete_t complete;
static void *complete_context;
static cterminal_candidates_t candidates;

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

// The text that lists a word; NULL to show the word itself.
static const char *line_of(const char *word) {
  for (size_t offset = 0; offset < candidates.length;) {
    const char *candidate = candidates.words + offset;
    const char *line = candidate + strlen(candidate) + 1;
    if (strcmp(candidate, word) == 0) return *line ? line : NULL;
    offset += strlen(candidate) + 1 + strlen(line) + 1;
  }
  return NULL;
}

// The first element of `matches` is the common prefix.
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

// Whether a character is invisible or unassigned, so that another could hide after it. Joiners and
// variation selectors are allowed, because names with emoji contain them.
static int is_hidden(wchar_t letter) {
  return letter == 0xAD || letter == 0x34F || letter == 0x115F || letter == 0x1160
    || letter == 0x17B4 || letter == 0x17B5 || (letter >= 0x180B && letter <= 0x180F)
    || letter == 0x200B || letter == 0x3164 || letter == 0xFFA0
    || (letter >= 0x2060 && letter <= 0x206F) || letter == 0xFEFF
    || (letter >= 0xFFF9 && letter <= 0xFFFB) || (letter >= 0x1D173 && letter <= 0x1D17A)
    || (letter >= 0xFDD0 && letter <= 0xFDEF) || (letter & 0xFFFE) == 0xFFFE
    || (letter >= 0xE0000 && letter <= 0xE0FFF);
}

// The most combining characters on one letter.
enum { MOST_STACKED = 7 };

// Whether a name contains control, misleading or invalid characters.
static int is_treacherous(const char *name) {
  mbstate_t state = {0};
  wchar_t letter;
  int stacked = 0;
  for (size_t length = strlen(name), taken; length > 0; name += taken, length -= taken) {
    taken = mbrtowc(&letter, name, length, &state);
    if (taken == 0 || taken > length) return 1;
    stacked = wcwidth(letter) == 0 ? stacked + 1 : 0;
    if (cterminal_is_control(letter) || is_hidden(letter) || stacked > MOST_STACKED) return 1;
  }
  return 0;
}

// The part of a word before the path.
static size_t lead_of(const char *word) {
  size_t length = candidates.lead ? strlen(candidates.lead) : 0;
  return length > 0 && strncmp(word, candidates.lead, length) == 0 ? length : 0;
}

// Makes Readline look for the file without the prefix.
static int strip_lead(char **word) {
  size_t length = lead_of(*word);
  memmove(*word, *word + length, strlen(*word + length) + 1);
  return length > 0;
}

// Whether the path has the ending of a picture, or names a folder.
static int is_picture_or_folder(const char *path) {
  static const char *const endings[] = { ".png", ".jpg", ".jpeg", ".gif", ".webp" };
  size_t length = strlen(path);
  for (size_t index = 0; index < sizeof endings / sizeof *endings; index++) {
    size_t ending = strlen(endings[index]);
    if (length >= ending && strcasecmp(path + length - ending, endings[index]) == 0) return 1;
  }
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static char *next_file(const char *text, int state) {
  (void)text;
  char *path;
  while ((path = rl_filename_completion_function(candidates.path, state))
         && (is_treacherous(path) || cterminal_is_companion(path)
             || (candidates.are_pictures && !is_picture_or_folder(path)))) {
    free(path);
    state = 1;
  }
  if (!path) return NULL;
  char *word = malloc(strlen(candidates.lead) + strlen(path) + 1);
  if (word) strcpy(stpcpy(word, candidates.lead), path);
  free(path);
  return word;
}

// Returns the candidates and then the files.
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

// Whether a backslash in double quotation marks escapes the character.
static int is_taken_in_quotes(char letter) { return letter != '\0' && strchr("\"\\$`", letter); }

// Quotes a name for the line parser, up to the place of the closing quotation mark, which Readline
// adds to a complete name.
static char *quote_name(char *name, int match, char *quote) {
  (void)match;
  // An open quotation mark stays in front.
  size_t lead = *quote ? 0 : lead_of(name);
  // Single quotation marks have no escape for a single quotation mark.
  if (strchr(name, '\'')) *quote = '"';
  else if (!*quote) *quote = '\'';
  char *quoted = malloc(2 * strlen(name) + 2), *end = quoted;
  if (!quoted) return strdup(name);
  end = mempcpy(end, name, lead);
  *end++ = *quote;
  for (name += lead; *name; name++) {
    if (*quote == '"' && is_taken_in_quotes(*name)) *end++ = '\\';
    *end++ = *name;
  }
  *end = '\0';
  return quoted;
}

// Whether the line parser takes the character at that place literally.
static int is_quoted(char *line, int place) {
  char quote = '\0';
  for (int index = 0; index < place; index++) {
    if (line[index] == '\\' && quote != '\'') {
      if (++index == place) return 1;
    } else if (line[index] == quote) {
      quote = '\0';
    } else if (!quote && (line[index] == '\'' || line[index] == '"')) {
      quote = line[index];
    }
  }
  return quote != '\0';
}

// Whether the path begins with another user's home folder, which needs the user database; a static
// executable can't query it.
static int is_far_home(const char *path) {
  return path[0] == '~' && (path[1] != '/' || !getenv("HOME"));
}

static char **attempt(const char *text, int start, int end) {
  (void)start;
  free(candidates.words);
  free(candidates.path);
  free(candidates.lead);
  candidates = complete(rl_line_buffer, (size_t)end, complete_context);
  rl_attempted_completion_over = 1;
  rl_completion_append_character = candidates.closes_word ? ' ' : '\0';
  rl_completion_suppress_append = !candidates.closes_word;
  rl_completion_suppress_quote = !candidates.closes_word;
  int wants_files = candidates.path && candidates.lead && !is_far_home(candidates.path);
  // Words that are no file names are not quoted like one.
  char *first_file = wants_files ? next_file(text, 0) : NULL;
  rl_filename_completion_desired = rl_sort_completion_matches = first_file != NULL;
  char **matches = rl_completion_matches(text, first_file ? next_candidate_or_file : next_candidate);
  free(first_file);
  if (!matches || !matches[1]) return matches;
  // Options are listed without typing their dashes, and an empty common prefix is not typed.
  int are_options = !text[0] && matches[0][0] == '-';
  if (are_options || matches[0][0] != matches[1][0]) matches[0][0] = '\0';
  return matches;
}

void cterminal_prepare_completion(cterminal_complete_t completer, void *context) {
  complete = completer;
  complete_context = context;
  rl_attempted_completion_function = attempt;
  rl_completer_word_break_characters = " \t";
  rl_basic_word_break_characters = " \t";
  rl_completer_quote_characters = "'\"";
  rl_filename_quote_characters = " \t'\"\\#";
  rl_filename_quoting_function = quote_name;
  rl_char_is_quoted_p = is_quoted;
  // The line parser doesn't expand `~`, so Readline types the home folder.
  rl_variable_bind("expand-tilde", "on");
  // Only at the beginning of a path.
  static char *nowhere[] = { NULL };
  tilde_additional_prefixes = nowhere;
  rl_filename_stat_hook = strip_lead;
  rl_completion_display_matches_hook = show_candidates;
}
