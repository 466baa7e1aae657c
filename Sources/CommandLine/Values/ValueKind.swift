package import Model

/// A kind of typed value: its name in help, its completion, and its parser.
package struct ValueKind<Value: Sendable>: Sendable {
  package let metavariable: String
  package let completion: Completion
  /// The allowed whole numbers; nil if the value is no number.
  package let bounds: ClosedRange<Int>?
  /// Relative times count from `now`.
  package let read: @Sendable (_ typed: [UInt8], _ clock: LocalClock) throws(ValueError) -> Value

  package init(
    _ metavariable: String, completion: Completion = .nothing, bounds: ClosedRange<Int>? = nil,
    read: @escaping @Sendable (_ typed: [UInt8], _ clock: LocalClock) throws(ValueError) -> Value
  ) {
    self.metavariable = metavariable
    self.completion = completion
    self.bounds = bounds
    self.read = read
  }
}

extension ValueKind where Value == Handle {
  package static var handle: ValueKind { handle(completion: .users(.everybody)) }

  /// A user that the viewer does not follow, and one that the viewer follows.
  package static var stranger: ValueKind { handle(completion: .users(.strangers)) }
  package static var followee: ValueKind { handle(completion: .users(.followees)) }

  /// A user that the viewer does not mute, and one that the viewer mutes.
  package static var unmuted: ValueKind { handle(completion: .users(.unmuted)) }
  package static var muted: ValueKind { handle(completion: .users(.muted)) }

  /// A handle that no user has yet.
  package static var newHandle: ValueKind { handle(completion: .nothing) }

  private static func handle(completion: Completion) -> ValueKind {
    ValueKind("user", completion: completion) { (typed, _) throws(ValueError) in
      do throws(RuleBreach) {
        return try Handle(TypedBytes.text(typed, for: .handle))
      } catch {
        throw .breach(error)
      }
    }
  }
}

extension ValueKind where Value == TypedPost {
  package static var post: ValueKind { post(.all) }

  /// A post by its number or its lasting name; completion offers the numbers of the scope.
  package static func post(_ scope: PostScope) -> ValueKind {
    ValueKind("id", completion: .posts(scope)) { (typed, clock) throws(ValueError) in
      guard typed.first == UInt8(ascii: "~") else {
        return .number(try ValueKind<Post.ID>.postID.read(typed, clock))
      }
      let digits = String(decoding: typed.dropFirst(), as: UTF8.self).lowercased()
      guard (4...32).contains(digits.utf8.count),
        digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
      else { throw .unreadable(.lastingName) }
      return .lastingName(digits)
    }
  }
}

extension ValueKind where Value == Post.ID {
  package static var postID: ValueKind {
    ValueKind("id", completion: .posts(.all)) { (typed, _) throws(ValueError) in
      // Lists and cards show it with `#`.
      let digits = typed.first == UInt8(ascii: "#") ? Array(typed.dropFirst()) : typed
      guard let number = TypedBytes.wholeNumber(digits), number > 0 else {
        throw .unreadable(.postID)
      }
      return Post.ID(Int64(number))
    }
  }
}

extension ValueKind where Value == Int {
  package static func integer(_ range: ClosedRange<Int>, _ metavariable: String = "n") -> ValueKind
  {
    ValueKind(metavariable, bounds: range) { (typed, _) throws(ValueError) in
      guard let number = TypedBytes.wholeNumber(typed), range.contains(number) else {
        throw .unreadable(.number(range))
      }
      return number
    }
  }
}

extension ValueKind where Value == String {
  /// The beginning of a hashtag.
  package static var hashtagPrefix: ValueKind { text("prefix", .hashtags) }

  /// Any text; stored texts have rules, see `text`.
  package static func string(_ metavariable: String) -> ValueKind { text(metavariable, .text) }

  package static var subject: ValueKind { text("subject", .subjects) }

  /// A key of the configuration, and the value of the key before it.
  package static var key: ValueKind { text("key", .keys) }
  package static var keyValue: ValueKind { text("value", .keyValue) }

  private static func text(_ metavariable: String, _ completion: Completion) -> ValueKind {
    ValueKind(metavariable, completion: completion) { (typed, _) throws(ValueError) in
      try TypedBytes.text(typed)
    }
  }

  /// The first digits of a key of a shared network, or a user with `@`.
  package static var keyOrUser: ValueKind {
    ValueKind("key", completion: .nothing) { (typed, clock) throws(ValueError) in
      if typed.first == UInt8(ascii: "@") {
        return "@" + (try ValueKind<Handle>.handle.read(typed, clock)).text
      }
      return try TypedBytes.text(typed)
    }
  }

  /// A path as typed; it is not checked, and `~/` is not expanded.
  package static var file: ValueKind { path(completion: .files()) }

  /// The path of a database, or the URL of a network on a server.
  package static var database: ValueKind { path("file-or-url", completion: .files()) }

  /// The path of a picture.
  package static var picture: ValueKind { path(completion: .files(.pictures)) }

  /// The name of a host (RFC 1123, section 2.1).
  package static var host: ValueKind {
    ValueKind("name") { (typed, _) throws(ValueError) in
      let text = String(decoding: typed, as: UTF8.self)
      let labels = text.split(separator: ".", omittingEmptySubsequences: false)
      let isHost = labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
          && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      }
      guard isHost, typed.count <= 253 else { throw .unreadable(.host) }
      return text
    }
  }

  private static func path(
    _ metavariable: String = "file", completion: Completion
  ) -> ValueKind {
    ValueKind(metavariable, completion: completion) { (typed, _) throws(ValueError) in
      let path = try TypedBytes.text(typed)
      if path.isEmpty { throw .unreadable(.file) }
      return path
    }
  }
}

