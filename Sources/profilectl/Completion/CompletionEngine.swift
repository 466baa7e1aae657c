import CommandLine
import Model
import Rendering
import Services

/// Completes a word of a line, for shells and for the interactive modes.
///
/// It never fails: if the line or the database is wrong, it offers less.
struct CompletionEngine {
  /// With more candidates a shell asks whether to show them.
  static let limit = 200
  /// Only the latest posts are offered, each on its own line with its first words.
  static let mostPosts = 20

  let catalog: CommandCatalog
  /// The context whose network is read, for the options before the word; nil to read no network.
  ///
  /// It is called only if a user, post or hashtag may complete the word.
  let context: (_ options: [GivenOption]) throws -> CommandContext?

  /// `word` is the typed part at the place; `words` come before it, without the program's name.
  func completions(of word: [UInt8], after words: [[UInt8]]) -> Completions {
    guard let word = TypedBytes.validText(word),
      let place = CompletionGrammar(catalog).place(of: word, after: Token.list(words))
    else { return Completions() }
    var candidates = place.choices.filter {
      $0.text.utf8.starts(with: place.stem.utf8) && !place.taken.contains($0.text)
    }
    let (found, isCut) = (try? found(place)) ?? ([], false)
    // A damaged file may hold control characters.
    candidates += found.filter { shown($0.text) == $0.text }
    // A number follows the colon.
    let isOpen =
      !candidates.isEmpty && candidates.allSatisfy { $0.text.utf8.last == UInt8(ascii: ":") }
    for index in candidates.indices { candidates[index].text = place.lead + candidates[index].text }
    return Completions(
      candidates: candidates, isCut: isCut,
      files: place.files,
      endsWord: place.endsWord && !isOpen)
  }

  private typealias Found = (candidates: [Candidate], isCut: Bool)

  /// The candidates from the network, and whether it has more; the line itself reports an error
  /// when it runs.
  private func found(_ place: CompletionPlace) throws -> Found {
    switch place.lookup {
    case .users(let scope): return try users(scope, place)
    case .posts(let scope): return try posts(scope, place)
    case .hashtags: return try hashtags(place)
    case .files, nil: return ([], false)
    }
  }

  private func users(_ scope: UserScope, _ place: CompletionPlace) throws -> Found {
    guard let context = try context(place.options) else { return ([], false) }
    let offer = try context.network().completion.users(
      beginning: place.typed(after: "@"), among: scope, as: (try? context.viewer()) ?? .nobody,
      besides: Set(place.taken.compactMap { try? Handle($0).text }), limit: CompletionEngine.limit)
    let candidates = offer.items.map { user in
      Candidate(
        place.sign("@") + user.handle.text, description(SafeText(user.name), in: context), .handle)
    }
    return (candidates, offer.isCut)
  }

  private func posts(_ scope: PostScope, _ place: CompletionPlace) throws -> Found {
    guard let context = try context(place.options) else { return ([], false) }
    let offer = try context.network().completion.posts(
      beginning: place.typed(after: "#"), among: scope, as: (try? context.viewer()) ?? .nobody,
      besides: Set(place.taken.compactMap { Int64($0.drop { $0 == "#" }) }),
      limit: CompletionEngine.mostPosts)
    let candidates = offer.items.map { post in
      let words: SafeText = "\(SafeText(post.author)): \(SafeText(post.beginning))"
      return Candidate(
        place.sign("#") + String(post.id.number), description(words, in: context), .post)
    }
    return (candidates, offer.isCut)
  }

  /// The most used hashtags.
  private func hashtags(_ place: CompletionPlace) throws -> Found {
    guard let context = try context(place.options) else { return ([], false) }
    let page = try context.network().posts.hashtags(
      beginning: place.stem, PageRequest(limit: CompletionEngine.mostPosts))
    let typed = place.typed(after: "#")
    let candidates = page.items.filter { $0.tag.spelling.hasPrefix(typed) }.map { use in
      Candidate(
        place.sign("#") + use.tag.spelling, Magnitude.phrase(use.postCount, "post"), .hashtag)
    }
    return (candidates, page.next != nil)
  }

  private func description(_ words: SafeText, in context: CommandContext) -> String {
    context.traits.fit(words, to: 60).string
  }
}

/// The candidates that complete a word.
struct Completions: Equatable, Sendable {
  /// In the order to show them.
  var candidates: [Candidate] = []
  /// Whether more candidates exist, all with the common prefix of these.
  var isCut = false
  /// Nil if no path fits; the caller looks up files, because each shell has its own quoting.
  var files: Files?
  /// Whether a candidate is a whole word, so that a blank follows it.
  var endsWord = true

  struct Files: Equatable, Sendable {
    let kind: FileKind
    /// The part of the word before a path, such as `--db=`.
    let lead: String
  }
}

extension CompletionPlace {
  /// The sign if it was typed, otherwise nothing.
  fileprivate func sign(_ sign: String) -> String {
    stem.utf8.starts(with: sign.utf8) ? sign : ""
  }

  /// The typed part without the sign.
  fileprivate func typed(after sign: String) -> String {
    String(stem.dropFirst(self.sign(sign).count))
  }

  fileprivate var files: Completions.Files? {
    if case .files(let kind) = lookup { .init(kind: kind, lead: lead) } else { nil }
  }
}
