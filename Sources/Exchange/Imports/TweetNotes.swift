internal import Model

/// The notes of an archive of Twitter, which hold the whole texts of long tweets.
///
/// A note is a record of its own, a little older than its tweet, which does not name it.
struct TweetNotes {
  struct Note {
    let id: String
    /// The words with short links, as tweets have them.
    let words: String
    let links: [(short: String, long: String)]
    let place: InputPosition

    fileprivate var number: Int64 { Int64(id) ?? 0 }
  }

  /// The most notes of one second; a tweet is compared with each of them.
  private static let most = 100

  private var notes: [Int64?: [Note]] = [:]
  private var budget = KeptBudget()

  /// The notes that no tweet has taken, in the order of the source.
  var rest: [Note] {
    notes.values.joined().sorted {
      ($0.place.line ?? 0, $0.place.column ?? 0) < ($1.place.line ?? 0, $1.place.column ?? 0)
    }
  }

  /// False if there is no room for another one of this second.
  mutating func keep(_ note: Note, of moment: Moment?) throws -> Bool {
    let second = moment.map(TweetNotes.second)
    if notes[second, default: []].count == TweetNotes.most { return false }
    let links = note.links.map { $0.short + $0.long }
    try budget.keep(note.id + note.words + links.joined(), at: note.place)
    notes[second, default: []].append(note)
    return true
  }

  /// Removes and returns the note that begins like a tweet and is at most two seconds older or
  /// newer.
  ///
  /// Of several notes, it is the last one before the tweet. Their numbers rise with time.
  mutating func take(_ tweet: String, id: String, at moment: Moment?) -> Note? {
    if notes.isEmpty { return nil }
    let beginning = TweetBeginning(tweet)
    let number = Int64(id) ?? 0
    let near = moment.map { moment in (-2...2).map { TweetNotes.second(moment) + $0 } } ?? []
    var found: (second: Int64?, index: Int, rank: (Bool, Int64))?
    for second in near + [nil] {
      for (index, note) in notes[second, default: []].enumerated() where beginning.fits(note) {
        let isBefore = note.number <= number
        let rank = (isBefore, isBefore ? note.number : -note.number)
        if let found, found.rank.0 == rank.0 ? found.rank.1 >= rank.1 : found.rank.0 { continue }
        found = (second, index, rank)
      }
    }
    return found.flatMap { notes[$0.second]?.remove(at: $0.index) }
  }

  private static func second(_ moment: Moment) -> Int64 { moment.microseconds / 1_000_000 }
}

/// The words of a tweet up to the place where it was cut.
private struct TweetBeginning {
  /// The characters that identify a note if no link shows that the tweet was cut.
  private static let enough = 100

  private let words: Substring
  private let isCut: Bool

  /// A cut tweet ends in an ellipsis and a link to the whole one.
  init(_ tweet: String) {
    let tweet = HTMLText.decoded(tweet[...])
    let end = tweet.lastIndex(of: "…") ?? tweet.endIndex
    let links = tweet[end...].dropFirst().split(separator: " ")
    guard links.allSatisfy({ $0.hasPrefix("https://t.co/") }) else {
      (words, isCut) = (tweet[...], false)
      return
    }
    (words, isCut) = (tweet[..<end], !links.isEmpty)
  }

  func fits(_ note: TweetNotes.Note) -> Bool {
    guard note.words.utf8.starts(with: words.utf8) else { return false }
    return isCut || words.count >= TweetBeginning.enough || words.count == note.words.count
  }
}
