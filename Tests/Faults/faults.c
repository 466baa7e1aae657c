// Loaded before a program with LD_PRELOAD: records what it does to files below one folder, and
// makes one of these operations fail, tear or be the last.
//
//   FAULTS_FOLDER  paths that begin with this are watched
//   FAULTS_LOG     where the record goes; every entry is appended with one write
//   FAULTS_AT      the number of the operation that goes wrong, from 1; none if it is missing
//   FAULTS_HOW     eio, enospc, torn (half of a write, then EIO), kill (before it), tear (half of a write,
//                  then kill), lose (a write or a sync that says it was done, and was not), unread (a
//                  read gives EIO; only reads count then), plain (renameat2 knows no flags, ever)
//   FAULTS_STICKY  if set, every later one fails as well
//
// Writes, syncs, truncations, new names, renames and removals count; what goes to standard
// output is recorded as acknowledged and does not.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { WRITE = 1, TRUNCATE, SYNC, NAME, UNLINK, RENAME, SYNC_FOLDER, ACKNOWLEDGE };

struct entry {
  uint32_t kind, name_length;
  uint64_t file, offset, length;
};

static const char *folder;
static int log_file = -1;
static long at;
static int how, sticky;
static long count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

enum { NONE, FAIL_IO, FAIL_FULL, TORN, KILL, TEAR, LOSE, UNREAD, PLAIN };

__attribute__((constructor)) static void begin(void) {
  const char *word = getenv("FAULTS_HOW"), *number = getenv("FAULTS_AT"), *path = getenv("FAULTS_LOG");
  folder = getenv("FAULTS_FOLDER");
  at = number ? atol(number) : 0;
  sticky = getenv("FAULTS_STICKY") != 0;
  if (word) {
    const char *words[] = {"", "eio", "enospc", "torn", "kill", "tear", "lose", "unread", "plain"};
    for (int i = 1; i <= PLAIN; i++)
      if (strcmp(word, words[i]) == 0) how = i;
  }
  // A high number: the program expects the low ones for itself.
  if (path) {
    int opened = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (opened >= 0) {
      log_file = (int)syscall(SYS_fcntl, opened, F_DUPFD_CLOEXEC, 700);
      syscall(SYS_close, opened);
    }
  }
}

