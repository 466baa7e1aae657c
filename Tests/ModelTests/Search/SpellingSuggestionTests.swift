import Model
import Support
import Testing

@Suite struct SpellingSuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("ana", "ana", 0), ("ana", "", 3), ("ana", "anna", 1), ("follow", "folow", 1),
    ("like", "liek", 1), ("Show", "show", 0), ("kitten", "sitting", 3), ("ab", "ba", 1),
  ])
  func `the distance counts the fewest changes`(first: String, second: String, changes: Int) {
    #expect(SpellingSuggestion.distance(from: first, to: second) == changes)
  }

  @Test(arguments: [
    ("folow", "follow"), ("unfolow", "unfollow"), ("lik", "like"), ("tim", "timeline"),
    ("xyzzy", nil), ("", nil), ("f", nil),
  ])
  func `a word is guessed only if it is alike enough`(typed: String, meant: String?) {
    let words = ["follow", "unfollow", "like", "timeline"]
    #expect(SpellingSuggestion.nearest(to: typed, among: words) == meant)
  }

  @Test(arguments: UInt64(1)...20)
  func `the distance is the same both ways`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = (0..<2).map { _ in
      String(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in
          "abc".randomElement(using: &random) ?? "a"
        })
    }
    let there = SpellingSuggestion.distance(from: words[0], to: words[1])
    #expect(there == SpellingSuggestion.distance(from: words[1], to: words[0]))
  }
}
