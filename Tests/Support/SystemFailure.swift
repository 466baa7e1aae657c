import Foundation

/// A failed system call with its error.
package struct SystemFailure: Error, CustomStringConvertible {
  package let description: String

  /// Uses `errno` unless the call returned the error.
  package init(_ call: String, code: Int32 = errno) {
    description = "\(call): \(String(cString: strerror(code)))"
  }
}
