internal import COpenSSL
package import Model

/// A public key of Ed25519 that is canonical and not of small order.
@safe package final class PublicKey {
  package let bytes: FixedBytes<32>
  /// An `EVP_PKEY`, freed in `deinit`.
  private let key: OpaquePointer

  /// Nil if the key is of small order or not canonical.
  ///
  /// A key that is no point of the curve is accepted, but no signature is valid for it.
  package convenience init?(_ bytes: FixedBytes<32>) {
    guard PublicKey.isFit(bytes.array) else { return nil }
    self.init(made: bytes)
  }

  /// The public key of a secret key: `EVP_PKEY_new_raw_public_key_ex`.
  init(made bytes: FixedBytes<32>) {
    self.bytes = bytes
    unsafe key = LibraryContext.checked(
      EVP_PKEY_new_raw_public_key_ex(
        LibraryContext.shared.pointer, "ED25519", nil, bytes.array, bytes.array.count))
  }

  deinit {
    unsafe EVP_PKEY_free(key)
  }

  /// Whether the secret key signed this message, without the cofactor: `EVP_DigestVerify`.
  package func isValid(_ signature: FixedBytes<64>, for message: [UInt8]) -> Bool {
    let context = unsafe LibraryContext.checked(EVP_MD_CTX_new())
    defer { unsafe EVP_MD_CTX_free(context) }
    LibraryContext.check(
      unsafe EVP_DigestVerifyInit_ex(
        context, nil, nil, LibraryContext.shared.pointer, nil, key, nil))
    return unsafe EVP_DigestVerify(
      context, signature.array, signature.array.count, message, message.count) == 1
  }

  // MARK: Fitness

  /// Whether a key is canonical and not of small order.
  ///
  /// A key is the number y of a point in little endian, with the sign of x in the highest bit. It
  /// is canonical if y < p = 2^255 - 19. RFC 8032, section 5.1.3, also refuses a sign of x = 0; y
  /// is 1 or p - 1 there. The eight points of small order have five y: 1 (order 1), p - 1 (order
  /// 2), 0 (order 4) and two of order 8.
  private static func isFit(_ key: [UInt8]) -> Bool {
    var y = key
    y[31] &= 0x7F
    return y.reversed().lexicographicallyPrecedes(prime.reversed()) && !smallOrders.contains(y)
  }

  private static let prime = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]

  private static let smallOrders: [[UInt8]] = [
    [UInt8](repeating: 0, count: 32),
    [1] + [UInt8](repeating: 0, count: 31),
    [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    [
      0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98,
      0xF0, 0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53,
      0xFC, 0x05,
    ],
    [
      0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67,
      0x0F, 0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC,
      0x03, 0x7A,
    ],
  ]
}
