import Foundation

/// A system call that refused, named with the reason it gave.
package struct SystemFailure: Error, CustomStringConvertible {
  package let description: String

  /// Takes the reason from `errno` unless the call returned it.
  package init(_ call: String, code: Int32 = errno) {
    description = "\(call): \(String(cString: strerror(code)))"
  }
}