static int is_watched(const char *path) {
  return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

// The path behind a descriptor, if it is watched; else 0.
static int watched(int descriptor, char *path, size_t size) {
  char link[64];
  int digits = 0, number = descriptor;
  char reversed[16];
  if (!folder || descriptor < 0 || descriptor == log_file) return 0;
  do reversed[digits++] = (char)('0' + number % 10); while (number /= 10);
  strcpy(link, "/proc/self/fd/");
  size_t end = strlen(link);
  while (digits) link[end++] = reversed[--digits];
  link[end] = 0;
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, size - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_watched(path);
}

static uint64_t file_of(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

static void record(
    enum kind kind, uint64_t file, uint64_t offset, const char *name, const void *bytes, uint64_t length) {
  struct entry entry = {kind, (uint32_t)strlen(name), file, offset, length};
  struct iovec parts[] = {
      {&entry, sizeof entry}, {(void *)name, entry.name_length}, {(void *)bytes, bytes ? length : 0}};
  if (log_file >= 0) syscall(SYS_writev, log_file, parts, 3);
}

// What is to become of this operation; only writes and syncs can be lost.
static int verdict(void) {
  if (how == UNREAD) return NONE;
  count++;
  if (at == 0 || count < at || (count > at && !sticky)) return NONE;
  if (how == KILL) syscall(SYS_kill, getpid(), SIGKILL);
  return how;
}

static int other_verdict(void) {
  int what = verdict();
  return what == LOSE ? NONE : what;
}

static int refuse(int verdict) {
  errno = verdict == FAIL_FULL ? ENOSPC : EIO;
  return -1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static ssize_t write_at(int descriptor, const void *bytes, size_t length, int64_t offset) {
  char path[4096];
  if (descriptor == 1 && offset < 0) {
    long written = syscall(SYS_write, descriptor, bytes, length);
    pthread_mutex_lock(&lock);
    if (written > 0) record(ACKNOWLEDGE, 0, 0, "", bytes, (uint64_t)written);
    pthread_mutex_unlock(&lock);
    return written;
  }
  if (!watched(descriptor, path, sizeof path)) {
    return offset < 0 ? syscall(SYS_write, descriptor, bytes, length)
                      : syscall(SYS_pwrite64, descriptor, bytes, length, offset);
  }
  pthread_mutex_lock(&lock);
  int what = verdict();
  if (what == LOSE) {
    pthread_mutex_unlock(&lock);
    if (offset < 0) syscall(SYS_lseek, descriptor, (off_t)length, SEEK_CUR);
    return (ssize_t)length;
  }
  size_t part = what == TORN || what == TEAR ? length / 2 : what == NONE ? length : 0;
  int64_t place = offset < 0 ? syscall(SYS_lseek, descriptor, 0, SEEK_CUR) : offset;
  long written = part ? syscall(SYS_pwrite64, descriptor, bytes, part, place) : 0;
  if (written > 0) record(WRITE, file_of(descriptor), (uint64_t)place, path, bytes, (uint64_t)written);
  if (offset < 0 && written > 0) syscall(SYS_lseek, descriptor, place + written, SEEK_SET);
  if (what == TEAR) syscall(SYS_kill, getpid(), SIGKILL);
  pthread_mutex_unlock(&lock);
  return what == NONE ? written : refuse(what);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
  return write_at(descriptor, bytes, length, -1);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
  return write_at(descriptor, bytes, length, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
  return write_at(descriptor, bytes, length, offset);
}

static ssize_t read_at(int descriptor, void *bytes, size_t length, int64_t offset) {
  char path[4096];
  if (how == UNREAD && watched(descriptor, path, sizeof path)) {
    pthread_mutex_lock(&lock);
    int is_spoiled = ++count == at || (count > at && sticky);
    pthread_mutex_unlock(&lock);
    if (is_spoiled) return refuse(FAIL_IO);
  }
  return syscall(SYS_pread64, descriptor, bytes, length, offset);
}

ssize_t pread(int descriptor, void *bytes, size_t length, off_t offset) {
  return read_at(descriptor, bytes, length, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t length, off64_t offset) {
  return read_at(descriptor, bytes, length, offset);
}

static int sync_file(int descriptor, long number) {
  char path[4096];
  struct stat status;
  if (!watched(descriptor, path, sizeof path)) return (int)syscall(number, descriptor);
  pthread_mutex_lock(&lock);
  int what = verdict(), result = what == NONE ? (int)syscall(number, descriptor) : 0;
  if (what == NONE && fstat(descriptor, &status) == 0)
    record(S_ISDIR(status.st_mode) ? SYNC_FOLDER : SYNC, status.st_ino, 0, path, 0, 0);
  pthread_mutex_unlock(&lock);
  if (what == LOSE) return 0;
  return what == NONE ? result : refuse(what);
}

int fsync(int descriptor) { return sync_file(descriptor, SYS_fsync); }

int fdatasync(int descriptor) { return sync_file(descriptor, SYS_fdatasync); }

static int cut(int descriptor, int64_t length) {
  char path[4096];
  if (!watched(descriptor, path, sizeof path)) return (int)syscall(SYS_ftruncate, descriptor, length);
  pthread_mutex_lock(&lock);
  int what = other_verdict(), result = what == NONE ? (int)syscall(SYS_ftruncate, descriptor, length) : 0;
  if (what == NONE && result == 0) record(TRUNCATE, file_of(descriptor), (uint64_t)length, path, 0, 0);
  pthread_mutex_unlock(&lock);
  return what == NONE ? result : refuse(what);
}

int ftruncate(int descriptor, off_t length) { return cut(descriptor, length); }

int ftruncate64(int descriptor, off64_t length) { return cut(descriptor, length); }

static int open_file(const char *path, int flags, mode_t mode) {
  int is_new = (flags & O_CREAT) && is_watched(path) && syscall(SYS_faccessat, AT_FDCWD, path, F_OK) != 0;
  if (!is_new) return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  pthread_mutex_lock(&lock);
  int what = other_verdict(), result = -1;
  if (what == NONE) {
    result = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (result >= 0) record(NAME, file_of(result), 0, path, 0, 0);
  }
  int code = errno;
  pthread_mutex_unlock(&lock);
  errno = code;
  return what == NONE ? result : refuse(what);
}

#define OPEN(name)                                   \
  int name(const char *path, int flags, ...) {       \
    va_list words;                                   \
    va_start(words, flags);                          \
    mode_t mode = flags & O_CREAT ? va_arg(words, mode_t) : 0; \
    va_end(words);                                   \
    return open_file(path, flags, mode);             \
  }
OPEN(open)
OPEN(open64)

static int give_name(const char *from, const char *to, unsigned flags) {
  char both[8192];
  pthread_mutex_lock(&lock);
  int what = is_watched(to) ? other_verdict() : NONE, result = 0;
  if (what == NONE) {
    result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags);
    if (result == 0 && is_watched(to) && strlen(from) + strlen(to) + 2 < sizeof both) {
      strcpy(both, from);
      strcat(both, "\n");
      strcat(both, to);
      record(RENAME, 0, 0, both, 0, 0);
    }
  }
  int code = errno;
  pthread_mutex_unlock(&lock);
  errno = code;
  return what == NONE ? result : refuse(what);
}

int rename(const char *from, const char *to) { return give_name(from, to, 0); }

// Only ever called with paths that don't depend on a folder.
int renameat2(int, const char *from, int, const char *to, unsigned flags) {
  if (how == PLAIN && flags) {
    errno = EINVAL;
    return -1;
  }
  return give_name(from, to, flags);
}

int unlink(const char *path) {
  if (!is_watched(path)) return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  pthread_mutex_lock(&lock);
  int what = other_verdict(), result = what == NONE ? (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0) : 0;
  if (what == NONE && result == 0) record(UNLINK, 0, 0, path, 0, 0);
  int code = errno;
  pthread_mutex_unlock(&lock);
  errno = code;
  return what == NONE ? result : refuse(what);
}
