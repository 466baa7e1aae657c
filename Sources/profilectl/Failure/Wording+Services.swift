import Model
import Services

/// What the services refuse.
extension Wording {
  static func failure(for error: ServiceError, in context: FailureContext) -> Failure {
    switch error {
    case .refused(let input, let reason): failure(for: reason, in: context).about(input)
    case .badValue(let breach): badValue(breach, input: nil)
    case .userExists(let handle):
      Failure(
        .userExists, "The handle '\(handle.shown)' is taken.",
        hint: "profilectl show \(handle.word)", input: handle.text)
    case .emptyPost:
      Failure(
        .emptyPost, "A post needs a text or a picture.", hint: "profilectl post 'Hello, everyone'")
    case .noSuchUser(let handle, let near):
      Failure(
        .noSuchUser, "There is no user '\(handle.shown)'." + meant(near?.text),
        hint: near.map { "profilectl show \($0.word)" } ?? "profilectl users", input: handle.text)
    case .noSuchPost(let id):
      Failure(
        .noSuchPost, "There is no post \(id.number).", hint: "profilectl explore",
        input: String(id.number))
    case .notYours(let possession): failure(for: possession)
    case .selfDeed(let deed): failure(for: deed)
    case .noCurrentUser(let reason): failure(for: reason)
    case .file(let trouble): failure(for: trouble, in: context)
    case .busy(let seconds):
      Failure(
        .busy, "\(database(context)) was busy for \(count(seconds, "second")); nothing was saved.",
        hint: again(context, with: "--wait=\(max(60, seconds * 2))"))
    case .storage(let trouble, let saved): failure(for: trouble, saved, in: context)
    case .badQuery(let reason):
      usage(("The query can't be run: \(shown(reason)).", nil), context, input: nil)
    case .foreignCursor(let cursor):
      usage(
        ("The cursor '\(cursor.text)' belongs to another list.", nil), context, input: cursor.text)
    // Told where the wait was given up; here it is told by whoever is told last.
    case .interrupted: bug("a wait was given up that nobody asked to give up")
    case .internal(let description): bug(description)
    }
  }

  static func failure(for possession: ServiceError.Possession) -> Failure {
    switch possession {
    case .post(let id, let author):
      Failure(
        .notYours, "Post \(id.number) is not yours but \(author.shown)'s.",
        hint: "profilectl show", input: String(id.number))
    case .privateTab(let handle):
      Failure(
        .notYours, "The private posts of '\(handle.shown)' are shown to their author only.",
        hint: "profilectl show \(handle.word)", input: handle.text)
    }
  }

  static func failure(for deed: ServiceError.SelfDeed) -> Failure {
    switch deed {
    case .follow: Failure(.self, "You can't follow yourself.", hint: "profilectl suggest")
    case .flag:
      Failure(.self, "You can't flag a post of your own.", hint: "profilectl delete-post --help")
    }
  }

  static func failure(for reason: ServiceError.MissingViewer) -> Failure {
    let message =
      switch reason {
      case .notChosen: "Nobody is logged in; 'profilectl login' chooses who you are."
      case .gone: "The user who was logged in is gone; 'profilectl login' chooses another."
      }
    return Failure(.noCurrentUser, message, hint: "profilectl users")
  }
}

extension Handle {
  fileprivate var shown: String { profilectl.shown(text) }
  fileprivate var word: String { ShellWord.quoted(shown) }
}
