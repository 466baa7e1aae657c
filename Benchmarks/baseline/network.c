#include "network.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../Sources/CSQLite/checksum.h"
#include "../../Sources/CSQLite/lock.h"

// The log is put into the file when it has grown by so many pages, and only in turn.
enum { long_log = 300, most_times = 1000000, most_statements = 40 };

static int frames, checkpointed;
// Ours, to be finalized at the end; a search index has some of its own.
static sqlite3_stmt *statements[most_statements];
static int statement_count;

static void check(network *n, int status) {
  if (status == SQLITE_OK || status == SQLITE_ROW || status == SQLITE_DONE) return;
  fprintf(stderr, "baseline: %s\n", sqlite3_errmsg(n->db));
  exit(1);
}

static int count_frames(void *unused, sqlite3 *db, const char *name, int count) {
  (void)unused, (void)db, (void)name;
  frames = count;
  return SQLITE_OK;
}

static network open_with(const char *path, int flags) {
  network n = {NULL, -1};
  // As profilectl tells the library.
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
  check(&n, sqlite3_open_v2(path, &n.db, flags | SQLITE_OPEN_NOMUTEX, NULL));
  sqlite3_busy_timeout(n.db, 30000);
  csqlite_register_checksum(n.db);
  return n;
}

network open_reader(const char *path) {
  network n = open_with(path, SQLITE_OPEN_READWRITE);
  execute(&n, "PRAGMA query_only = 1; PRAGMA cache_size = -16384");
  return n;
}

network open_writer(const char *path) {
  network n = open_with(path, SQLITE_OPEN_READWRITE);
  char name[4096];
  snprintf(name, sizeof name, "%s-lock", path);
  n.lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  execute(&n, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  sqlite3_wal_autocheckpoint(n.db, 0);
  sqlite3_wal_hook(n.db, count_frames, NULL);
  return n;
}

void close_network(network *n) {
  if (n->lock >= 0) flock(n->lock, LOCK_EX);
  while (statement_count > 0) sqlite3_finalize(statements[--statement_count]);
  sqlite3_close(n->db);
}

sqlite3_stmt *statement(network *n, const char *sql) {
  sqlite3_stmt *s;
  check(n, sqlite3_prepare_v3(n->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s, NULL));
  if (statement_count == most_statements) exit(70);
  return statements[statement_count++] = s;
}

void execute(network *n, const char *sql) { check(n, sqlite3_exec(n->db, sql, NULL, NULL, NULL)); }

static int start_with(sqlite3_stmt *s, const char *types, va_list values) {
  for (int i = 1; *types; i++, types++) {
    if (*types == 'i') {
      sqlite3_bind_int64(s, i, va_arg(values, int64_t));
    } else {
      sqlite3_bind_text(s, i, va_arg(values, const char *), -1, SQLITE_STATIC);
    }
  }
  int status = sqlite3_step(s);
  check(&(network){sqlite3_db_handle(s), -1}, status);
  return status == SQLITE_ROW;
}

int start(sqlite3_stmt *s, const char *types, ...) {
  va_list values;
  va_start(values, types);
  int found = start_with(s, types, values);
  va_end(values);
  return found;
}

int64_t run(sqlite3_stmt *s, const char *types, ...) {
  va_list values;
  va_start(values, types);
  int64_t first = start_with(s, types, values) ? sqlite3_column_int64(s, 0) : 0;
  va_end(values);
  sqlite3_reset(s);
  return first;
}

// Queues as FileLock does (docs/decisions/0005-one-writer-group-commit.md): a waiting process locks
// the second byte.
void begin(network *n) {
  static sqlite3_stmt *begins;
  if (begins == NULL) begins = statement(n, "BEGIN IMMEDIATE");
  if (flock(n->lock, LOCK_EX | LOCK_NB) != 0) {
    csqlite_lock_second_byte(n->lock, F_RDLCK);
    flock(n->lock, LOCK_EX);
    csqlite_lock_second_byte(n->lock, F_UNLCK);
  }
  run(begins, "");
}

void commit(network *n) {
  static sqlite3_stmt *commits;
  if (commits == NULL) commits = statement(n, "COMMIT");
  run(commits, "");
  if (frames < checkpointed) checkpointed = 0;
  if (frames - checkpointed >= long_log) {
    checkpointed = frames;
    sqlite3_wal_checkpoint_v2(n->db, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
  }
  int isWaitedFor = csqlite_second_byte_is_locked(n->lock);
  flock(n->lock, LOCK_UN);
  if (isWaitedFor) nanosleep(&(struct timespec){0, 200000}, NULL);
}

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static double times[most_times];
static int noted;

void note_time(double milliseconds) {
  if (noted < most_times) times[noted++] = milliseconds;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double quantile(double part) {
  qsort(times, (size_t)noted, sizeof *times, ascending);
  return times[(int)(part * (noted - 1))];
}

void print_worst(void) { printf("worst %.3f\n", quantile(1)); }

void print_p99(void) { printf("p99 %.3f\n", quantile(0.99)); }

name_pair *read_pairs(const char *path, int *count) {
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  int room = 1000;
  name_pair *pairs = malloc((size_t)room * sizeof *pairs);
  for (*count = 0; fscanf(file, "%31s %31s", pairs[*count].first, pairs[*count].second) == 2;) {
    if (++*count == room) pairs = realloc(pairs, (size_t)(room *= 2) * sizeof *pairs);
  }
  fclose(file);
  return pairs;
}
