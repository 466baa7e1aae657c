/// Work on texts that the standard library lacks.
extension StringProtocol {
  /// The first place of some words of up to 4 KiB; longer ones are not found.
  ///
  /// This is the algorithm of Knuth, Morris and Pratt, whose time is that of one pass.
  func range(of words: String) -> Range<Index>? {
    let sought = Array(words.utf8.prefix(4_097))
    guard (1...4_096).contains(sought.count) else { return nil }
    // For each prefix, the length of its longest end that it also begins with.
    var borders = [0]
    for byte in sought.dropFirst() {
      var length = borders[borders.count - 1]
      while length > 0, byte != sought[length] { length = borders[length - 1] }
      borders.append(byte == sought[length] ? length + 1 : 0)
    }
    var matched = 0
    for index in utf8.indices {
      while matched > 0, utf8[index] != sought[matched] { matched = borders[matched - 1] }
      if utf8[index] == sought[matched] { matched += 1 }
      guard matched == sought.count else { continue }
      let end = utf8.index(after: index)
      return utf8.index(end, offsetBy: -matched)..<end
    }
    return nil
  }

  /// The text with each occurrence of a character replaced.
  func replacing(_ character: Character, with other: Character) -> String {
    String(map { $0 == character ? other : $0 })
  }

  /// The text without whitespace at its ends.
  var trimmed: String {
    var words = self[...]
    while words.last?.isWhitespace == true { words.removeLast() }
    while words.first?.isWhitespace == true { words.removeFirst() }
    return String(words)
  }
}
