import Testing

/// The output of a program and its exit status.
package struct Answer: Equatable, Sendable {
  package var stdout: String
  package var stderr: String
  /// The exit status; 128 + n after signal n, as in a shell.
  package var status: Int32

  package init(stdout: String = "", stderr: String = "", status: Int32 = 0) {
    self.stdout = stdout
    self.stderr = stderr
    self.status = status
  }

  /// Compares bytes, because `String` equates different spellings of an accent.
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
