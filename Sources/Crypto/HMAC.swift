internal import COpenSSL
package import Model

/// Authenticates bytes with a secret key, or derives a key from another: RFC 2104.
package enum HMAC {
  package static func sha256<let keySize: Int>(
    _ bytes: [UInt8], key: FixedBytes<keySize>
  ) -> FixedBytes<32> {
    code(of: bytes, key.array, "SHA256")
  }

  package static func sha512<let keySize: Int>(
    _ bytes: [UInt8], key: FixedBytes<keySize>
  ) -> FixedBytes<64> {
    code(of: bytes, key.array, "SHA512")
  }

  /// Wraps `EVP_Q_mac`.
  private static func code<let size: Int>(
    of bytes: [UInt8], _ key: [UInt8], _ hash: String
  ) -> FixedBytes<size> {
    var result = [UInt8](repeating: 0, count: size)
    let written = unsafe EVP_Q_mac(
      LibraryContext.shared.pointer, "HMAC", nil, hash, nil, key, key.count, bytes, bytes.count,
      &result, size, nil)
    unsafe precondition(written != nil, "libcrypto has no memory.")
    return FixedBytes(exactly: result)
  }
}
