#pragma once

/* Glibc declares it only for GNU sources. */
extern int syncfs(int descriptor);
