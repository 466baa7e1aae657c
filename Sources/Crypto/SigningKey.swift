internal import COpenSSL
package import Model

/// A secret key of Ed25519: RFC 8032, section 5.1.
@safe package final class SigningKey {
  package let publicKey: PublicKey
  /// An `EVP_PKEY`, freed in `deinit`.
  private let key: OpaquePointer

  /// Wraps `EVP_PKEY_new_raw_private_key_ex`; the seed is what RFC 8032 calls the private key.
  package init(seed: FixedBytes<32>) {
    unsafe key = LibraryContext.checked(
      EVP_PKEY_new_raw_private_key_ex(
        LibraryContext.shared.pointer, "ED25519", nil, seed.array, seed.array.count))
    var bytes = [UInt8](repeating: 0, count: 32)
    var count = bytes.count
    LibraryContext.check(unsafe EVP_PKEY_get_raw_public_key(key, &bytes, &count))
    publicKey = PublicKey(made: FixedBytes(exactly: bytes))
  }

  deinit {
    unsafe EVP_PKEY_free(key)
  }

  /// The signature, always the same for one message: `EVP_DigestSign`.
  package func sign(_ message: [UInt8]) -> FixedBytes<64> {
    let context = unsafe LibraryContext.checked(EVP_MD_CTX_new())
    defer { unsafe EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: 64)
    var count = signature.count
    LibraryContext.check(
      unsafe EVP_DigestSignInit_ex(
        context, nil, nil, LibraryContext.shared.pointer, nil, key, nil))
    LibraryContext.check(
      unsafe EVP_DigestSign(context, &signature, &count, message, message.count))
    return FixedBytes(exactly: signature)
  }
}
