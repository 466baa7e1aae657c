#pragma once
#include "CTerminal.h"
#include <wchar.h>

// What the parts of the line editor share.

// Whether a letter would control the terminal that shows it, or turn the direction of writing.
int cterminal_is_control(wchar_t letter);

// Has readline, which has read its settings, ask for what may stand where the cursor is.
void cterminal_prepare_completion(cterminal_complete_t completer, void *context);
