import Testing

/// What a program said and how it ended.
package struct Answer: Equatable, Sendable {
  package var stdout: String
  package var stderr: String
  /// The exit status; 128 + n if signal n ended it, as a shell says.
  package var status: Int32

  package init(stdout: String = "", stderr: String = "", status: Int32 = 0) {
    self.stdout = stdout
    self.stderr = stderr
    self.status = status
  }

  /// Equal bytes: `String` would take two spellings of an accent for the same.
  package static func == (left: Answer, right: Answer) -> Bool {
    left.stdout.utf8.elementsEqual(right.stdout.utf8)
      && left.stderr.utf8.elementsEqual(right.stderr.utf8) && left.status == right.status
  }
}

extension Answer: CustomTestStringConvertible {
  package var testDescription: String {
    "[\(status)] stdout \(stdout.debugDescription) stderr \(stderr.debugDescription)"
  }
}
