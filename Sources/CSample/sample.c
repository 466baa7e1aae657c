#include "CSample.h"

// #embed is C23, which Clang also knows in C17.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char sample[] = {
#embed "../../sample.db"
};

const unsigned char *csample_bytes(void) { return sample; }

size_t csample_count(void) { return sizeof sample; }
