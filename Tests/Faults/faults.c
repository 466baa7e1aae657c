// Loaded into a program with LD_PRELOAD: records its operations on files below one folder, and
// makes one of them fail, tear or be the last.
//
//   FAULTS_FOLDER  paths that begin with this are watched
//   FAULTS_LOG     file of the record; every entry is appended with one write
//   FAULTS_AT      number of the operation that fails, from 1; without it none fails
//   FAULTS_HOW     how it fails:
//     eio, enospc  it has no effect and fails
//     torn         half of a write, then EIO; any other operation has no effect and fails with EIO
//     kill         the process is killed before it
//     tear         the process is killed in the middle of a write, or right after another operation
//     lose         a write or a sync reports success and has no effect; other operations and
//                  writes to the index of the log are done
//     unread       a read fails with EIO; only reads count
//     plain        renameat2 never supports flags; nothing else fails
//   FAULTS_STICKY  if set, every later operation fails too
//
// An operation is a write, pwrite, fsync, fdatasync, ftruncate, open of a missing name, rename,
// unlink, mkdir, mkdtemp, rmdir, chmod or fchmod, or its variant with a folder's descriptor. Each
// watched operation counts and has one entry in the record, so that entry and number agree; failed
// operations have a kind of their own. Writes to standard output are recorded as acknowledged and
// do not count. A read is a read or pread. Not watched: lists of folders, mapped memory, owners,
// links, locks, and paths relative to the working folder.
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

enum kind {
  WRITE = 1, TRUNCATE, SYNC, NAME, UNLINK, RENAME, SYNC_FOLDER, ACKNOWLEDGE, MAKE_FOLDER, REMOVE_FOLDER, MODE,
  // A failed operation; the offset field holds its kind.
  FAILED
};

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
  // A high number, because the program expects the low ones to be free.
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

// The path of a descriptor if it is watched, otherwise 0.
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

static void die(void) { syscall(SYS_kill, getpid(), SIGKILL); }

// Decides how this operation fails, if at all.
static int verdict(void) {
  if (how == UNREAD || how == PLAIN) return NONE;
  count++;
  if (at == 0 || count < at || (count > at && !sticky)) return NONE;
  if (how == KILL) die();
  return how;
}

static int refuse(int verdict) {
  errno = verdict == FAIL_FULL ? ENOSPC : EIO;
  return -1;
}

static void record_failure(enum kind kind, uint64_t file, const char *name) {
  record(FAILED, file, kind, name, 0, 0);
}

// Begins an operation other than a write or a sync; decides how it fails, if at all.
static int begin_other(void) {
  pthread_mutex_lock(&lock);
  int what = verdict();
  return what == LOSE ? NONE : what;
}

static int is_done(int what) { return what == NONE || what == TEAR; }

// Ends the operation; its result is negative if it failed.
static int end_other(int what, int result, enum kind kind, uint64_t file, uint64_t offset, const char *name) {
  int code = errno;
  if (result >= 0) record(kind, file, offset, name, 0, 0);
  else record_failure(kind, file, name);
  if (what == TEAR) die();
  pthread_mutex_unlock(&lock);
  errno = code;
  return is_done(what) ? result : refuse(what);
}

// The index of the log is shared memory, which a disk cannot lose.
static int is_memory(const char *path) {
  size_t length = strlen(path);
  return length >= 4 && strcmp(path + length - 4, "-shm") == 0;
}

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
  if (what == LOSE && is_memory(path)) what = NONE;
  if (what == LOSE) {
    record_failure(WRITE, file_of(descriptor), path);
    pthread_mutex_unlock(&lock);
    if (offset < 0) syscall(SYS_lseek, descriptor, (off_t)length, SEEK_CUR);
    return (ssize_t)length;
  }
  size_t part = what == TORN || what == TEAR ? length / 2 : what == NONE ? length : 0;
  int64_t place = offset < 0 ? syscall(SYS_lseek, descriptor, 0, SEEK_CUR) : offset;
  long written = part ? syscall(SYS_pwrite64, descriptor, bytes, part, place) : 0;
  int code = errno;
  if (written > 0) record(WRITE, file_of(descriptor), (uint64_t)place, path, bytes, (uint64_t)written);
  else record_failure(WRITE, file_of(descriptor), path);
  if (offset < 0 && written > 0) syscall(SYS_lseek, descriptor, place + written, SEEK_SET);
  if (what == TEAR) die();
  pthread_mutex_unlock(&lock);
  errno = code;
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

static int is_unread(int descriptor) {
  char path[4096];
  if (how != UNREAD || !watched(descriptor, path, sizeof path)) return 0;
  pthread_mutex_lock(&lock);
  int is_spoiled = ++count == at || (count > at && sticky);
  pthread_mutex_unlock(&lock);
  return is_spoiled;
}

static ssize_t read_at(int descriptor, void *bytes, size_t length, int64_t offset) {
  if (is_unread(descriptor)) return refuse(FAIL_IO);
  return syscall(SYS_pread64, descriptor, bytes, length, offset);
}

ssize_t read(int descriptor, void *bytes, size_t length) {
  if (is_unread(descriptor)) return refuse(FAIL_IO);
  return syscall(SYS_read, descriptor, bytes, length);
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
  enum kind kind = fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode) ? SYNC_FOLDER : SYNC;
  pthread_mutex_lock(&lock);
  int what = verdict(), result = is_done(what) ? (int)syscall(number, descriptor) : -1;
  if (what != LOSE) return end_other(what, result, kind, status.st_ino, 0, path);
  record_failure(kind, status.st_ino, path);
  pthread_mutex_unlock(&lock);
  return 0;
}

