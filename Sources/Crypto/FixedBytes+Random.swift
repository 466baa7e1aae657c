internal import COpenSSL
internal import Glibc
package import Model

extension FixedBytes {
  /// Random bytes of the system, at most 256: `getentropy`, which writes all or fails.
  package static func random() -> FixedBytes {
    var array = [UInt8](repeating: 0, count: count)
    let status = unsafe getentropy(&array, count)
    precondition(status == 0, "The system has no random bytes.")
    return FixedBytes(exactly: array)
  }

  /// Compares secrets, in a time that does not depend on their bytes: `CRYPTO_memcmp`.
  package func matches(_ other: FixedBytes) -> Bool {
    unsafe CRYPTO_memcmp(array, other.array, count) == 0
  }
}
