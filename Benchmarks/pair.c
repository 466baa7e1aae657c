// pair LABEL GOAL RUNS OURS… -- THEIRS… — runs two commands in turn and prints a row of the table.
//
// GOAL begins with "<" for the time ours may take, or with ">" for the speed ours must have, each
// as a multiple of theirs; "-" is none. A "%" in a word of a command stands for the number of the
// run. What a command says is thrown away but for the lines that programs made for this write:
// "answer X" must be the same on both sides, "worst X" and "p99 X" are figures in milliseconds, of
// which the greatest of a run is taken.
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most_runs = 1000, most_words = 60 };

typedef struct {
  char **words;
  double times[most_runs], figures[most_runs];
  char figure_name[16], answer[64];
  long peak;
} side;

static void fail(const char *what) {
  fprintf(stderr, "pair: %s\n", what);
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void take_line(side *s, int run, char *line) {
  char name[16], value[64];
  if (sscanf(line, "%15s %63s", name, value) != 2) return;
  if (strcmp(name, "answer") == 0) strcpy(s->answer, value);
  if (strcmp(name, "worst") != 0 && strcmp(name, "p99") != 0) return;
  strcpy(s->figure_name, name);
  if (atof(value) > s->figures[run]) s->figures[run] = atof(value);
}

static char *with_number(const char *word, int run) {
  const char *mark = strchr(word, '%');
  char *text;
  if (mark == NULL) return strdup(word);
  if (asprintf(&text, "%.*s%d%s", (int)(mark - word), word, run, mark + 1) < 0) fail("no memory");
  return text;
}

static void measure(side *s, int run) {
  char *words[most_words + 1] = {0};
  for (int i = 0; s->words[i] != NULL; i++) words[i] = with_number(s->words[i], run);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail(strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  pid_t child;
  double start = now();
  if (posix_spawnp(&child, words[0], &actions, NULL, words, environ) != 0) fail(words[0]);
  close(ends[1]);
  FILE *output = fdopen(ends[0], "r");
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, output) > 0) take_line(s, run, line);
  int status;
  struct rusage usage;
  wait4(child, &status, 0, &usage);
  s->times[run] = now() - start;
  if (usage.ru_maxrss > s->peak) s->peak = usage.ru_maxrss;
  if (status != 0) fail("a command has failed");
  fclose(output);
  free(line);
  posix_spawn_file_actions_destroy(&actions);
  for (int i = 0; words[i] != NULL; i++) free(words[i]);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return count % 2 == 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static void print_row(const char *label, const char *goal, int runs, side *ours, side *theirs) {
  double our_time = median(ours->times, runs), their_time = median(theirs->times, runs);
  double ratio = *goal == '>' ? their_time / our_time : our_time / their_time;
  int isMissed = (*goal == '<' && ratio > atof(goal + 1)) || (*goal == '>' && ratio < atof(goal + 1));
  printf("%-44s %10.2f %10.2f %7.2f  %-7s %5ld", label, our_time, their_time, ratio, goal, ours->peak / 1024);
  if (*ours->figure_name) {
    printf("  %s %.2f against %.2f ms", ours->figure_name, median(ours->figures, runs),
           median(theirs->figures, runs));
  }
  printf("%s\n", isMissed ? "  MISSES" : "");
}

int main(int count, char **words) {
  static side ours, theirs;
  if (count < 7) fail("use: pair LABEL GOAL RUNS OURS… -- THEIRS…");
  int runs = atoi(words[3]);
  if (runs < 1 || runs > most_runs || count > most_words) fail("too many runs or words");
  ours.words = words + 4;
  for (int i = 4; i < count; i++) {
    if (strcmp(words[i], "--") != 0) continue;
    words[i] = NULL;
    theirs.words = words + i + 1;
    break;
  }
  if (theirs.words == NULL) fail("there is no second command");
  for (int run = 0; run < runs; run++) {
    // Neither side always goes first.
    measure(run % 2 ? &theirs : &ours, run);
    measure(run % 2 ? &ours : &theirs, run);
    if (strcmp(ours.answer, theirs.answer) != 0) fail("the two sides answer differently");
  }
  print_row(words[1], words[2], runs, &ours, &theirs);
}
