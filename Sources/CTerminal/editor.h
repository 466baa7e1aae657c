#pragma once
#include "CTerminal.h"
#include <wchar.h>

// Shared by the parts of the line editor.

// Whether a character controls the terminal or changes the writing direction.
int cterminal_is_control(wchar_t letter);

// Installs completion in Readline, after it has read its settings.
void cterminal_prepare_completion(cterminal_complete_t completer, void *context);