int fsync(int descriptor) { return sync_file(descriptor, SYS_fsync); }

int fdatasync(int descriptor) { return sync_file(descriptor, SYS_fdatasync); }

static int cut(int descriptor, int64_t length) {
  char path[4096];
  if (!watched(descriptor, path, sizeof path)) return (int)syscall(SYS_ftruncate, descriptor, length);
  int what = begin_other(), result = is_done(what) ? (int)syscall(SYS_ftruncate, descriptor, length) : -1;
  return end_other(what, result, TRUNCATE, file_of(descriptor), (uint64_t)length, path);
}

int ftruncate(int descriptor, off_t length) { return cut(descriptor, length); }

int ftruncate64(int descriptor, off64_t length) { return cut(descriptor, length); }

// The absolute form of a path that may be relative to a descriptor's folder.
static const char *whole(int directory, const char *path, char *buffer, size_t size) {
  if (!path || path[0] == '/' || directory == AT_FDCWD || !watched(directory, buffer, size)) return path;
  if (strlen(buffer) + strlen(path) + 2 > size) return path;
  strcat(buffer, "/");
  return strcat(buffer, path);
}

static int open_file(int directory, const char *path, int flags, mode_t mode) {
  char buffer[4096];
  const char *name = whole(directory, path, buffer, sizeof buffer);
  if (!(flags & O_CREAT) || !is_watched(name) || syscall(SYS_faccessat, directory, path, F_OK) == 0)
    return (int)syscall(SYS_openat, directory, path, flags, mode);
  int what = begin_other();
  int result = is_done(what) ? (int)syscall(SYS_openat, directory, path, flags, mode) : -1;
  return end_other(what, result, NAME, result < 0 ? 0 : file_of(result), 0, name);
}

#define MODE_OF(flags, words) \
  va_start(words, flags);     \
  mode_t mode = flags & O_CREAT ? va_arg(words, mode_t) : 0; \
  va_end(words)
#define OPEN(name)                                   \
  int name(const char *path, int flags, ...) {       \
    va_list words;                                   \
    MODE_OF(flags, words);                           \
    return open_file(AT_FDCWD, path, flags, mode);   \
  }
#define OPEN_AT(name)                                              \
  int name(int directory, const char *path, int flags, ...) {      \
    va_list words;                                                 \
    MODE_OF(flags, words);                                         \
    return open_file(directory, path, flags, mode);                \
  }
OPEN(open)
OPEN(open64)
OPEN_AT(openat)
OPEN_AT(openat64)

static int give_name(int from_directory, const char *from, int to_directory, const char *to, unsigned flags) {
  char buffers[2][4096], both[8194];
  const char *name = whole(to_directory, to, buffers[1], sizeof buffers[1]);
  if (!is_watched(name)) return (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, flags);
  strcpy(both, whole(from_directory, from, buffers[0], sizeof buffers[0]));
  strcat(both, "\n");
  strcat(both, name);
  int what = begin_other();
  int result = is_done(what) ? (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, flags) : -1;
  return end_other(what, result, RENAME, 0, 0, both);
}

int rename(const char *from, const char *to) { return give_name(AT_FDCWD, from, AT_FDCWD, to, 0); }

int renameat(int from_directory, const char *from, int to_directory, const char *to) {
  return give_name(from_directory, from, to_directory, to, 0);
}

int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags) {
  if (how == PLAIN && flags) {
    errno = EINVAL;
    return -1;
  }
  return give_name(from_directory, from, to_directory, to, flags);
}

static int take_name(int directory, const char *path, int flags) {
  char buffer[4096];
  const char *name = whole(directory, path, buffer, sizeof buffer);
  if (!is_watched(name)) return (int)syscall(SYS_unlinkat, directory, path, flags);
  int what = begin_other(), result = is_done(what) ? (int)syscall(SYS_unlinkat, directory, path, flags) : -1;
  return end_other(what, result, flags & AT_REMOVEDIR ? REMOVE_FOLDER : UNLINK, 0, 0, name);
}

int unlink(const char *path) { return take_name(AT_FDCWD, path, 0); }

int unlinkat(int directory, const char *path, int flags) { return take_name(directory, path, flags); }

int rmdir(const char *path) { return take_name(AT_FDCWD, path, AT_REMOVEDIR); }

int mkdir(const char *path, mode_t mode) {
  if (!is_watched(path)) return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  int what = begin_other(), result = is_done(what) ? (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode) : -1;
  return end_other(what, result, MAKE_FOLDER, 0, 0, path);
}

char *mkdtemp(char *path) {
  // Calls inside glibc are not intercepted.
  char *(*real)(char *) = (char *(*)(char *))dlsym(RTLD_NEXT, "mkdtemp");
  if (!is_watched(path)) return real(path);
  int what = begin_other(), result = is_done(what) && real(path) ? 0 : -1;
  return end_other(what, result, MAKE_FOLDER, 0, 0, path) < 0 ? 0 : path;
}

int chmod(const char *path, mode_t mode) {
  if (!is_watched(path)) return (int)syscall(SYS_fchmodat, AT_FDCWD, path, mode);
  int what = begin_other(), result = is_done(what) ? (int)syscall(SYS_fchmodat, AT_FDCWD, path, mode) : -1;
  return end_other(what, result, MODE, 0, mode, path);
}

int fchmod(int descriptor, mode_t mode) {
  char path[4096];
  if (!watched(descriptor, path, sizeof path)) return (int)syscall(SYS_fchmod, descriptor, mode);
  int what = begin_other(), result = is_done(what) ? (int)syscall(SYS_fchmod, descriptor, mode) : -1;
  return end_other(what, result, MODE, file_of(descriptor), mode, path);
}
