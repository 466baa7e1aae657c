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

  /// A prepared statement has fixed types.
  private struct Key: Equatable {
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

  /// An array, because the first use of a dictionary would cost a command a tenth of its
  /// instructions.
  private var keys: [Key] = []
  private var uses: [Use] = []
  /// The fingerprints of the keys; a search through the keys would retain each key.
  private var fingerprints: [UInt] = []
  /// The indexes of statements whose preparation the server has not confirmed.
  private var asked: [Int] = []
  private var lastNumber = 0

  /// How to send a statement now; it is prepared only if `mayKeep` is set.
  mutating func form(of sql: SQL, _ values: [BoundValue], mayKeep: Bool) -> Form {
    let text = { sql.form.text(.numbered) }
    if values.contains(where: { $0.length > Self.longestList }) { return .text(text()) }
    let key = Key(form: sql.form, types: values.map(\.type))
    guard let index = index(of: key) else {
      if mayKeep, keys.count < Self.limit {
        keys.append(key)
        uses.append(.once)
        fingerprints.append(key.form.fingerprint)
      }
      return .text(text())
    }
    switch uses[index] {
    case .kept(let name): return .name(name)
    case .once where mayKeep:
      lastNumber += 1
      let name = "kept\(lastNumber)"
      uses[index] = .kept(name: name)
      asked.append(index)
      return .new(name: name, text: text())
    case .once: return .text(text())
    }
  }

  private func index(of key: Key) -> Int? {
    for index in fingerprints.indices where fingerprints[index] == key.form.fingerprint {
      if keys[index] == key { return index }
    }
    return nil
  }

  /// Confirms the statements sent for preparation, or forgets them after an error.
  mutating func settle(areKept: Bool) {
    if !areKept { for index in asked { uses[index] = .once } }
    asked = []
  }
}
