import Model
import Services

/// What the services refuse.
extension Wording {
  static func failure(for error: ServiceError, in context: FailureContext) -> Failure {
    switch error {
    case .refused(let input, let reason):
      refusal(failure(for: reason, in: context).about(input), in: context)
    case .badValue(let breach): badValue(breach, input: nil)
    case .userExists(let handle):
      Failure(
        .userExists, "The handle '\(handle.shown)' is taken.",
        hint: "profilectl show \(handle.word)", input: handle.text)
    case .emptyPost:
      Failure(
        .emptyPost, "A post needs a text or a picture.", hint: "profilectl post 'Hello, everyone'")
    case .noMomentLeft: noMomentLeft
    case .noSuchUser(let handle, let near): noSuchUser(handle, near: near, in: context)
    case .noSuchPost(let id):
      Failure(
        .noSuchPost, "There is no post \(id.number).", hint: "profilectl explore",
        input: String(id.number))
    case .notYours(let possession): failure(for: possession)
    case .selfDeed(let deed): failure(for: deed)
    case .noCurrentUser(let reason): failure(for: reason, in: context)
    case .file(let trouble): failure(for: trouble, in: context)
    case .busy(let seconds):
      Failure(
        .busy,
        "\(database(context)) was busy for \(count(seconds, "second"))\(nothingSaved(in: context)).",
        hint: again(context, waiting: max(60, seconds * 2)))
    case .storage(let trouble, let saved): failure(for: trouble, saved, in: context)
    case .target(let path, let trouble): failure(for: trouble, at: path)
    case .badQuery(let fault): usage((words(for: fault), nil), context, input: nil)
    case .foreignCursor(let cursor):
      usage(
        ("The cursor '\(cursor.text)' belongs to another list.", nil), context, input: cursor.text)
    // Told where the wait was given up; here it is told by whoever is told last.
    case .interrupted: bug("a wait was given up that nobody asked to give up")
    case .internal(let description): bug(description)
    }
  }

  private static func noSuchUser(
    _ handle: Handle, near: Handle?, in context: FailureContext
  ) -> Failure {
    if handle == context.userByVariable {
      return Failure(
        .noSuchUser, "PROFILECTL_USER names '\(handle.shown)', and there is no such user.",
        hint: "unset PROFILECTL_USER", input: handle.text)
    }
    return Failure(
      .noSuchUser, "There is no user '\(handle.shown)'." + meant(near?.text),
      hint: near.map { again(context, naming: $0, insteadOf: handle) } ?? "profilectl users",
      input: handle.text)
  }

  private static var noMomentLeft: Failure {
    Failure(
      .badValue, "Every moment from then to the end of the year 9999 has a post.",
      hint: "profilectl post --help")
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

  static func failure(
    for reason: ServiceError.MissingViewer, in context: FailureContext
  ) -> Failure {
    let message =
      switch reason {
      case .notChosen: "Nobody is logged in."
      case .gone: "The user who was logged in is gone."
      }
    let next = context.somebody.map { "login \($0.word)" } ?? "create-user alice"
    return Failure(.noCurrentUser, message, hint: "profilectl \(next)")
  }

  /// One item of a write, which took the others with it if there were any.
  static func refusal(_ failure: Failure, in context: FailureContext) -> Failure {
    context.isAllOrNone ? failure.adding("Nothing was saved.") : failure
  }

  /// The same line with the right handle; a look at them if it isn't clear where the wrong one stands.
  private static func again(
    _ context: FailureContext, naming near: Handle, insteadOf wrong: Handle
  ) -> String {
    let takesText = context.declaration?.operands.contains { !$0.completion.isOfUsers } ?? true
    let places = context.words.indices.filter { place in
      let word = context.words[place]
      guard (try? Handle(word)) == wrong else { return false }
      let isOfOption = place > 0 && context.words[place - 1] == GlobalOptions.user.shape.spelled
      return isOfOption || !takesText
    }
    let again = places.count == 1 ? self.again(context, saying: near.text, at: places[0]) : nil
    return again ?? "profilectl show \(near.word)"
  }
}

extension Handle {
  fileprivate var shown: String { profilectl.shown(text) }
  fileprivate var word: String { ShellWord.quoted(shown) }
}
