#pragma once

// Whether the terminal is another job's now. Not so where it is none that decides who is in front.
int cterminal_is_in_background(void);

// Stops, as the terminal would stop who reads from it, until this job is in front. 0 where it is
// told to end before, or can't be stopped because its shell has gone: whoever is behind another
// program has no use for its terminal, and would be stopped for touching it.
int cterminal_wait_for_foreground(void);
