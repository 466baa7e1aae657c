import CommandLine
import Model
import Rendering
import Services

/// A verb of the command line that draws or removes edges, such as `follow`.
///
/// Each verb is one row of the table; `OutcomeLines` has the sentences for its results.
struct EdgeVerb: Sendable {
  /// The operands of a verb, and its command.
  struct Targets: Sendable {
    let operand: OperandShape
    let read: @Sendable (Parsed) throws -> CommandWork.Body

    init<Value: Hashable & Sendable>(
      _ operand: Operand<Items<Value>>, of subject: OutcomeLines.ItemKind,
      _ work: @escaping Work<Value>
    ) {
      self.operand = operand.shape
      read = { parsed in
        let items = try parsed.value(of: operand)
        let options = WriteOptions(parsed)
        return { context in
          let network = try context.network()
          let viewer = try context.viewer()
          let writer = BulkWriter(
            context: context, items: items, options: options, subject: subject)
          return try writer.run { try work(network, $0, viewer, context.now, $1) }
        }
      }
    }

    static func users(
      _ kind: ValueKind<Handle>, _ work: @escaping Work<Handle>
    ) -> Targets {
      Targets(Operand(many: kind, standardInput: true, "The users."), of: .user, work)
    }

    static func posts(_ scope: PostScope, _ work: @escaping Work<Post.ID>) -> Targets {
      Targets(Operand(many: .post(scope), standardInput: true, "The posts."), of: .post) {
        network, items, viewer, now, mode in
        try network.posts.finding(items, mode) { try work(network, $0, viewer, now, mode) }
      }
    }
  }

  /// Calls the service method of a verb.
  typealias Work<Value> =
    @Sendable (Network, [BulkItem<Value>], Viewer, Moment, BulkMode) throws -> BulkReport

  let name: String
  var group = CommandGroup.follows
  let summary: String
  let discussion: String
  let examples: [Declaration.Example]
  let targets: Targets

  static let all = [
    EdgeVerb(
      name: "follow", summary: "Follow people.",
      discussion: "Following a user twice changes nothing. You can't follow yourself.",
      examples: EdgeVerb.examples("follow", ofUsers: "the followers of @bob"),
      targets: .users(.stranger) { try $0.follows.follow($1, as: $2, at: $3, $4) }),
    EdgeVerb(
      name: "unfollow", summary: "Stop following people.",
      discussion: "Unfollowing a user you don't follow changes nothing.",
      examples: EdgeVerb.examples("unfollow", ofUsers: "the followers of @bob"),
      targets: .users(.followee) { try $0.follows.unfollow($1, as: $2, $4) }),
    EdgeVerb(
      name: "like", summary: "Like posts.", discussion: "Liking a post twice changes nothing.",
      examples: EdgeVerb.examples("like"),
      targets: .posts(.unliked) { try $0.likes.like($1, as: $2, at: $3, $4) }),
    EdgeVerb(
      name: "unlike", summary: "Take back likes.",
      discussion: "Unliking a post you don't like changes nothing.",
      examples: EdgeVerb.examples("unlike"),
      targets: .posts(.liked) { try $0.likes.unlike($1, as: $2, $4) }),
    EdgeVerb(
      name: "repost", group: .posts, summary: "Show posts to your followers.",
      discussion: """
        A repost is a post of your own without words. Reposting a post twice changes nothing. \
        Likes, replies and reposts of a repost apply to the original post.
        """,
      examples: EdgeVerb.examples("repost"),
      targets: .posts(.all) {
        try $0.conversations.repost($1, as: $2, at: $3, $4)
      }),
    EdgeVerb(
      name: "unrepost", group: .posts, summary: "Take back reposts.",
      discussion: "Taking back a repost that does not exist changes nothing.",
      examples: EdgeVerb.examples("unrepost"),
      targets: .posts(.all) { try $0.conversations.unrepost($1, as: $2, $4) }),
    EdgeVerb(
      name: "bookmark", summary: "Keep posts for yourself.",
      discussion: "Other users don't see bookmarks; 'profilectl bookmarks' lists yours.",
      examples: EdgeVerb.examples("bookmark"),
      targets: .posts(.all) {
        try $0.edges.draw(.bookmark, to: $1, as: $2, at: $3, $4)
      }),
    EdgeVerb(
      name: "unbookmark", summary: "Remove bookmarks.",
      discussion: "Removing a bookmark that does not exist changes nothing.",
      examples: EdgeVerb.examples("unbookmark"),
      targets: .posts(.all) { try $0.edges.remove(.bookmark, to: $1, as: $2, $4) }),
    EdgeVerb(
      name: "mute", summary: "Hide the posts and notices of people.",
      discussion: """
        'timeline', 'explore', 'search', 'tag' and 'notifications' omit what muted users post and \
        repost, other reposts of their posts, and their notices. 'show' and 'view' still show them. \
        Users do not learn that you mute them.
        """,
      examples: EdgeVerb.examples("mute", ofUsers: "the followers of @bob"),
      targets: .users(.unmuted) {
        try $0.edges.draw(.mute, to: $1, as: $2, at: $3, $4)
      }),
    EdgeVerb(
      name: "unmute", summary: "Show the posts and notices of people again.",
      discussion: "Unmuting a user who is not muted changes nothing.",
      examples: EdgeVerb.examples("unmute", ofUsers: "the followers of @bob"),
      targets: .users(.muted) { try $0.edges.remove(.mute, to: $1, as: $2, $4) }),
  ]

