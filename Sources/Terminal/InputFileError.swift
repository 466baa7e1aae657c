/// Why a file can't be read.
package enum InputFileError: Error, Equatable, Sendable {
  case missing
  case forbidden
  case folder
  /// A signal came while a pipe's writer was waited for.
  case interrupted
  case failed(errno: Int32)
}
