#pragma once
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static inline void csqlite_wake(int signal) { (void)signal; }

// flock(LOCK_EX) with a time limit. Returns 0 with the lock held, EAGAIN after the limit, another
// errno otherwise. The kernel queues waiting processes in order. A timer that signals this thread
// alone ends the wait; it repeats in case it fires just before the thread sleeps. Workers of
// Dispatch block all signals, so this one is unblocked for the wait.
static inline int csqlite_flock(int descriptor, int64_t nanoseconds) {
  int number = SIGRTMIN + 4;
  struct sigaction action = {0};
  action.sa_handler = csqlite_wake;
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, number);
  struct sigevent event = {0};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = number;
  event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
  timer_t timer;
  if (sigaction(number, &action, 0) != 0) return errno;
  // EAGAIN means the end of the wait.
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return errno == EAGAIN ? ENOMEM : errno;
  pthread_sigmask(SIG_UNBLOCK, &set, &before);
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  struct itimerspec when = {
      .it_value = {nanoseconds / 1000000000, nanoseconds % 1000000000 + (nanoseconds == 0)},
      .it_interval = {0, 20000000},
  };
  int result = timer_settime(timer, 0, &when, 0) == 0 ? 0 : errno;
  while (result == 0 && flock(descriptor, LOCK_EX) != 0) {
    if (errno != EINTR) { result = errno; break; }
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t waited = (now.tv_sec - start.tv_sec) * 1000000000ll + (now.tv_nsec - start.tv_nsec);
    if (waited >= nanoseconds) result = EAGAIN;
  }
  timer_delete(timer);
  pthread_sigmask(SIG_SETMASK, &before, 0);
  return result;
}

// Declared by glibc for GNU sources only, as the constants below are.
int renameat2(int, const char *, int, const char *, unsigned int);

// Renames a file unless the new name exists; returns 0 or an errno. Some file systems can't do that
// atomically. There lstat(2) comes first, which suffices under the lock of the folder.
static inline int csqlite_rename_if_free(const char *from, const char *to) {
  struct stat there;
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, 1) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (lstat(to, &there) == 0) return EEXIST;
  if (errno != ENOENT) return errno;
  return rename(from, to) == 0 ? 0 : errno;
}

// Constants of Linux that glibc shows to GNU sources only.
enum { csqlite_ofd_getlk = 36, csqlite_ofd_setlk = 37 };

// Locks, or with F_UNLCK unlocks, the second byte of the file for this open file description.
static inline int csqlite_lock_second_byte(int descriptor, int type) {
  struct flock range = {.l_type = (short)type, .l_whence = SEEK_SET, .l_start = 1, .l_len = 1};
  return fcntl(descriptor, csqlite_ofd_setlk, &range);
}

// 1 when another open file description holds a lock on the second byte.
static inline int csqlite_second_byte_is_locked(int descriptor) {
  struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 1, .l_len = 1};
  return fcntl(descriptor, csqlite_ofd_getlk, &range) == 0 && range.l_type != F_UNLCK;
}

// 1 when a process has the database file open through SQLite. Reads the locks of SQLite: a file
// with a log is locked while it is open, one with a journal while it is read or written. The range
// is that of <https://www.sqlite.org/fileformat2.html#the_lock_byte_page>. -1 on an error.
static inline int csqlite_is_locked(int descriptor) {
  struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x40000000, .l_len = 512};
  if (fcntl(descriptor, csqlite_ofd_getlk, &range) != 0) return -1;
  return range.l_type != F_UNLCK;
}
