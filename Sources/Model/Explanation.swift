/// How one question to the file is asked and answered.
package struct Explanation: Equatable, Sendable {
  package var statement: String
  package var plan: [Step]

  /// One thing SQLite does to answer it, in its own words; what it is a part of comes before it and
  /// is less deep.
  package struct Step: Equatable, Sendable {
    package var words: String
    package var depth: Int

    package init(_ words: String, depth: Int) {
      self.words = words
      self.depth = depth
    }
  }

  package init(statement: String, plan: [Step]) {
    self.statement = statement
    self.plan = plan
  }
}
