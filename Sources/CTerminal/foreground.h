#pragma once

// Whether another job has the terminal; false for a terminal without job control.
int cterminal_is_in_background(void);

// Stops the process until its job is in the foreground. Returns 0 after a signal that ends the
// program, or if the process can't be stopped because its shell is gone.
int cterminal_wait_for_foreground(void);
