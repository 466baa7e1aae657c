/// Why a file can't be read.
package enum InputFileError: Error, Equatable, Sendable {
  case missing
  case forbidden
  case folder
  case failed(errno: Int32)
}
