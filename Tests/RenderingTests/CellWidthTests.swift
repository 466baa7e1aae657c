import Rendering
import Testing

@Suite struct `Cell width` {
  @Test(arguments: [
    ("a", 1), ("~", 1), (" ", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("Ω", 1), ("Ж", 1),
    ("ש", 1), ("שׁ", 1), ("م", 1), ("ﷺ", 1), ("…", 1), ("—", 1), ("█", 1), ("╭", 1), ("♥", 1),
    ("☃", 1), ("✓", 1), ("日", 2), ("、", 2), ("　", 2), ("Ａ", 2), ("ｱ", 1), ("한", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("㍿", 2), ("𠀀", 2), ("กำ", 2), ("ก็", 1), ("क्", 1),
    ("क्ष", 2), ("क्षि", 3), ("स्त्री", 4), ("நி", 2), ("😀", 2), ("⌚", 2), ("❤️", 2), ("☝🏽", 2), ("👍🏽", 2),
    ("1️⃣", 2), ("🇵🇹", 2),
    ("👩‍💻", 2), ("👩‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("🪿", 2), ("\u{FFFD}", 1), ("\u{E000}", 1),
    ("\u{301}", 0), ("\u{200B}", 0), ("a\u{20DD}", 1), ("〰", 2), ("〰️", 2), ("☀", 1), ("☀️", 2),
  ])
  func `a character takes as many cells as terminals give it`(text: String, cells: Int) throws {
    #expect(text.count == 1)
    #expect(CellWidth.of(try #require(text.first)) == cells)
  }

  @Test func `a line is as wide as its characters`() {
    #expect(SafeText("a日👩‍💻é").width == 6)
  }
}
