#pragma once

// Calls the function before any signal that ends the process by default, such as a fault. The
// function may use only what signal-safety(7) lists. Ignored signals stay ignored.
void cterminal_fatal_catch(void (*restore)(void));

// Restores the former actions.
void cterminal_fatal_restore(void);
