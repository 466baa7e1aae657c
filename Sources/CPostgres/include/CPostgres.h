#pragma once
#include <postgresql/libpq-fe.h>

// Looks up hosts and accounts in files and by DNS alone. A static program would load the modules
// that nsswitch.conf names, which may belong to another C library.
void cpostgres_use_plain_lookup(void);

// Opens a descriptor that becomes readable every so many seconds; -1 with errno without one.
int cpostgres_open_timer(int seconds);