extension ValueKind {
  /// One of the cases of `Value`, by its raw text.
  package static func choice(_ metavariable: String) -> ValueKind
  where Value: CaseIterable & RawRepresentable<String> {
    choice(Array(Value.allCases), metavariable)
  }

  /// One of these cases, by its raw text.
  package static func choice(_ cases: [Value], _ metavariable: String) -> ValueKind
  where Value: RawRepresentable<String> {
    choice(cases, metavariable) { $0.rawValue }
  }

  /// One of these values, by its name.
  package static func choice(
    _ values: [Value], _ metavariable: String, name: @escaping @Sendable (Value) -> String
  ) -> ValueKind {
    let words = values.map(name)
    return ValueKind(metavariable, completion: .words(words)) { (typed, _) throws(ValueError) in
      let word = try TypedBytes.text(typed)
      guard let chosen = values.first(where: { name($0) == word }) else {
        let nearest = SpellingSuggestion.nearest(to: word, among: words)
        throw .unreadable(.choice(words, nearest: nearest))
      }
      return chosen
    }
  }

  /// A stored text, checked by the rule of its field.
  package static func text<Rule: TextRule>(_ metavariable: String = "text") -> ValueKind
  where Value == Text<Rule> {
    ValueKind(metavariable, completion: .text) { (typed, _) throws(ValueError) in
      do throws(RuleBreach) {
        return try Text<Rule>(TypedBytes.text(typed, for: Rule.field))
      } catch {
        throw .breach(error)
      }
    }
  }
}

extension ValueKind where Value == Moment {
  /// A time in UTC, unless it has a zone.
  package static var utcTime: ValueKind {
    ValueKind("time") { (typed, clock) throws(ValueError) in
      try time.read(typed, LocalClock(now: clock.now))
    }
  }

  package static var time: ValueKind {
    ValueKind("time") { (typed, clock) throws(ValueError) in
      if let moment = TimeNotation.moment(typed, clock) { return moment }
      let nearest = SpellingSuggestion.nearest(
        to: String(decoding: typed, as: UTF8.self), among: TimeNotation.days)
      throw .unreadable(.time(nearest: nearest))
    }
  }
}

extension ValueKind where Value == Hashtag {
  package static var hashtag: ValueKind {
    ValueKind("tag", completion: .hashtags) { (typed, _) throws(ValueError) in
      guard let tag = Hashtag(try TypedBytes.text(typed)) else { throw .unreadable(.hashtag) }
      return tag
    }
  }
}

extension ValueKind where Value == PostSearch {
  package static var search: ValueKind {
    ValueKind("words", completion: .search) { (typed, _) throws(ValueError) in
      let text = try TypedBytes.text(typed)
      do throws(PostSearch.Mistake) {
        return try PostSearch(text)
      } catch {
        throw .unreadable(.search(error))
      }
    }
  }
}

extension ValueKind {
  /// Some cases of a type, separated by commas.
  package static func choices<Choice>(_ metavariable: String) -> ValueKind
  where Value == [Choice], Choice: CaseIterable & RawRepresentable<String> & Sendable {
    let one = ValueKind<Choice>.choice(metavariable)
    return ValueKind("\(metavariable),...", completion: .list(one.completion.choices ?? [])) {
      (typed, clock) throws(ValueError) in
      var choices: [Choice] = []
      for word in typed.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
        choices.append(try one.read(Array(word), clock))
      }
      return choices
    }
  }
}

extension ValueKind where Value == Cursor {
  package static var cursor: ValueKind {
    ValueKind("cursor") { (typed, _) throws(ValueError) in
      guard let cursor = Cursor(try TypedBytes.text(typed)) else { throw .unreadable(.cursor) }
      return cursor
    }
  }
}

extension ValueKind where Value == [String] {
  /// Words separated by commas, which are later compared with the fields of the command.
  package static var fields: ValueKind {
    ValueKind("fields", completion: .fields) { (typed, _) throws(ValueError) in
      let words = try TypedBytes.text(typed)
      return words.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}

/// The files that completion offers beside folders; `profilectl complete` prints the raw value.
package enum FileKind: String, Sendable {
  case any = "path"
  /// Files with the ending of a picture.
  case pictures

  package static let pictureEndings = [".png", ".jpg", ".jpeg", ".gif", ".webp"]

  /// Whether a name is that of a picture, or of a folder, which ends in a slash.
  package static func mayBePicture(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix("/") || pictureEndings.contains { name.hasSuffix($0) }
  }
}

/// The values that completion offers for an operand or option.
package enum Completion: Equatable, Sendable {
  case nothing
  /// A text, which may contain mentions and hashtags.
  case text
  /// A text that may also contain an author, such as `from:bob`.
  case search
  case users(UserScope)
  case posts(PostScope)
  case hashtags
  /// Files, or a word that means no file.
  case files(_ kind: FileKind = .any, or: String? = nil)
  /// Commands and help topics.
  case subjects
  /// Keys of the configuration, and the values of the key before.
  case keys, keyValue
  /// The fields of the output, separated by commas.
  case fields
  /// Fixed words; `notes` describes some of them.
  case words([String], notes: [String: String] = [:])
  /// Some of these words, separated by commas.
  case list([String])

  /// The possible words in the form of help, such as `communities:K` for `communities:`; nil if any
  /// value is possible.
  package var choices: [String]? {
    switch self {
    case .words(let words, _): words.map { $0.utf8.last == UInt8(ascii: ":") ? "\($0)K" : $0 }
    case .list(let words): words
    default: nil
    }
  }

  package var isText: Bool { self == .text || self == .search }

  package var isOfUsers: Bool {
    if case .users = self { true } else { false }
  }
}
