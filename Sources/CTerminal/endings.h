#pragma once

// From now on whatever signal ends the process by itself, such as a fault, has `give_back` called
// first, which may do only what signal-safety(7) lists. Signals that are ignored stay so.
void cterminal_endings_catch(void (*give_back)(void));

// Makes it as it was before.
void cterminal_endings_let_go(void);
