import CommandLine
import Model
import Services
import Storage

/// Words for refusals of the services.
extension Wording {
  static func failure(for error: ServiceError, in context: FailureContext) -> Failure {
    switch error {
    case .refused(let input, let reason):
      refusal(failure(for: reason, in: context).about(input), in: context)
    case .repeated(let input):
      Failure(.badValue, "\(quoted(input)) is given twice.", input: input)
    case .badValue(let breach): badValue(breach, input: nil)
    case .userExists(let handle):
      Failure(
        .userExists, "The handle '\(handle.shown)' is taken.",
        hint: .command(["show", handle.shown]), input: handle.text)
    case .emptyPost:
      Failure(
        .emptyPost, "A post needs a text or a picture.", hint: firstPost)
    case .noSuchUser(let handle, let near): noSuchUser(handle, near: near, in: context)
    case .noSuchPost(let id):
      Failure(
        .noSuchPost, "There is no post \(id.number).", hint: .command(["explore"]),
        input: String(id.number))
    case .notYours(let possession): failure(for: possession)
    case .selfDeed(let kind, let post): failure(forOwn: kind, post)
    case .noCurrentUser(let reason): failure(for: reason, in: context)
    case .storage(let error): failure(for: error, in: context)
    }
  }

  static func failure(for error: StorageError, in context: FailureContext) -> Failure {
    switch error {
    case .file(let trouble): failure(for: trouble, in: context)
    case .busy(let seconds):
      Failure(
        .busy,
        "\(database(context)) \(wasBusy(for: seconds))\(nothingSaved(in: context)).",
        hint: again(context, waiting: max(60, seconds * 2)))
    case .failed(let trouble, let saved): failure(for: trouble, saved, in: context)
    case .noMomentLeft: noMomentLeft(in: context)
    case .target(let path, let trouble): failure(for: trouble, at: path, in: context)
    case .badQuery(let fault): usage((words(for: fault), nil), context, input: nil)
    case .foreignCursor(let cursor):
      usage(
        ("The cursor '\(cursor.text)' belongs to another list.", nil), context, input: cursor.text)
    // Told where the wait was given up; here it is told by whoever is told last.
    case .interrupted: bug("a wait was given up that nobody asked to give up")
    case .internal(let description): bug(description)
    }
  }

  /// The command that makes the first user of an empty network.
  static let firstUser = ["create-user", "alice"]

  static let firstPost = Hint.command(["post", "Hello, everyone"])

  private static func wasBusy(for seconds: Int) -> String {
    seconds == 0 ? "is busy" : "was busy for \(count(seconds, "second"))"
  }

  private static func noSuchUser(
    _ handle: Handle, near: Handle?, in context: FailureContext
  ) -> Failure {
    if context.isAtPrompt, [context.userByVariable, context.userAtPrompt].contains(handle) {
      let next = (near ?? context.somebody).map { Hint.command(["login", $0.shown]) }
      return Failure(
        .noSuchUser, "There is no user '\(handle.shown)', who was to act.", hint: next,
        input: handle.text)
    }
    if handle == context.userByVariable {
      return Failure(
        .noSuchUser, "PROFILECTL_USER names '\(handle.shown)', and there is no such user.",
        hint: .other(["unset", "PROFILECTL_USER"]), input: handle.text)
    }
    if let post = view(of: context.postNamed) {
      return Failure(
        .noSuchUser, "There is no user '\(handle.shown)'.", hint: post, input: handle.text)
    }
    // Whom a deletion would be of is looked at first.
    let isDeletion = context.declaration?.name == "delete-user"
    let next = near.map { near in
      (isDeletion ? nil : again(context, naming: near, insteadOf: handle))
        ?? .command(["show", near.shown])
    }
    let others = context.isNetworkEmpty ? ["create-user", handle.shown] : ["users"]
    return Failure(
      .noSuchUser, "There is no user '\(handle.shown)'." + meant(near?.text),
      hint: next ?? .command(others), input: handle.text)
  }

  /// To see that post.
  static func view(of post: Post.ID?) -> Hint? {
    post.map { .command(["view", String($0.number)]) }
  }

  private static func noMomentLeft(in context: FailureContext) -> Failure {
    let command = context.declaration?.name ?? "post"
    return Failure(
      .badValue, "There are too few moments without a post from then to the end of the year 9999.",
      hint: .question([command, "--help"]))
  }

  static func failure(for possession: ServiceError.Possession) -> Failure {
    switch possession {
    case .post(let id, let author):
      Failure(
        .notYours, "Post \(id.number) is not yours but \(author.shown)'s.",
        hint: .command(["show"]), input: String(id.number))
    case .privateTab(let handle):
      Failure(
        .notYours, "The private posts of '\(handle.shown)' are shown to their author only.",
        hint: .command(["show", handle.shown]), input: handle.text)
    }
  }

  /// The failure of an edge to oneself, or to a post of one's own.
  private static func failure(forOwn kind: EdgeKind, _ post: Post.ID?) -> Failure {
    guard let post else {
      return Failure(.self, "You can't \(kind.rawValue) yourself.", hint: .command(["users"]))
    }
    return Failure(
      .self, "You can't \(kind.rawValue) a post of your own.",
      hint: .question(["delete-post", "--help"]), input: String(post.number))
  }

  static func failure(
    for reason: ServiceError.MissingViewer, in context: FailureContext
  ) -> Failure {
    let message =
      switch reason {
      case .notChosen: "Nobody is logged in."
      case .gone: "The user who was logged in is gone."
      }
    let next = context.somebody.map { ["login", $0.shown] } ?? firstUser
    return Failure(.noCurrentUser, message, hint: .command(next))
  }

  /// One item of a write, which took the others with it if there were any.
  static func refusal(_ failure: Failure, in context: FailureContext) -> Failure {
    context.isAllOrNone ? failure.adding("Nothing was saved.") : failure
  }
}

extension Handle {
  fileprivate var shown: String { profilectl.shown(text) }
}
