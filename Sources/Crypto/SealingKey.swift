internal import COpenSSL
package import Model

/// A key that encrypts and authenticates bytes with AES-256-SIV: RFC 5297.
///
/// The same plaintext and associated data always have the same sealed bytes.
package struct SealingKey: Sendable {
  package static let tagSize = 16

  private let bytes: FixedBytes<64>

  package init(_ bytes: FixedBytes<64>) {
    self.bytes = bytes
  }

  /// The tag of 16 bytes, followed by the ciphertext.
  ///
  /// The plaintext is not empty, because libcrypto 3.0 makes no tag for an empty one.
  package func seal(_ plaintext: [UInt8], associated: [UInt8]) -> [UInt8] {
    precondition(!plaintext.isEmpty, "An empty text can't be sealed.")
    let context = unsafe makeContext(encrypts: true)
    defer { unsafe EVP_CIPHER_CTX_free(context) }
    guard let ciphertext = unsafe apply(context, to: plaintext, associated) else {
      preconditionFailure("libcrypto has no memory.")
    }
    var tag = [UInt8](repeating: 0, count: Self.tagSize)
    LibraryContext.check(
      unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagSize), &tag))
    return tag + ciphertext
  }

  /// The plaintext; nil if the bytes were not sealed with this key and this associated data.
  package func open(_ sealed: [UInt8], associated: [UInt8]) -> [UInt8]? {
    guard sealed.count > Self.tagSize else { return nil }
    let context = unsafe makeContext(encrypts: false)
    defer { unsafe EVP_CIPHER_CTX_free(context) }
    var tag = Array(sealed.prefix(Self.tagSize))
    LibraryContext.check(
      unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagSize), &tag))
    return unsafe apply(context, to: Array(sealed.dropFirst(Self.tagSize)), associated)
  }

  /// Wraps `EVP_CipherInit_ex2`; the caller frees the context.
  private func makeContext(encrypts: Bool) -> OpaquePointer {
    let cipher = unsafe LibraryContext.checked(
      EVP_CIPHER_fetch(LibraryContext.shared.pointer, "AES-256-SIV", nil))
    defer { unsafe EVP_CIPHER_free(cipher) }
    let context = unsafe LibraryContext.checked(EVP_CIPHER_CTX_new())
    LibraryContext.check(
      unsafe EVP_CipherInit_ex2(context, cipher, bytes.array, nil, encrypts ? 1 : 0, nil))
    return unsafe context
  }

  /// Wraps `EVP_CipherUpdate` and `EVP_CipherFinal_ex`; nil if the tag is wrong.
  ///
  /// SIV takes the whole input in one call, after the associated data: EVP_EncryptInit(3).
  private func apply(
    _ context: OpaquePointer, to input: [UInt8], _ associated: [UInt8]
  ) -> [UInt8]? {
    var output = [UInt8](repeating: 0, count: input.count)
    var count: Int32 = 0
    LibraryContext.check(
      unsafe EVP_CipherUpdate(context, nil, &count, associated, Int32(associated.count)))
    let isDone = unsafe EVP_CipherUpdate(context, &output, &count, input, Int32(input.count)) == 1
    return unsafe isDone && EVP_CipherFinal_ex(context, nil, &count) == 1 ? output : nil
  }
}
