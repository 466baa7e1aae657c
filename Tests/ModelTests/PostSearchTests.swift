import Model
import Testing

@Suite struct PostSearchTests {
  private func terms(_ text: String) throws -> [String] {
    try PostSearch(text).terms.map { term in
      let sign = term.isExcluded ? "-" : ""
      switch term.subject {
      case .words(let text, let isPrefix): return "\(sign)\(text)\(isPrefix ? " prefix" : "")"
      case .author(let handle): return "\(sign)by \(handle.text)"
      case .hashtag(let tag, let isPrefix):
        return "\(sign)tag \(tag.spelling)\(isPrefix ? " prefix" : "")"
      }
    }
  }

  @Test(arguments: [
    ("bread", ["bread"]), ("bre*", ["bre* prefix"]), ("\"rye bread\" x", ["rye bread", "x"]),
    ("a -b", ["a", "-b"]), ("a -\"b c\"", ["a", "-b c"]), ("from:Bob a", ["by bob", "a"]),
    ("from:@bob", ["by bob"]), ("#tag", ["tag tag"]), ("#ta*", ["tag ta prefix"]),
    ("a -#tag -from:x", ["a", "-tag tag", "-by x"]), ("\"open end", ["open end"]),
    ("FROM:bob -From:x", ["by bob", "-by x"]), ("AND OR NEAR ( )", ["AND", "OR", "NEAR"]),
    ("#2026", ["#2026"]), ("!!! a %", ["a"]),
  ])
  func `terms are read`(text: String, expected: [String]) throws {
    #expect(try terms(text) == expected)
  }

  @Test func `a search needs something to look for`() {
    for text in ["", " ", "\"\"", "-", "\"", "\" \"", "%", ".", "!!! -\"", "🌱"] {
      #expect(throws: PostSearch.Mistake.empty) { try PostSearch(text) }
    }
    #expect(throws: PostSearch.Mistake.onlyExclusions) { try PostSearch("-a -#b") }
  }
}
