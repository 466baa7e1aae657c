#pragma once
#include <stdint.h>

/// The eight words that SHA-256 carries from block to block.
typedef struct { uint32_t a, b, c, d, e, f, g, h; } cdigest_state_t;

/// Sixteen words of a text: one block.
typedef struct { uint32_t words[16]; } cdigest_block_t;

/// Whether this processor has instructions for SHA-256.
int32_t cdigest_has_instructions(void);

/// Takes one block into the state with those instructions; only to be called where there are any.
cdigest_state_t cdigest_mix(cdigest_state_t state, cdigest_block_t block);
