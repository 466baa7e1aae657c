internal import COpenSSL
package import Model

/// SHA-2 of bytes at hand: FIPS 180-4.
package enum Hash {
  package static func sha256(_ bytes: [UInt8]) -> FixedBytes<32> { hash(bytes, "SHA256") }

  package static func sha512(_ bytes: [UInt8]) -> FixedBytes<64> { hash(bytes, "SHA512") }

  /// Wraps `EVP_Q_digest`.
  private static func hash<let size: Int>(
    _ bytes: [UInt8], _ algorithm: String
  ) -> FixedBytes<size> {
    var result = [UInt8](repeating: 0, count: size)
    LibraryContext.check(
      unsafe EVP_Q_digest(
        LibraryContext.shared.pointer, algorithm, nil, bytes, bytes.count, &result, nil))
    return FixedBytes(exactly: result)
  }
}

/// SHA-256 of bytes that arrive in pieces.
@safe package final class IncrementalSHA256 {
  private let context: OpaquePointer

  /// Wraps `EVP_DigestInit_ex2`.
  package init() {
    let algorithm = unsafe LibraryContext.checked(
      EVP_MD_fetch(LibraryContext.shared.pointer, "SHA256", nil))
    unsafe context = LibraryContext.checked(EVP_MD_CTX_new())
    LibraryContext.check(unsafe EVP_DigestInit_ex2(context, algorithm, nil))
    unsafe EVP_MD_free(algorithm)
  }

  deinit {
    unsafe EVP_MD_CTX_free(context)
  }

  /// Wraps `EVP_DigestUpdate`.
  package func add(_ bytes: [UInt8]) {
    LibraryContext.check(unsafe EVP_DigestUpdate(context, bytes, bytes.count))
  }

  /// The hash of the bytes so far; more may follow.
  package func hash() -> FixedBytes<32> {
    // `EVP_DigestFinal_ex` ends a context, so it gets a copy.
    let copy = unsafe LibraryContext.checked(EVP_MD_CTX_new())
    defer { unsafe EVP_MD_CTX_free(copy) }
    var result = [UInt8](repeating: 0, count: 32)
    LibraryContext.check(unsafe EVP_MD_CTX_copy_ex(copy, context))
    LibraryContext.check(unsafe EVP_DigestFinal_ex(copy, &result, nil))
    return FixedBytes(exactly: result)
  }
}
