/// Why a private file can't be used.
package enum PrivateFileError: Error, Equatable, Sendable {
  /// Something that is no plain file, such as a link, stands in its place and was left alone.
  case notPlain(path: String)
  case tooLarge(path: String, limit: Int)
  case failed(path: String, errno: Int32)
}
