import Model

extension ValueKind where Value == NetworkShape {
  /// The pattern of follows in a synthetic network.
  static var networkShape: ValueKind {
    let words = ["scale-free", "communities:K", "ring", "star"]
    let offered = ["scale-free", "communities:", "ring", "star"]
    let notes = ["communities:": "K circles; a number follows, as in communities:4"]
    return ValueKind("shape", completion: .words(offered, notes: notes)) {
      (typed, _) throws(ValueError) in
      let word = try TypedBytes.text(typed)
      switch word {
      case "scale-free": return .scaleFree
      case "ring": return .ring
      case "star": return .star
      default: break
      }
      let circles = "communities:"
      if word.hasPrefix(circles), let count = UInt32(word.dropFirst(circles.count)), count > 0 {
        return .communities(Int(count))
      }
      let isNear = !word.hasPrefix(circles)
      let nearest = isNear ? SpellingSuggestion.nearest(to: word, among: words) : nil
      // What is hinted at can be typed, with the number that was.
      let typed = word.split(separator: ":").last.flatMap { UInt32($0) } ?? 0
      let typable = nearest == words[1] ? "\(circles)\(typed > 0 ? typed : 4)" : nearest
      throw .unreadable(.choice(words, nearest: typable))
    }
  }
}
