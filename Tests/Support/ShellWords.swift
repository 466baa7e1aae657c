/// Splits a command line into words as a shell does, without globs and command substitution.
package enum ShellWords {
  package static func split(_ line: String, variables: [String: String]) throws -> [String] {
    var reader = Reader(rest: Array(line)[...], variables: variables)
    return try reader.words()
  }

  /// The halves of `NAME=value`; nil for any other word.
  static func assignment(_ word: String) -> (name: String, value: String)? {
    guard let sign = word.firstIndex(of: "=") else { return nil }
    let name = word[..<sign]
    guard let first = name.first, !first.isNumber, name.allSatisfy(isNameCharacter) else {
      return nil
    }
    return (String(name), String(word[word.index(after: sign)...]))
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "_")
  }

  private struct Reader {
    var rest: ArraySlice<Character>
    let variables: [String: String]

    mutating func words() throws -> [String] {
      var words: [String] = []
      var word: String?
      while let character = rest.popFirst() {
        switch character {
        case " ":
          if let word { words.append(word) }
          word = nil
        case "'": word = try (word ?? "") + quoted(by: "'")
        case "\"": word = try (word ?? "") + quoted(by: "\"")
        case "\\": word = (word ?? "") + (rest.popFirst().map { String($0) } ?? "")
        case "$": word = try (word ?? "") + variable()
        default: word = (word ?? "") + String(character)
        }
      }
      return words + (word.map { [$0] } ?? [])
    }

    private mutating func quoted(by quote: Character) throws -> String {
      var text = ""
      while let character = rest.popFirst() {
        switch character {
        case quote: return text
        case "$" where quote == "\"": text += try variable()
        case "\\" where quote == "\"": text += rest.popFirst().map { String($0) } ?? ""
        default: text.append(character)
        }
      }
      throw HarnessError("A quotation mark is never closed.", output: [])
    }

    private mutating func variable() throws -> String {
      let name = String(rest.prefix(while: ShellWords.isNameCharacter))
      rest.removeFirst(name.count)
      guard let value = variables[name] else {
        throw HarnessError("The story has no variable $\(name).", output: [])
      }
      return value
    }
  }
}
