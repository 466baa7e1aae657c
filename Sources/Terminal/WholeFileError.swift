/// Why a file can't be read as a whole.
package enum WholeFileError: Error, Equatable, Sendable {
  case missing
  /// A folder, a pipe or a device.
  case notPlain
  case tooLarge(limit: Int)
  /// It is one of those that may not be read.
  case forbidden
  case failed(errno: Int32)
}
