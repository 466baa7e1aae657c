/// The names and sentences of one language, from which users and posts are made.
///
/// A class, because every text is given a reference to it and it never changes.
package final class Language: Sendable {
  /// A name as it is written, and in the letters of a handle.
  struct Name: Sendable {
    let own: String
    let latin: String
  }

  /// A subject of posts.
  struct Topic: Sendable {
    let name: String
    let hashtags: [Dated<String>]
    /// Sentences that answer a post about it.
    var replies: [Template] = []
  }

  /// The first sentence of a post.
  struct Opening: Sendable {
    let topic: Topic
    let template: Template
    /// The rules of its topic and its own rule.
    let days: [DayRule]

    func fits(_ day: LocalDay) -> Bool {
      days.allSatisfy { $0.contains(day) }
    }
  }

  /// The hours by which local clocks are ahead of UTC.
  package let hoursAhead: Int
  /// Whether the family name comes before the given name.
  let isFamilyFirst: Bool
  /// The separators between sentences and between names.
  let space: String
  let given: [Name]
  let family: [Name]
  let bios: [Template]
  /// Sentences that may follow any opening.
  let remarks: [Template]
  /// Sentences that address another user.
  let mentions: [Template]
  let openings: [Opening]
  /// By name.
  let topics: [String: Topic]
  /// Sentences that comment on a quoted post.
  let quotes: [Template]
  private let replies: [ReplyKind: [Template]]
  /// The name of its sheet.
  let name: String

  /// Parses the bytes of a sheet.
  package init(_ name: String = "", sheet bytes: [UInt8]) throws(SheetError) {
    let sheet = try LanguageSheet(bytes)
    self.name = name
    hoursAhead = sheet.hoursAhead
    isFamilyFirst = sheet.isFamilyFirst
    space = sheet.hasSpaces ? " " : ""
    given = sheet.given
    family = sheet.family
    bios = sheet[.bios]
    remarks = sheet[.remarks]
    mentions = sheet[.mentions]
    quotes = sheet[.quotes]
    replies = [
      .agreement: sheet[.agreements], .question: sheet[.questions], .answer: sheet[.answers],
      .praise: sheet[.praise], .thanks: sheet[.thanks], .banter: sheet[.banter],
    ]
    openings = sheet.openings
    topics = sheet.topics
  }

  /// The sentences of a kind of answer to a post about a topic; none for emoji.
  func sentences(_ kind: ReplyKind, about topic: String) -> [Template] {
    kind == .topical ? topics[topic]?.replies ?? [] : replies[kind] ?? []
  }

  /// The sheets in `Languages/Sheets`, by name; more users speak the first than any other.
  package static let sheets: [(name: String, bytes: [UInt8])] = [
    ("english", PackageResources.english_txt),
    ("spanish", PackageResources.spanish_txt),
    ("french", PackageResources.french_txt),
    ("german", PackageResources.german_txt),
    ("russian", PackageResources.russian_txt),
    ("ukrainian", PackageResources.ukrainian_txt),
    ("greek", PackageResources.greek_txt),
    ("arabic", PackageResources.arabic_txt),
    ("hebrew", PackageResources.hebrew_txt),
    ("hindi", PackageResources.hindi_txt),
    ("japanese", PackageResources.japanese_txt),
    ("korean", PackageResources.korean_txt),
    ("chinese", PackageResources.chinese_txt),
  ]

  /// All languages; a sheet with a mistake stops the program.
  static let all = sheets.map { name, bytes in
    do throws(SheetError) {
      return try Language(name, sheet: bytes)
    } catch {
      preconditionFailure("\(name).txt:\(error.line): \(error.reason)")
    }
  }
}

/// The kinds of answers, each with its list of sentences in a sheet.
enum ReplyKind: String, CaseIterable, Sendable {
  /// Fits posts about one topic.
  case topical
  case agreement, question, answer, praise, thanks, banter
  /// Emoji alone, if the two people have no common language.
  case wordless
}
