internal import COpenSSL

/// The context in which libcrypto looks up its algorithms, made at the first use.
///
/// Unlike the default context, it does not depend on `openssl.cnf`. Threads may share it:
/// OSSL_LIB_CTX(3) and openssl-threads(7).
@safe struct LibraryContext: @unchecked Sendable {
  static let shared = LibraryContext()

  let pointer: OpaquePointer

  /// Wraps `OPENSSL_init_crypto` and `OSSL_LIB_CTX_new`; the context is never freed.
  private init() {
    // That file may name modules that a static program can't load. Reading it takes 0.08 ms
    // (2026-11-29).
    LibraryContext.check(OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil))
    unsafe pointer = LibraryContext.checked(OSSL_LIB_CTX_new())
  }

  /// The result of a function that fails only if memory is short.
  static func checked(_ pointer: OpaquePointer?) -> OpaquePointer {
    guard let pointer = unsafe pointer else { preconditionFailure("libcrypto has no memory.") }
    return unsafe pointer
  }

  /// Checks the status of a function that fails only if memory is short.
  static func check(_ status: Int32) {
    precondition(status == 1, "libcrypto has no memory.")
  }
}
