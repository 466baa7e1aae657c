/// The word that a line ends with, read as `LineSplitter` reads it; it may be empty, and a quote in
/// it still open.
struct TypedWord {
  /// How many characters stand before it.
  private(set) var start = 0
  /// What it stands for.
  private(set) var text = ""
  private var quote: Character?
  private var isEscaped = false

  init(endOf line: [Character]) {
    for (place, character) in line.enumerated() { take(character, at: place) }
  }

  private mutating func take(_ character: Character, at place: Int) {
    if isEscaped {
      isEscaped = false
      if quote != nil, !"\"\\$`".contains(character) { text.append("\\") }
      text.append(character)
      return
    }
    switch (character, quote) {
    case ("\\", nil), ("\\", "\""): isEscaped = true
    case ("'", nil), ("\"", nil): quote = character
    case ("'", "'"), ("\"", "\""): quote = nil
    case (" ", nil), ("\t", nil): (start, text) = (place + 1, "")
    default: text.append(character)
    }
  }
}
