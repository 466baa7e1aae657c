import CommandLine
import Model
import Rendering
import Services

/// Answers what may be typed at a place of a line, for shells and for the interactive mode alike.
///
/// It never fails: where something is wrong, with the line or with the database, it offers less.
struct CompletionEngine {
  /// More than anybody reads; a shell would ask whether to show them.
  static let limit = 200
  /// The latest, each with its words on a line of its own.
  static let mostPosts = 20

  let catalog: CommandCatalog
  /// The session whose network is asked, for the options the line has before the place; nil where
  /// nothing is to be asked.
  ///
  /// It is called only where a user or a post may stand.
  let session: (_ options: [GivenOption]) throws -> CommandContext?

  /// `word` is what is typed of the word at the place; `words` are those before it, without the
  /// program's name.
  func completions(of word: [UInt8], after words: [[UInt8]]) -> Completions {
    guard let word = TypedBytes.exactText(word),
      let place = CompletionGrammar(catalog).place(of: word, after: Token.list(words))
    else { return Completions() }
    var candidates = place.choices.filter {
      $0.text.utf8.starts(with: place.stem.utf8) && !place.taken.contains($0.text)
    }
    let (found, isCut) = found(place)
    // A damaged file may hold text that a terminal would obey.
    candidates += found.filter { shown($0.text) == $0.text }
    // A number follows it.
    let isOpen =
      !candidates.isEmpty && candidates.allSatisfy { $0.text.utf8.last == UInt8(ascii: ":") }
    for index in candidates.indices { candidates[index].text = place.lead + candidates[index].text }
    return Completions(
      candidates: candidates, isCut: isCut,
      pathLead: place.lookup == .files ? place.lead : nil,
      endsWord: place.endsWord && !isOpen)
  }

  /// What only the network knows, and whether it knows more.
  private func found(_ place: CompletionPlace) -> (candidates: [Candidate], isCut: Bool) {
    do {
      switch place.lookup {
      case .users(let circle): return try users(circle, place)
      case .posts(let shelf): return try posts(shelf, place)
      case .files, nil: break
      }
    } catch {
      // Whatever is wrong is told by the line itself, when it is carried out.
    }
    return ([], false)
  }

  private func users(
    _ circle: UserScope, _ place: CompletionPlace
  ) throws -> (candidates: [Candidate], isCut: Bool) {
    let sign = place.stem.utf8.first == UInt8(ascii: "@") ? "@" : ""
    guard let session = try session(place.options) else { return ([], false) }
    let network = try session.network()
    let viewer = (try? session.viewer()) ?? .nobody
    let offer = try network.completion.users(
      beginning: String(place.stem.dropFirst(sign.count)), among: circle, as: viewer,
      besides: Set(place.taken.compactMap { try? Handle($0).text }), limit: CompletionEngine.limit)
    let candidates = offer.items.map { user in
      Candidate(sign + user.handle.text, description(SafeText(user.name), in: session), .handle)
    }
    return (candidates, offer.isCut)
  }

  private func posts(
    _ shelf: PostScope, _ place: CompletionPlace
  ) throws -> (candidates: [Candidate], isCut: Bool) {
    guard let session = try session(place.options) else { return ([], false) }
    let network = try session.network()
    let viewer = (try? session.viewer()) ?? .nobody
    let sign = place.stem.utf8.first == UInt8(ascii: "#") ? "#" : ""
    let offer = try network.completion.posts(
      beginning: String(place.stem.dropFirst(sign.count)), among: shelf, as: viewer,
      besides: Set(place.taken.compactMap { Int64($0.drop { $0 == "#" }) }),
      limit: CompletionEngine.mostPosts)
    let candidates = offer.items.map { post in
      let words: SafeText = "\(SafeText(post.author)): \(SafeText(post.beginning))"
      return Candidate(sign + String(post.id.number), description(words, in: session), .post)
    }
    return (candidates, offer.isCut)
  }

  private func description(_ words: SafeText, in session: CommandContext) -> String {
    session.traits.fit(words, to: 60).string
  }
}
