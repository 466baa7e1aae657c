/// A copy of a network's file that was made and checked.
package struct Backup: Equatable, Sendable {
  /// As it was given.
  package let path: String
  package let bytes: Int

  package init(path: String, bytes: Int) {
    self.path = path
    self.bytes = bytes
  }
}
