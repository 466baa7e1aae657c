import Testing

/// Expects a check to record issues for a planted fault, all containing `words`.
package func expectFound(
  _ words: String, location: SourceLocation = #_sourceLocation, by check: () throws -> Void
) throws {
  try withKnownIssue(sourceLocation: location) {
    try check()
  } matching: { issue in
    "\(issue)".contains(words)
  }
}
