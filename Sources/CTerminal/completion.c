#include "editor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <readline/readline.h>

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

// Whether a name would control the terminal that shows it, or has what is no letter at all.
static int controls_terminal(const char *name) {
  mbstate_t state = {0};
  wchar_t letter;
  for (size_t length = strlen(name), taken; length > 0; name += taken, length -= taken) {
    taken = mbrtowc(&letter, name, length, &state);
    if (taken == 0 || taken > length) return 1;
    if (cterminal_is_control(letter)) return 1;
  }
  return 0;
}

static char *next_file(const char *text, int state) {
  char *name;
  while ((name = rl_filename_completion_function(text, state))
         && (controls_terminal(name) || cterminal_is_companion(name))) {
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

void cterminal_prepare_completion(cterminal_complete_t completer, void *context) {
  complete = completer;
  complete_context = context;
  rl_attempted_completion_function = attempt;
  rl_completer_word_break_characters = " \t";
  rl_basic_word_break_characters = " \t";
  rl_completer_quote_characters = "'\"";
  rl_filename_quote_characters = " \t'\"\\#";
  rl_filename_quoting_function = quote_name;
  rl_filename_dequoting_function = unquote_name;
  rl_completion_display_matches_hook = show_candidates;
}
