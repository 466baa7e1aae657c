#pragma once

/* Glibc declares them only for GNU sources. */
extern int syncfs(int descriptor);
extern int renameat2(int from, const char *name, int to, const char *target, unsigned int flags);
