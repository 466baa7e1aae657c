// What the works of the comparison share: one connection, set up as profilectl sets up its own, and
// short words for preparing and running statements. Whatever fails ends the program.
#pragma once
#include <sqlite3.h>
#include <stdint.h>

typedef struct {
  sqlite3 *db;
  int lock;
} network;

network open_reader(const char *path);
network open_writer(const char *path);
void close_network(network *n);

// A statement that lives as long as the program.
sqlite3_stmt *statement(network *n, const char *sql);
void execute(network *n, const char *sql);

// Binds and runs to the end; in `types` each letter stands for one value: i an int64_t, t a text.
// Returns the first column of the first row, or 0 if there is none.
int64_t run(sqlite3_stmt *s, const char *types, ...);
// The same, but stops at the first row; the caller steps on and resets.
int start(sqlite3_stmt *s, const char *types, ...);

// One durable transaction in turn with other processes.
void begin(network *n);
void commit(network *n);

// Milliseconds of a clock that only goes forward.
double now(void);
// The longest, and 99 in 100, of the times so far.
void note_time(double milliseconds);
void print_worst(void);
void print_p99(void);

typedef struct {
  char first[32], second[32];
} name_pair;
// The lines of a file that hold two names each.
name_pair *read_pairs(const char *path, int *count);

void follow(network *n, const char *pairs);
void follow_in_batches(network *n, const char *pairs);
void run_script(network *n, const char *script);
void load(network *n, const char *source);
void read_profiles(network *n, const char *name, int times);
void read_timeline(network *n, const char *name, int times);
