#pragma once
#include <sqlite3.h>
static inline int csqlite_dbconfig(sqlite3 *db, int op, int onoff) { int r; return sqlite3_db_config(db, op, onoff, &r); }
