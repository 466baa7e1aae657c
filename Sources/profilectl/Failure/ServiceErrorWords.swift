import CommandLine
import Model
import Services

/// Words for refusals of the services.
struct ServiceErrorWords {
  private let context: FailureContext

  init(_ context: FailureContext) {
    self.context = context
  }

  func failure(for error: ServiceError) -> Failure {
    switch error {
    case .refused(let input, let reason): context.refusal(failure(for: reason).about(input))
    case .repeated(let input):
      Failure(.badValue, "\(quoted(input)) is given twice.", input: input)
    case .userExists(let handle):
      Failure(
        .userExists, "The handle '\(handle.shown)' is taken.",
        hint: .command(["show", handle.shown]), input: handle.text)
    case .emptyPost:
      Failure(
        .emptyPost, "A post needs a text or a picture.",
        hint: context.command.flatMap { command in
          command.facts.isDisjoint(with: [.publishes, .edits])
            || command.facts.contains(.startsConversation)
            ? nil : .question([command.name, "--help"])
        } ?? Phrases.firstPost)
    case .noSuchUser(let handle, let near): noSuchUser(handle, near: near)
    case .noSuchPost(let id), .notYours(.post(let id, _)), .ownTarget(_, let id?),
      .privatePost(let id, _), .unchangeable(let id, _):
      failure(for: error, of: id)
    case .noPostNamed(let digits, let isShared): noPost(named: digits, isShared: isShared)
    case .severalPostsNamed(let digits, let candidates):
      Failure(
        .ambiguous,
        "The post '~\(digits)' may be "
          + "\(Phrases.alternatives(candidates.map { "#\($0.number)" })).",
        hint: candidates.first.map { .view($0) }, input: "~\(digits)")
    case .notYours(.privateTab(let handle)):
      Failure(
        .notYours, "The private posts of '\(handle.shown)' are shown to their author only.",
        hint: .command(["show", handle.shown]), input: handle.text)
    case .ownTarget(let kind, nil):
      Failure(.self, "You can't \(kind.rawValue) yourself.", hint: .command(["users"]))
    case .noCurrentUser(let reason): failure(for: reason)
    case .storage(let error): StorageErrorWords(context).failure(for: error)
    }
  }

  private func noPost(named digits: String, isShared: Bool) -> Failure {
    let reason = isShared ? "" : ": this network is not shared, so posts have only numbers"
    return Failure(
      .noSuchPost, "There is no post '~\(digits)'\(reason).", hint: .command(["explore"]),
      input: "~\(digits)")
  }

  /// Words for errors about one post.
  private func failure(for error: ServiceError, of id: Post.ID) -> Failure {
    let post = "Post \(id.number)"
    let (code, message, hint): (ErrorCode, String, Hint?) =
      switch error {
      case .notYours(.post(_, let author)):
        (.notYours, "\(post) is not yours but \(author.shown)'s.", .view(id))
      case .ownTarget(let kind, _):
        (
          .self, "You can't \(kind.rawValue) a post of your own.",
          .question(["delete-post", "--help"])
        )
      case .privatePost(_, .publicQuote):
        (
          .notPermitted, "\(post) is private, so a quote of it has to be private too.",
          context.hint(applying: .addOption("--private", value: nil))
        )
      case .privatePost(_, .repost):
        (.notPermitted, "\(post) is private and can't be reposted.", .view(id))
      case .unchangeable(_, .repost):
        (
          .badValue, "\(post) is a repost and has no words of its own.",
          .question(["quote", "--help"])
        )
      case .unchangeable(_, .noPicture):
        (.badValue, "\(post) has no picture to describe.", .view(id))
      default: (.noSuchPost, "There is no post \(id.number).", .command(["explore"]))
      }
    return Failure(code, message, hint: hint, input: String(id.number))
  }

  private func noSuchUser(_ handle: Handle, near: Handle?) -> Failure {
    if context.isAtPrompt, [context.userByVariable, context.userAtPrompt].contains(handle) {
      let next = (near ?? context.suggestedUser).map { Hint.command(["login", $0.shown]) }
      return Failure(
        .noSuchUser, "There is no user '\(handle.shown)', who was to act.", hint: next,
        input: handle.text)
    }
    if handle == context.userByVariable {
      return Failure(
        .noSuchUser, "PROFILECTL_USER names '\(handle.shown)', and there is no such user.",
        hint: .other(["unset", "PROFILECTL_USER"]), input: handle.text)
    }
    if let post = context.postNamed {
      return Failure(
        .noSuchUser, "There is no user '\(handle.shown)'.", hint: .view(post), input: handle.text)
    }
    // A deletion is only suggested after a look at the user.
    let isDeletion = context.facts.contains(.deletesUser)
    let next = near.map { near in
      let fix = context.fixer.naming(near.text) { (try? Handle($0)) == handle }
      return (isDeletion ? nil : context.hint(applying: fix)) ?? .command(["show", near.shown])
    }
    let known = context.isOlder ? ["init"] : ["users"]
    let others = context.isNetworkEmpty ? ["create-user", handle.shown] : known
    return Failure(
      .noSuchUser, "There is no user '\(handle.shown)'." + Phrases.didYouMean(near?.text),
      hint: next ?? .command(others), input: handle.text)
  }

  private func failure(for reason: ServiceError.MissingViewer) -> Failure {
    let message =
      switch reason {
      case .notChosen: "No user is logged in."
      case .gone: "The user who was logged in is gone."
      }
    let first = context.isOlder ? ["init"] : Phrases.firstUser
    let next = context.suggestedUser.map { ["login", $0.shown] } ?? first
    return Failure(.noCurrentUser, message, hint: .command(next))
  }
}
