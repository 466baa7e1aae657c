/// Searching in texts, which the standard library leaves to others.
extension StringProtocol {
  /// The first place of some words.
  func range(of words: String) -> Range<Index>? {
    guard let first = words.utf8.first else { return nil }
    var start = startIndex
    while let index = self[start...].utf8.firstIndex(of: first) {
      if self[index...].utf8.starts(with: words.utf8) {
        return index..<utf8.index(index, offsetBy: words.utf8.count)
      }
      start = utf8.index(after: index)
    }
    return nil
  }

  /// The text with each occurrence of a character replaced.
  func replacing(_ character: Character, with other: Character) -> String {
    String(map { $0 == character ? other : $0 })
  }
}
