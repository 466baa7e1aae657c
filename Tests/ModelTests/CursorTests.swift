import Model
import Support
import Testing

@Suite struct CursorTests {
  @Test(arguments: [
    (Cursor(.post, 1_700_000_000_000_000), "pgqll7vatq8"),
    (Cursor(.user, 0), "u0"),
    (Cursor(.like, 35, 36), "lz-10"),
    (Cursor(.flag, 1, 2, 3), "f1-2-3"),
    (Cursor(.suggestion, 4, .max), "s4-1y2p0ij32e8e7"),
  ])
  func `a cursor is written shortly and read back`(cursor: Cursor, text: String) {
    #expect(cursor.text == text)
    #expect(Cursor(text) == cursor)
  }

  @Test(arguments: [
    "", "p", "x1", "1", "P1", "p-1", "p1-", "p1-2", "l1", "l1-2-3", "f1-2", "p 1", "p1 ", "p!",
    "p3w5e11264sgsg",
    "pzzzzzzzzzzzzzzzzzzzzzz", "l1--2", "p+1", "pA", "p01", "p1\n", "p１", "p\u{301}1",
    "l1\u{2D}\u{301}2",
  ])
  func `junk is not a cursor`(text: String) {
    #expect(Cursor(text) == nil)
  }

  @Test(arguments: UInt64(1)...10)
  func `any cursor reads back as itself`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let keys = (0..<3).map { _ in
        Int64.random(
          in: 0...(.max >> Int64.random(in: 0...62, using: &generator)), using: &generator)
      }
      for cursor in [
        Cursor(.post, keys[0]), Cursor(.user, keys[0]), Cursor(.like, keys[0], keys[1]),
        Cursor(.suggestion, keys[0], keys[1]), Cursor(.flag, keys[0], keys[1], keys[2]),
      ] {
        try #require(Cursor(cursor.text) == cursor)
      }
    }
  }

  @Test(arguments: UInt64(11)...20)
  func `any text is junk or exactly what a cursor writes`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let letters = Array("pulfs01zA-+ é")
    var accepted = 0
    for _ in 0..<5_000 {
      let length = Int.random(in: 0...5, using: &generator)
      let text = String((0..<length).map { _ in letters.randomElement(using: &generator) ?? "p" })
      guard let cursor = Cursor(text) else { continue }
      accepted += 1
      try #require(cursor.text == text)
    }
    #expect(accepted > 20)
  }
}