  private static func examples(_ verb: String, ofUsers users: String) -> [Declaration.Example] {
    [
      .init("profilectl \(verb) bob carol", "two people, both or neither"),
      .init("profilectl followers bob --all | profilectl \(verb) - --keep-going", users),
    ]
  }

  private static func examples(_ verb: String) -> [Declaration.Example] {
    [
      .init("profilectl \(verb) 1 2 3", "three posts"),
      .init(
        "profilectl search bread --all | profilectl \(verb) -", "all posts that a search finds"),
    ]
  }

  /// The entry of the command with that name.
  static func entry(_ name: String) -> CommandEntry {
    CommandEntry(verb(name).declaration) { try verb(name).targets.read($0) }
  }

  private static func verb(_ name: String) -> EdgeVerb {
    guard let verb = all.first(where: { $0.name == name }) else {
      preconditionFailure("The list of commands names verbs of the table only.")
    }
    return verb
  }

  private var declaration: Declaration {
    Declaration(
      name, summary, discussion: discussion, group: group, operands: [targets.operand],
      groups: [WriteOptions.group], fields: RecordKind.outcome.keys, examples: examples)
  }
}

/// `follows`: prints whether one user follows another.
enum FollowsCommand {
  private static let follower = Operand(.handle, named: "a", "The possible follower.")
  private static let followee = Operand(
    optional: .handle, named: "b", "The possibly followed user; you by default.")

  static let entry = CommandEntry(
    Declaration(
      "follows", "Print whether one user follows another.",
      discussion: "Prints 'yes' and exits with 0, or prints 'no' and exits with 1.",
      group: .follows, writeScope: .nothing, operands: [follower.shape, followee.shape],
      fields: RecordKind.follows.keys,
      examples: [
        .init(
          "profilectl follows alice bob -q && echo \"Alice sees the posts of Bob.\"", "in a script")
      ])
  ) { parsed in
    let follower = try parsed.value(of: follower)
    let followee = try parsed.value(of: followee)
    return { context in
      let isFollower = try context.network().follows
        .follows(follower, followee, as: try context.viewer())
      if !context.options.isQuiet {
        try context.answer(
          Record(.follows, [.bool(isFollower)]),
          text: { _ in Output(isFollower ? "yes\n" : "no\n") })
      }
      return CommandResult(status: isFollower ? .done : .no)
    }
  }
}
