import Model
import Services

/// A kind of value that can be typed: its name in help, what to offer for it, and how it is read.
struct ValueKind<Value: Sendable>: Sendable {
  let metavariable: String
  let completion: Completion
  /// Which whole numbers may be typed; nil where it is no number.
  let bounds: ClosedRange<Int>?
  /// Relative times count from `now`.
  let read: @Sendable (_ typed: [UInt8], _ now: Moment) throws(ValueError) -> Value

  init(
    _ metavariable: String, completion: Completion = .nothing, bounds: ClosedRange<Int>? = nil,
    read: @escaping @Sendable (_ typed: [UInt8], _ now: Moment) throws(ValueError) -> Value
  ) {
    self.metavariable = metavariable
    self.completion = completion
    self.bounds = bounds
    self.read = read
  }
}

extension ValueKind where Value == Handle {
  static var handle: ValueKind { handle(completion: .users(.everybody)) }

  /// Somebody to follow, and somebody to follow no more.
  static var stranger: ValueKind { handle(completion: .users(.strangers)) }
  static var followee: ValueKind { handle(completion: .users(.followees)) }

  /// A handle nobody is to have yet.
  static var newHandle: ValueKind { handle(completion: .nothing) }

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

extension ValueKind where Value == Post.ID {
  static var postID: ValueKind { postID(.all) }

  /// A post, of which some are meant more than others.
  static func postID(_ shelf: CompletionService.Shelf) -> ValueKind {
    ValueKind("id", completion: .posts(shelf)) { (typed, _) throws(ValueError) in
      // As lists and cards show it.
      let digits = typed.first == UInt8(ascii: "#") ? Array(typed.dropFirst()) : typed
      guard let number = TypedBytes.wholeNumber(digits), number > 0 else {
        throw .unreadable(.postID)
      }
      return Post.ID(Int64(number))
    }
  }
}

extension ValueKind where Value == Int {
  static func integer(_ range: ClosedRange<Int>, _ metavariable: String = "n") -> ValueKind {
    ValueKind(metavariable, bounds: range) { (typed, _) throws(ValueError) in
      guard let number = TypedBytes.wholeNumber(typed), range.contains(number) else {
        throw .unreadable(.number(range))
      }
      return number
    }
  }
}

extension ValueKind where Value == String {
  /// Any text; what the network stores has a rule and is a `text` instead.
  static func string(_ metavariable: String) -> ValueKind {
    ValueKind(metavariable, completion: .text) { (typed, _) throws(ValueError) in
      try TypedBytes.text(typed)
    }
  }

  /// What help can be about.
  static var subject: ValueKind {
    ValueKind("subject", completion: .subjects) { (typed, _) throws(ValueError) in
      try TypedBytes.text(typed)
    }
  }

  /// A path, which is not looked at yet, and in which `~/` is still what was typed.
  static var file: ValueKind {
    ValueKind("file", completion: .files()) { (typed, _) throws(ValueError) in
      let path = try TypedBytes.text(typed)
      if path.isEmpty { throw .unreadable(.file) }
      return path
    }
  }
}

extension ValueKind {
  /// One of the cases of `Value`, by its raw text.
  static func choice(_ metavariable: String) -> ValueKind
  where Value: CaseIterable & RawRepresentable<String> {
    choice(Array(Value.allCases), metavariable)
  }

  /// One of these cases, by its raw text.
  static func choice(_ cases: [Value], _ metavariable: String) -> ValueKind
  where Value: RawRepresentable<String> {
    let words = cases.map(\.rawValue)
    return ValueKind(metavariable, completion: .words(words)) { (typed, _) throws(ValueError) in
      let word = try TypedBytes.text(typed)
      guard let chosen = cases.first(where: { $0.rawValue == word }) else {
        let nearest = SpellingSuggestion.nearest(to: word, among: words)
        throw .unreadable(.choice(words, nearest: nearest))
      }
      return chosen
    }
  }

  /// Writing that is stored, by the rule of its field.
  static func text<Rule>(_ metavariable: String = "text") -> ValueKind where Value == Text<Rule> {
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
  static var time: ValueKind {
    ValueKind("time") { (typed, now) throws(ValueError) in
      guard let moment = TimeNotation.moment(typed, now: now) else { throw .unreadable(.time) }
      return moment
    }
  }
}

extension ValueKind where Value == Cursor {
  static var cursor: ValueKind {
    ValueKind("cursor") { (typed, _) throws(ValueError) in
      guard let cursor = Cursor(try TypedBytes.text(typed)) else { throw .unreadable(.cursor) }
      return cursor
    }
  }
}

extension ValueKind where Value == [String] {
  /// Words between commas, to be compared with the fields a command has.
  static var fields: ValueKind {
    ValueKind("fields", completion: .fields) { (typed, _) throws(ValueError) in
      let words = try TypedBytes.text(typed)
      return words.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
