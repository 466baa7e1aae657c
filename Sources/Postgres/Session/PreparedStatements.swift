internal import SQLText

/// The prepared statements of one session, which the server parses and plans only once.
///
/// A statement is prepared at its second use: a command that runs each statement once pays nothing.
struct PreparedStatements {
  /// How a statement is sent.
  enum Form {
    case text(String)
    case name(String)
    /// With its text, to be prepared under a name.
    case new(name: String, text: String)
  }

  /// The types are part of what the server keeps.
  private struct Key: Hashable {
    let form: SQLForm
    let types: [UInt32]
  }

  /// Limits the counted statements, because a program may build one in many forms.
  private static let limit = 500
  /// The longest list of a prepared statement.
  ///
  /// The server plans a prepared statement as if a list had ten values (`estimate_array_length`),
  /// which is wrong for a much longer list.
  private static let longestList = 40

  /// The state of a statement.
  private enum Use {
    case once
    /// Prepared under this name, or about to be.
    case kept(name: String)
  }

  private var uses: [Key: Use] = [:]
  /// Those that the server was asked to keep, and has not answered.
  private var asked: [Key] = []
  private var lastNumber = 0

  /// How to send a statement now; it is prepared only if `mayKeep` is set.
  mutating func form(of sql: SQL, _ values: [BoundValue], mayKeep: Bool) -> Form {
    let text = { sql.form.text(.numbered) }
    if values.contains(where: { $0.length > Self.longestList }) { return .text(text()) }
    let key = Key(form: sql.form, types: values.map(\.type))
    switch uses[key] {
    case .kept(let name): return .name(name)
    case .once where mayKeep:
      lastNumber += 1
      let name = "kept\(lastNumber)"
      uses[key] = .kept(name: name)
      asked.append(key)
      return .new(name: name, text: text())
    case nil where mayKeep && uses.count < Self.limit:
      uses[key] = .once
      return .text(text())
    case .once, nil: return .text(text())
    }
  }

  /// Settles the statements that were sent to be kept; after an error the server may not have them.
  mutating func settle(areKept: Bool) {
    if !areKept { for key in asked { uses[key] = .once } }
    asked = []
  }
}
