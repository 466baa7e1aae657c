/// The facts of a stored picture, without its bytes.
package struct Image: Equatable, Sendable {
  package var width: Int
  package var height: Int
  package var bytes: Int
  /// SHA-256 of the original bytes, in lower-case hexadecimal.
  package var hash: String

  package init(width: Int, height: Int, bytes: Int, hash: String) {
    self.width = width
    self.height = height
    self.bytes = bytes
    self.hash = hash
  }
}
