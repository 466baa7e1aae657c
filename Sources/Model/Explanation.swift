/// How one question to the file is asked and answered.
package struct Explanation: Equatable, Sendable {
  package var statement: String
  /// What SQLite does to answer it, in its own words and order.
  package var plan: [String]

  package init(statement: String, plan: [String]) {
    self.statement = statement
    self.plan = plan
  }
}
