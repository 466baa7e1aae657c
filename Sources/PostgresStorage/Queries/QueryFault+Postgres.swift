internal import Model
internal import Postgres
internal import SQLText

extension QueryFault {
  /// The mistake that the text of a statement shows; nil if the server must judge.
  init?(_ statement: String) {
    if statement.utf8.contains(0) {
      self = .holdsNUL
      return
    }
    let word = QueryFault.firstWord(of: statement)
    if word.isEmpty {
      self = .noStatement
    } else if !["select", "with", "values", "table"].contains(word) {
      self = .notReading
    } else {
      return nil
    }
  }

  /// The first word after comments, semicolons and opening brackets, in small letters; a sign if
  /// there is no word.
  private static func firstWord(of statement: String) -> String {
    var rest = Substring(statement)
    while let first = rest.first {
      if first.isWhitespace || first == ";" || first == "(" {
        rest.removeFirst()
      } else if rest.hasPrefix("--") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        var depth = 0
        repeat {
          if rest.hasPrefix("/*") {
            (depth, rest) = (depth + 1, rest.dropFirst(2))
          } else if rest.hasPrefix("*/") {
            (depth, rest) = (depth - 1, rest.dropFirst(2))
          } else {
            rest = rest.dropFirst()
          }
        } while depth > 0 && !rest.isEmpty
      } else {
        break
      }
    }
    let word = rest.prefix { $0.isLetter || $0 == "_" }
    return word.isEmpty ? String(rest.prefix(1)) : word.lowercased()
  }

  /// The mistake that the server reports, with the name that was probably meant.
  init(_ error: PostgresError, on session: PostgresSession) throws {
    guard case .refused(let state, let message, _) = error else {
      self = .impossible
      return
    }
    let names = message.split(separator: "\"", omittingEmptySubsequences: false)
    let quoted = names.count > 1 ? String(names[1]) : ""
    switch state {
    case "42601" where message.contains("multiple commands"): self = .severalStatements
    case "42601" where message.contains("end of input"): self = .incomplete
    case "42601" where message.contains("same number of columns"): self = .unequalColumns
    case "42601" where names.count > 1: self = .syntax(at: quoted)
    case "42601", "0A000", "25006": self = .notReading
    case "42P01":
      let near = try QueryFault.near(quoted, "c.relname", session)
      self = .unknown(.table, name: quoted, near: near)
    case "42703":
      let name = QueryFault.word(after: "column", in: message)
      let near = try QueryFault.near(name, "a.attname", session)
      self = .unknown(.column, name: name, near: near)
    case "42883":
      let name = QueryFault.word(after: "function", in: message)
      self = .unknown(.function, name: String(name.prefix { $0 != "(" }), near: nil)
    case "42702": self = .ambiguous(column: quoted)
    case "42803", "42P20": self = .misused(function: quoted)
    case "42P10": self = .noSuchPlace
    case "42804" where message.contains("number of columns"): self = .unequalColumns
    case "42501": self = .forbidden
    case "22P02", "42804", "22007", "22008": self = .wrongKind
    case "22003", "54000", "22026": self = .tooLarge
    case "22030", "22032": self = .badJSON
    default: self = .impossible
    }
  }

  /// The name after a word, without quotation marks.
  private static func word(after lead: String, in message: String) -> String {
    let words = message.split(separator: " ")
    guard let index = words.firstIndex(where: { $0 == lead }), index + 1 < words.count else {
      return ""
    }
    return words[index + 1].filter { $0 != "\"" }
  }

  /// The most similar name of a table or column of the schema.
  private static func near(
    _ name: String, _ column: Name, _ session: PostgresSession
  ) throws -> String? {
    let known: [String] = try session.values(
      """
      SELECT DISTINCT \(column)::text AS name FROM pg_class AS c
      JOIN pg_namespace AS n ON n.oid = c.relnamespace
      LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0
      WHERE n.nspname = 'profilectl' AND c.relkind IN ('r', 'p') ORDER BY name
      """)
    return near(name, among: known)
  }
}

extension PostgresError {
  /// Whether the server refused the text of a statement, instead of failing to run it.
  var isAboutTheQuery: Bool {
    // A query has no values for parameters.
    state == "08P01" || ["42", "22", "21", "0A", "25", "54"].contains { state.hasPrefix($0) }
  }
}
