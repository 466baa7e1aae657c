#include "CTerminal.h"
#include "fatal.h"
#include "foreground.h"
#include "interruption.h"
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// There is one terminal, and signal handlers restore it. So all state is global, and handlers call
// only functions on the list of signal-safety(7).

// Alternate screen (1049), no cursor (25), bracketed paste (2004), no automatic wrap (7), because
// terminals disagree on the width of emoji at the edge.
static const char entering[] = "\033[?1049h\033[?25l\033[?7l\033[?2004h";
// Mouse buttons and wheel (1000) in decimal form (1006).
static const char mouse_on[] = "\033[?1000h\033[?1006h";
static const char mouse_off[] = "\033[?1006l\033[?1000l";
// Ends a synchronized update (2026) and resets margins, in case a frame was cut off. Then erases
// the screen (ED), which would stay visible without an alternate screen.
static const char leaving[] =
  "\033[?2026l\033[r\033[0m\033[H\033[J\033[?1006l\033[?1000l\033[?2004l\033[?7h\033[?25h\033[?1049l";

// Removes the pictures of kitty's protocol and frees them.
static const char removing[] = "\033_Ga=d,d=A,q=2\033\\";

static struct termios found;
static atomic_int is_taken;
static atomic_int happened;
static int has_mouse;
static atomic_int has_pictures;

// Signals that change the screen's state.
static const int changes[] = { SIGWINCH, SIGCONT, SIGTSTP };
enum { CHANGES = sizeof changes / sizeof changes[0] };
static struct sigaction before_changes[CHANGES];

// Returns the number of bytes not written.
static size_t put(const char *text, size_t length, int is_ending) {
  // A slow terminal with a page to draw gets a second.
  return cterminal_output_put(STDOUT_FILENO, text, length, is_ending, 10);
}

// In the background, changing a terminal stops the process unless it blocks SIGTTOU.
static void hold_stop(sigset_t *before) {
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  sigprocmask(SIG_BLOCK, &stop, before);
}

static void set_terminal(const struct termios *settings) {
  sigset_t before;
  hold_stop(&before);
  tcsetattr(STDIN_FILENO, TCSANOW, settings);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

// Discards unread output.
static void drop_output(void) {
  sigset_t before;
  hold_stop(&before);
  tcflush(STDOUT_FILENO, TCOFLUSH);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

// Does nothing in the background, where there is nothing to restore either.
static void enter(void) {
  if (!cterminal_wait_for_foreground()) return;
  // Another program may have changed the settings.
  struct termios now;
  if (!atomic_load(&is_taken) && tcgetattr(STDIN_FILENO, &now) == 0) found = now;
  struct termios raw = found;
  raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
  raw.c_oflag &= ~(tcflag_t)OPOST;
  raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  raw.c_cflag = (raw.c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8;
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  atomic_store(&is_taken, 1);
  set_terminal(&raw);
  put(entering, sizeof entering - 1, 0);
  if (has_mouse) put(mouse_on, sizeof mouse_on - 1, 0);
}

static void leave(int is_ending) {
  if (!atomic_exchange(&is_taken, 0)) return;
  if (atomic_load(&has_pictures)) put(removing, sizeof removing - 1, is_ending);
  // Discards unread frames, which block the output.
  if (put(leaving, sizeof leaving - 1, is_ending) > 0) {
    drop_output();
    cterminal_output_put(STDOUT_FILENO, leaving, sizeof leaving - 1, 1, 1);
  }
  set_terminal(&found);
}

static void leave_at_once(void) { leave(1); }

static void note(int number) {
  int bit = number == SIGWINCH ? CTERMINAL_SCREEN_RESIZED
    : number == SIGCONT ? CTERMINAL_SCREEN_CONTINUED : CTERMINAL_SCREEN_STOP;
  atomic_fetch_or(&happened, bit);
}

static void catch_changes(void) {
  struct sigaction action = { .sa_handler = note };
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < CHANGES; index++) {
    sigaction(changes[index], NULL, &before_changes[index]);
    if (before_changes[index].sa_handler != SIG_IGN) sigaction(changes[index], &action, NULL);
  }
}

static void restore_changes(void) {
  for (int index = 0; index < CHANGES; index++)
    sigaction(changes[index], &before_changes[index], NULL);
}

int32_t cterminal_screen_enter(int32_t wants_mouse) {
  if (tcgetattr(STDIN_FILENO, &found) != 0) return errno;
  has_mouse = wants_mouse;
  atomic_store(&has_pictures, 0);
  atomic_store(&happened, 0);
  cterminal_fatal_catch(leave_at_once);
  catch_changes();
  enter();
  // Reading would fail.
  return atomic_load(&is_taken) || cterminal_interruption_pending() ? 0 : EIO;
}

int32_t cterminal_screen_is_taken(void) { return atomic_load(&is_taken); }

void cterminal_screen_leave(void) {
  leave(0);
  restore_changes();
  cterminal_fatal_restore();
}

void cterminal_screen_pictures(int32_t are_placed) { atomic_store(&has_pictures, are_placed); }

void cterminal_screen_mouse(int32_t wants_mouse) {
  if (has_mouse == wants_mouse) return;
  has_mouse = wants_mouse;
  if (!atomic_load(&is_taken)) return;
  if (wants_mouse) put(mouse_on, sizeof mouse_on - 1, 0);
  else put(mouse_off, sizeof mouse_off - 1, 0);
}

void cterminal_screen_stop(void) {
  leave(0);
  struct sigaction stop = {0}, ours;
  stop.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &stop, &ours);
  // Stops the whole job, as the key does: a script that waits for this process stops too.
  kill(0, SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
  cterminal_screen_resume();
}

void cterminal_screen_resume(void) {
  enter();
  atomic_fetch_and(&happened, ~(CTERMINAL_SCREEN_CONTINUED | CTERMINAL_SCREEN_STOP));
}

static int has_changed(void) { return atomic_load(&happened); }

int32_t cterminal_screen_wait(int32_t wake, int32_t milliseconds) {
  struct pollfd ready[2] = {
    { .fd = STDIN_FILENO, .events = POLLIN }, { .fd = wake, .events = POLLIN },
  };
  struct timespec limit = { milliseconds / 1000, milliseconds % 1000 * 1000000L };
  int count = cterminal_wait(ready, 2, milliseconds < 0 ? NULL : &limit, has_changed);
  int32_t answer = atomic_exchange(&happened, 0);
  if (count > 0 && ready[0].revents & POLLIN) answer |= CTERMINAL_SCREEN_INPUT;
  else if (count > 0 && ready[0].revents) answer |= CTERMINAL_SCREEN_GONE;
  if (count > 0 && ready[1].revents) answer |= CTERMINAL_SCREEN_WOKEN;
  return answer;
}
