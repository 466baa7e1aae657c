import Seeding
import Testing

@Suite struct LanguageSheetTests {
  @Test(arguments: Language.sheets.map(\.name))
  func `a sheet has no mistakes`(name: String) throws {
    let sheet = try #require(Language.sheets.first { $0.name == name })
    let language = try Language(sheet: sheet.bytes)
    #expect((-12...14).contains(language.hoursAhead))
  }

  @Test(arguments: [
    ("hours ahead of UTC: two", 1, "two is no number of hours."),
    ("spaces: maybe", 1, "maybe is neither yes nor no."),
    ("given names: Ada", 1, "Ada is no name with its spelling."),
    ("\nadvice: none", 2, "There is no heading advice."),
    ("Good morning.", 1, "The line is no sentence, no list of words and no heading."),
    ("- Hello.", 1, "The sentence belongs to no list."),
    ("dish = bread", 1, "Words belong to a topic."),
    ("topic: work", 1, "A topic has a name and a hashtag."),
    ("topic: work[Fun] #work", 1, "[Fun] names no months and no weekdays."),
    ("topic: work #work\n- {dish}", 2, "There are no words for the gap {dish}."),
    ("bios:\n> Good.", 2, "The answer belongs to no topic."),
    ("", 1, "A sheet has from 1 to 256 given names, not 0."),
    (
      """
      given names: Ada ada
      family names: Moss moss
      bios:
      - Bread.
      remarks:
      - Yes.
      mentions:
      - Hello, {@}.
      agreements:
      - Yes.
      questions:
      - How?
      answers:
      - So.
      praise:
      - Good.
      thanks:
      - Thanks.
      banter:
      - No.
      quotes:
      - This.
      topic: work[Mon-Fri] #work
      - Done.
      > Good.
      """, 25, "No post fits on weekday 6 in month 1."
    ),
  ])
  func `a mistake is reported with its line`(text: String, line: Int, reason: String) {
    #expect(throws: SheetError(line: line, reason: reason)) {
      try Language(sheet: Array(text.utf8))
    }
  }
}
