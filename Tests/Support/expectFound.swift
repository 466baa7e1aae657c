import Testing

/// Holds a judgement to a fault that is there: it must record issues, and all must tell of `words`.
package func expectFound(
  _ words: String, location: SourceLocation = #_sourceLocation, by judgement: () throws -> Void
) throws {
  try withKnownIssue(sourceLocation: location) {
    try judgement()
  } matching: { issue in
    "\(issue)".contains(words)
  }
}
