package import Model

/// The rules of signed texts, which count bytes and not graphemes.
///
/// Graphemes depend on the version of Unicode, so that two copies could differ.
extension ObjectFields {
  /// A handle in lower case.
  package func handle(_ key: String) throws(WrongField) -> Handle {
    let text = try string(key)
    guard let handle = try? Handle(text), handle.text == text else { throw WrongField() }
    return handle
  }

  /// The name of a network, which is not empty.
  package func networkName(_ key: String) throws(WrongField) -> String {
    let name = try line(key, limit: 400)
    if name.isEmpty { throw WrongField() }
    return name
  }

  /// A text of at most `limit` bytes without control characters.
  package func line(_ key: String, limit: Int) throws(WrongField) -> String {
    try checked(key, limit: limit, allowingLines: false)
  }

  /// A text of at most `limit` bytes; of the control characters it may have tabs and line ends.
  package func lines(_ key: String, limit: Int) throws(WrongField) -> String {
    try checked(key, limit: limit, allowingLines: true)
  }

  private func checked(
    _ key: String, limit: Int, allowingLines: Bool
  ) throws(WrongField) -> String {
    let text = try string(key)
    guard text.utf8.count <= limit, firstControl(in: text, allowingLines: allowingLines) == nil
    else { throw WrongField() }
    return text
  }
}

/// Whether texts are the same in every byte; Swift also equates other spellings of an accent.
func haveSameBytes(_ texts: [String?], _ others: [String?]) -> Bool {
  texts.map { $0.map { Array($0.utf8) } } == others.map { $0.map { Array($0.utf8) } }
}
