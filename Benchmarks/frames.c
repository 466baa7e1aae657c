// frames COLUMNS ROWS COMMAND… — runs the browser on a terminal of that size and prints what its
// frames cost.
//
// A frame ends with the mark of a synchronized update. Its bytes are all that came since the one
// before; its time is what the kernel says the process has run in between, so that neither the
// terminal nor other work of the machine counts. "KEY" is from a key until its first frame is
// there, waiting included.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most = 20000, starts = 21 };

static const char frame_end[] = "\033[?2026l";

typedef struct {
  double bytes[most], times[most], keys[most];
  int frames, presses;
} scene;

static pid_t child;
static int side;
static size_t matched, pending;
static double last_run;

static void fail(const char *what) {
  fprintf(stderr, "frames: %s\n", what);
  if (child > 0) kill(child, SIGTERM);
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

// The first number of a line of a file under /proc, which begins with `label`.
static double number(const char *file, const char *label) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)child, file);
  FILE *stream = fopen(path, "r");
  if (stream == NULL) fail(path);
  double value = 0;
  while (fgets(line, sizeof line, stream) != NULL)
    if (strncmp(line, label, strlen(label)) == 0) value = atof(line + strlen(label));
  fclose(stream);
  return value;
}

// Milliseconds the process has run: the first number of schedstat, in nanoseconds.
static double run_time(void) { return number("schedstat", "") / 1e6; }

static void start(char **words, const struct winsize *size) {
  child = forkpty(&side, NULL, NULL, size);
  if (child < 0) fail(strerror(errno));
  if (child == 0) {
    setenv("TERM", "xterm-256color", 1);
    setenv("COLORTERM", "truecolor", 1);
    execvp(words[0], words);
    _exit(127);
  }
  matched = pending = 0;
}

static void stop(void) {
  char buffer[65536];
  int status;
  if (write(side, "\003", 1) != 1) fail("the terminal is gone");
  while (read(side, buffer, sizeof buffer) > 0) {}
  waitpid(child, &status, 0);
  close(side);
  child = 0;
}

static void take_frame(scene *s, double *first) {
  double run = run_time();
  if (s != NULL && s->frames < most) {
    s->bytes[s->frames] = (double)pending;
    s->times[s->frames++] = run - last_run;
  }
  if (*first == 0) *first = now();
  last_run = run;
  pending = 0;
}

// Takes in frames until none has come for so many milliseconds, or the first one if `one` says so;
// answers when the first was there, or 0.
static double collect(scene *s, int quiet, int one) {
  char buffer[65536];
  double first = 0;
  struct pollfd ready = { .fd = side, .events = POLLIN };
  while (!(one && first > 0 && pending == 0) && poll(&ready, 1, quiet) > 0) {
    ssize_t count = read(side, buffer, sizeof buffer);
    if (count <= 0) fail("the program has left");
    for (ssize_t i = 0; i < count; i++) {
      pending++;
      matched = buffer[i] == frame_end[matched] ? matched + 1 : buffer[i] == frame_end[0];
      if (matched < sizeof frame_end - 1) continue;
      matched = 0;
      take_frame(s, &first);
    }
  }
  return first;
}

// Presses a key so often; with a pause after each, everything that moves comes to rest or is
// pressed on.
static void press(scene *s, const char *key, int times, int pause) {
  for (int i = 0; i < times; i++) {
    double begin = now();
    last_run = run_time();
    if (write(side, key, strlen(key)) < 0) fail("the terminal is gone");
    double first = collect(s, pause, 0);
    if (first > 0 && s->presses < most) s->keys[s->presses++] = first - begin;
  }
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double part(double *values, int count, double share) {
  if (count == 0) return 0;
  qsort(values, (size_t)count, sizeof *values, ascending);
  return values[(int)(share * (count - 1))];
}

static double mean(const double *values, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += values[i];
  return count > 0 ? sum / count : 0;
}

static void print_row(const char *label, scene *s) {
  printf("%-30s %6d %8.1f %8.1f %8.2f %8.2f %8.2f %8.1f\n", label, s->frames, mean(s->bytes, s->frames) / 1e3,
         part(s->bytes, s->frames, 1) / 1e3, mean(s->times, s->frames), part(s->times, s->frames, 0.99),
         part(s->times, s->frames, 1), part(s->keys, s->presses, 0.5));
  memset(s, 0, sizeof *s);
}

static void measure_starts(char **words, const struct winsize *size) {
  double times[starts], runs[starts];
  for (int run = 0; run < starts; run++) {
    double begin = now();
    start(words, size);
    times[run] = collect(NULL, 5000, 1) - begin;
    runs[run] = last_run;
    stop();
  }
  printf("first frame after %.1f ms, %.1f of which it ran; the worst of %d after %.1f\n", part(times, starts, 0.5),
         part(runs, starts, 0.5), starts, part(times, starts, 1));
}

static void measure_rest(void) {
  const int seconds = 5;
  static scene s;
  double run = run_time(), waits = number("status", "voluntary_ctxt_switches:");
  collect(&s, seconds * 1000, 0);
  printf("%d seconds at rest: %d frames, %.3f ms, %.0f times awake; at most %.1f MB of memory\n", seconds, s.frames,
         run_time() - run, number("status", "voluntary_ctxt_switches:") - waits,
         number("status", "VmHWM:") / 1024);
}

int main(int count, char **words) {
  static scene s;
  if (count < 4) fail("use: frames COLUMNS ROWS COMMAND…");
  struct winsize size = { .ws_col = (unsigned short)atoi(words[1]), .ws_row = (unsigned short)atoi(words[2]) };
  measure_starts(words + 3, &size);
  start(words + 3, &size);
  collect(NULL, 1500, 0);
  printf("%-30s %6s %8s %8s %8s %8s %8s %8s\n", "", "frames", "mean KB", "most KB", "mean ms", "p99 ms", "most ms",
         "KEY ms");
  for (int round = 0; round < 3; round++) {
    press(&s, "\033[<65;9;9M", 40, 30);
    press(&s, "\033[<64;9;9M", 40, 30);
  }
  print_row("wheel, three rows at a time", &s);
  press(&s, "\033[6~", 8, 120);
  press(&s, "\033[5~", 8, 120);
  print_row("pages, gliding", &s);
  press(&s, "g", 1, 500);
  memset(&s, 0, sizeof s);
  for (int round = 0; round < 5; round++) {
    press(&s, "\033[A", 5, 40);
    collect(&s, 700, 0);
  }
  print_row("pulled past the top", &s);
  for (int round = 0; round < 10; round++) {
    press(&s, "\t", 1, 100);
    press(&s, "1", 1, 100);
  }
  print_row("tabs", &s);
  for (int round = 0; round < 5; round++) {
    press(&s, "\r", 1, 100);
    press(&s, "\033", 1, 100);
  }
  print_row("a post, and back", &s);
  for (int round = 0; round < 5; round++) {
    press(&s, "t", 1, 100);
    press(&s, "\033", 1, 100);
  }
  print_row("the timeline, and back", &s);
  press(&s, "\014", 20, 60);
  print_row("all drawn anew", &s);
  collect(NULL, 1000, 0);
  measure_rest();
  stop();
}
