// OpenSSL asks for the features of the processor before main(), and again when it is first used. In
// a virtual machine that takes as long as a twentieth of a short command, and most commands use no
// server: only the second time counts.
#ifdef STATIC_LIBPQ

#include <stdbool.h>

void __real_OPENSSL_cpuid_setup(void);
void __wrap_OPENSSL_cpuid_setup(void);

// Volatile: a compiler may do at once what a constructor does.
static volatile bool is_started;

// Runs after all .init sections, where OpenSSL asks first.
__attribute__((constructor)) static void start(void) { is_started = true; }

void __wrap_OPENSSL_cpuid_setup(void) {
  if (is_started) __real_OPENSSL_cpuid_setup();
}

#endif
