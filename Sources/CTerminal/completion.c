#include "editor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static char **attempt(const char *text, int start, int end) {
  (void)start;
  free(candidates.words);
  free(candidates.lead);
  candidates = complete(rl_line_buffer, (size_t)end, complete_context);
  rl_attempted_completion_over = 1;
  rl_completion_append_character = candidates.closes_word ? ' ' : '\0';
  rl_completion_suppress_append = !candidates.closes_word;
  rl_completion_suppress_quote = !candidates.closes_word;
  // Words that are no file names are not quoted like one.
  rl_filename_completion_desired = rl_sort_completion_matches = candidates.lead != NULL;
  char **matches = rl_completion_matches(text, next_candidate);
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
  // A `~` within a path is a letter of a name.
  static char *nowhere[] = { NULL };
  tilde_additional_prefixes = nowhere;
  rl_filename_stat_hook = strip_lead;
  rl_completion_display_matches_hook = show_candidates;
}
