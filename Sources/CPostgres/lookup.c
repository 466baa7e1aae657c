#define _GNU_SOURCE
#include "CPostgres.h"
#include <nss.h>

void cpostgres_use_plain_lookup(void) {
  __nss_configure_lookup("hosts", "files dns");
  __nss_configure_lookup("passwd", "files");
}
