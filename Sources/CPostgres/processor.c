// OpenSSL asks for the features of the processor before main(), and again when it is first used. The
// question takes a twentieth of the time of a short command in a virtual machine, so only the second
// one is let through: most commands use no server.
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
