/// What may stand where the cursor is in a line.
struct LineOffer: Equatable {
  /// More paths than can be looked through are not offered.
  private static let mostPaths = 200

  var words: [String] = []
  /// Each with what it is; empty where words say all.
  var lines: [String] = []
  /// Whether there are others, which begin with all that these have in common.
  var isCut = false
  var closesWord = true
  /// Whether words stand between quotes where a command would not read them back otherwise.
  var arePaths = false

  /// A word as it is typed; with its quotes left open where it is still to be gone on with.
  func spelled(_ word: String, isWhole: Bool = true) -> [Character] {
    guard arePaths, !word.isEmpty else { return Array(word) }
    var spelled = Array(ShellWord.quoted(word))
    if !isWhole || word.hasSuffix("/"), spelled.last == "'" { spelled.removeLast() }
    return spelled
  }
}

extension LineOffer {
  /// Words, and behind them paths, which are in their order: of many the first, and the last.
  init(words: [String], paths: [String]) {
    arePaths = true
    isCut = paths.count > LineOffer.mostPaths
    self.words = words + (isCut ? paths.prefix(LineOffer.mostPaths - 1) + paths.suffix(1) : paths)
    closesWord = !self.words.contains { $0.hasSuffix("/") }
  }
}
