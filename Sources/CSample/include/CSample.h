#ifndef CSAMPLE_H
#define CSAMPLE_H

#include <stddef.h>

/// The bytes of sample.db, and their count.
const unsigned char *_Nonnull csample_bytes(void);
size_t csample_count(void);

#endif
