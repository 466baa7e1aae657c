/// The names and sentences of one language.
///
/// It is a class because every text refers to it and it never changes.
package final class Language: Sendable {
  /// A name in its own script, and in the letters of a handle.
  struct Name: Sendable {
    let own: String
    let latin: String
  }

  /// A subject of posts.
  struct Topic: Sendable {
    let name: String
    let hashtags: [Dated<String>]
    var replies: [Template] = []
  }

  /// The first sentence of a post.
  struct Opening: Sendable {
    let topic: Topic
    let template: Template
    /// The rule of its topic and its own rule.
    let days: [DayRule]

    func fits(_ day: LocalDay) -> Bool {
      days.allSatisfy { $0.contains(day) }
    }
  }

  /// The difference of local time from UTC, in hours.
  package let hoursAhead: Int
  let isFamilyFirst: Bool
  let space: String
  let given: [Name]
  let family: [Name]
  let bios: [Template]
  /// Sentences that may follow an opening.
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

  /// The sentences for a kind of reply to a post about a topic; none for wordless replies.
  func sentences(_ kind: ReplyKind, about topic: String) -> [Template] {
    kind == .topical ? topics[topic]?.replies ?? [] : replies[kind] ?? []
  }

  /// The sheets in `Languages/Sheets`, by name; the first language has the most users.
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

  /// All languages; an invalid sheet stops the program.
  static let all = sheets.map { name, bytes in
    do throws(SheetError) {
      return try Language(name, sheet: bytes)
    } catch {
      preconditionFailure("\(name).txt:\(error.line): \(error.reason)")
    }
  }
}

/// The kinds of replies, each with its list of sentences in a sheet.
enum ReplyKind: String, CaseIterable, Sendable {
  /// A reply to posts about one topic.
  case topical
  case agreement, question, answer, praise, thanks, banter
  /// Only emoji, if the two users have no common language.
  case wordless
}
