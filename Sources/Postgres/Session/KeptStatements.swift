internal import SQLText

/// The statements that the server keeps for one session, so that it parses and plans them once.
///
/// A statement is kept from its second use on: a command that runs each statement once pays
/// nothing.
struct KeptStatements {
  /// How a statement is sent.
  enum Form {
    /// With its text.
    case text(String)
    /// By the name under which the server keeps it.
    case name(String)
    /// With its text, to be kept under a name.
    case new(name: String, text: String)
  }

  /// The types are part of what the server keeps.
  private struct Key: Hashable {
    let form: SQLForm
    let types: [UInt32]
  }

  /// The most statements that are counted, because a program may build one in many forms.
  private static let limit = 500
  /// The server plans a kept statement as if a list had ten values
  /// (`estimate_array_length` of the server), which is wrong for a much longer one.
  private static let longestList = 40

  /// What the session knows of a statement.
  private enum Use {
    case once
    /// The server keeps it under this name, or was asked to.
    case kept(name: String)
  }

  private var uses: [Key: Use] = [:]
  /// Those that the server was asked to keep, and has not answered.
  private var asked: [Key] = []
  private var lastNumber = 0

  /// How to send a statement now; it becomes a kept one only if `mayKeep` is set.
  mutating func form(of sql: SQL, _ values: [BoundValue], mayKeep: Bool) -> Form {
    let text = { sql.form.text(.numbered) }
    if values.contains(where: { $0.length > KeptStatements.longestList }) { return .text(text()) }
    let key = Key(form: sql.form, types: values.map(\.type))
    switch uses[key] {
    case .kept(let name): return .name(name)
    case .once where mayKeep:
      lastNumber += 1
      let name = "kept\(lastNumber)"
      uses[key] = .kept(name: name)
      asked.append(key)
      return .new(name: name, text: text())
    case nil where mayKeep && uses.count < KeptStatements.limit:
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
