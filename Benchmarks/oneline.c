// Prints one line: the least that a dynamically linked program can do.
#include <stdio.h>

int main(void) { puts("1.0.0"); }
