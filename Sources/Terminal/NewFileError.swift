/// Why a file did not come into being.
package enum NewFileError: Error, Equatable, Sendable {
  /// Something of that name is there, and was left as it is.
  case exists
  case failed(errno: Int32)
}
