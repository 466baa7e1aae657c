#pragma once
#include <stdint.h>

/// Microseconds since 1970 on the system's wall clock.
int64_t cterminal_now(void);
