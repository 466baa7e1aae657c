#pragma once
#include <stddef.h>
#include <stdint.h>

/// The words this process was started with, the program's name first, as the system stored them.
int32_t cterminal_argument_count(void);
const char *cterminal_argument(int32_t index);

/// Microseconds since 1970 on the system's wall clock.
int64_t cterminal_now(void);

/// Seconds that clocks of the user's zone are ahead of UTC at that many seconds since 1970.
int32_t cterminal_utc_offset(int64_t seconds);

/// The size of a terminal in cells; 0 by 0 where the descriptor is none or doesn't know.
typedef struct { int32_t columns, rows; } cterminal_size_t;
cterminal_size_t cterminal_size(int descriptor);

/// From now on INT, TERM and HUP write the message to descriptor 2 and end the process with
/// 128 + signal. The message is copied, up to 255 bytes. Called again, it changes the message.
/// A signal that was ignored when the process began stays ignored.
void cterminal_interruption_arm(const char *message, size_t length);

/// Postpones the end until as many calls of release; never returns in a process that is ending.
void cterminal_interruption_hold(void);
void cterminal_interruption_release(void);

/// The first signal that arrived while held; 0 if there was none.
int32_t cterminal_interruption_pending(void);
