#pragma once

// Calls the function before any signal that ends the process by default, such as a fault. The
// function may use only what signal-safety(7) lists. Ignored signals stay ignored.
void cterminal_endings_catch(void (*give_back)(void));

// Restores the former actions.
void cterminal_endings_let_go(void);
