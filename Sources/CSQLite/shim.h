#pragma once
#include <sqlite3.h>
#include "checksum.h"
#include "lock.h"

// Wraps what Swift cannot call: variadic functions, casts to function pointers, method tables.

// SQLite does not count its memory, which costs a lock for each allocation, 3 % of the instructions
// of a script (2026-11-29), and does not allocate twenty pages in advance. Has an effect only before
// the first connection.
static inline int csqlite_configure(void) {
  int counting = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  int paging = sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
  return counting != SQLITE_OK ? counting : paging;
}

// sqlite3_db_config for the verbs that take (int, int *).
static inline int csqlite_dbconfig(sqlite3 *db, int op, int onoff) {
  int result;
  return sqlite3_db_config(db, op, onoff, &result);
}

// SQLite copies the bytes. A null pointer is an empty text, not NULL.
static inline int csqlite_bind_text(sqlite3_stmt *s, int index, const char *bytes, sqlite3_uint64 n) {
  return sqlite3_bind_text64(s, index, bytes ? bytes : "", n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// SQLite copies the bytes. A null pointer is an empty blob, not NULL.
static inline int csqlite_bind_blob(sqlite3_stmt *s, int index, const void *bytes, sqlite3_uint64 n) {
  return sqlite3_bind_blob64(s, index, bytes ? bytes : "", n, SQLITE_TRANSIENT);
}

// Reads the start of the database file through SQLite's own descriptor: closing one of our own
// would drop every POSIX lock this process holds on the file. Takes no lock; bytes past the end read
// as zero.
static inline int csqlite_read_header(sqlite3 *db, unsigned char *bytes, int n) {
  sqlite3_file *file = 0;
  int rc = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (rc != SQLITE_OK) return rc;
  if (file == 0 || file->pMethods == 0) return SQLITE_CANTOPEN;
  rc = file->pMethods->xRead(file, bytes, n, 0);
  return rc == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : rc;
}

static inline int csqlite_file_errno(sqlite3_file *file) {
  int number = 0;
  if (file == 0 || file->pMethods == 0 || file->pMethods->xFileControl == 0) return 0;
  int rc = file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number);
  return rc == SQLITE_OK ? number : 0;
}

// The errno of this connection's last failed read or write of the database file or its log, else 0;
// success does not reset it. SQLite reports some failed reads as a damaged file.
static inline int csqlite_last_errno(sqlite3 *db) {
  sqlite3_file *file = 0, *log = 0;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  int number = csqlite_file_errno(file);
  return number ? number : csqlite_file_errno(log);
}

// 1 when the file is no longer the one its path names.
static inline int csqlite_has_moved(sqlite3 *db) {
  int moved = 0;
  int rc = sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return rc == SQLITE_OK && moved;
}

// PRAGMA mmap_size=0 without a statement.
static inline int csqlite_no_mmap(sqlite3 *db) {
  sqlite3_int64 size = 0;
  return sqlite3_file_control(db, "main", SQLITE_FCNTL_MMAP_SIZE, &size);
}

// Keeps the number of frames the write-ahead log has after each commit of this connection in
// *frames.
static inline int csqlite_note_frames(void *frames, sqlite3 *db, const char *name, int count) {
  (void)db, (void)name;
  *(int *)frames = count;
  return SQLITE_OK;
}

static inline void csqlite_count_frames(sqlite3 *db, int *frames) {
  sqlite3_wal_hook(db, csqlite_note_frames, frames);
}

// Reads the database file through SQLite's own descriptor. Returns 0 for an offset past the end or
// below 0, where SQLite would read other memory of a mapped file.
static inline int64_t csqlite_read_at(sqlite3 *db, void *bytes, int n, int64_t offset) {
  sqlite3_file *file = 0;
  sqlite3_int64 size = 0;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return -1;
  if (file == 0 || file->pMethods == 0 || file->pMethods->xFileSize(file, &size) != SQLITE_OK) return -1;
  if (offset < 0 || offset >= size) return 0;
  if (n > size - offset) n = (int)(size - offset);
  return file->pMethods->xRead(file, bytes, n, offset) == SQLITE_OK ? n : -1;
}
