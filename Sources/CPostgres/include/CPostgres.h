#pragma once
#include <postgresql/libpq-fe.h>

// Looks up hosts and accounts in files and by DNS alone. A static program would load the modules
// that nsswitch.conf names, which may belong to another C library.
void cpostgres_use_plain_lookup(void);

// Opens a descriptor that becomes readable at this interval in seconds; -1 with errno on failure.
int cpostgres_open_timer(int seconds);
