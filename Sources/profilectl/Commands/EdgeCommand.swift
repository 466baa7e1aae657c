import CommandLine
import Model
import Rendering
import Services

/// A verb of the command line that draws or removes edges, such as `follow`.
///
/// Each verb is one row of the table; `OutcomeLines` has the sentences for its results.
struct EdgeVerb: Sendable {
  /// The operands of a verb, and the service method that does it.
  enum Targets: Sendable {
    case users(Operand<Items<Handle>>, Work<Handle>)
    case posts(Operand<Items<Post.ID>>, Work<Post.ID>)
  }

  typealias Work<Value> =
    @Sendable (Network, [BulkItem<Value>], Viewer, Moment, BulkMode) throws -> BulkReport

  let name: String
  let summary: String
  let discussion: String
  let examples: [Declaration.Example]
  let targets: Targets

  static let all = [
    EdgeVerb(
      name: "follow", summary: "Follow people.",
      discussion: "Following somebody twice changes nothing; nobody follows themself.",
      examples: [
        .init("profilectl follow bob carol", "two people, both or neither"),
        .init(
          "profilectl followers bob --all | profilectl follow - --keep-going",
          "whoever follows @bob"),
      ],
      targets: .users(Operand(many: .stranger, standardInput: true, "Whom.")) {
        try $0.follows.follow($1, as: $2, $4)
      }),
    EdgeVerb(
      name: "unfollow", summary: "Stop following people.",
      discussion: "Unfollowing somebody you don't follow changes nothing.",
      examples: [
        .init("profilectl unfollow bob carol", "two people, both or neither"),
        .init(
          "profilectl followers bob --all | profilectl unfollow - --keep-going",
          "whoever follows @bob"),
      ],
      targets: .users(Operand(many: .followee, standardInput: true, "Whom.")) {
        try $0.follows.unfollow($1, as: $2, $4)
      }),
    EdgeVerb(
      name: "like", summary: "Like posts.", discussion: "Liking a post twice changes nothing.",
      examples: [
        .init("profilectl like 1 2 3", "three posts"),
        .init("profilectl search bread --all | profilectl like -", "whatever a search finds"),
      ],
      targets: .posts(Operand(many: .postID(.unliked), standardInput: true, "Which posts.")) {
        try $0.likes.like($1, as: $2, at: $3, $4)
      }),
    EdgeVerb(
      name: "unlike", summary: "Take back likes.",
      discussion: "Unliking a post you don't like changes nothing.",
      examples: [
        .init("profilectl unlike 1 2 3", "three posts"),
        .init("profilectl search bread --all | profilectl unlike -", "whatever a search finds"),
      ],
      targets: .posts(Operand(many: .postID(.liked), standardInput: true, "Which posts.")) {
        try $0.likes.unlike($1, as: $2, $4)
      }),
  ]

  /// The entry of the command with that name.
  static func entry(_ name: String) -> CommandEntry {
    CommandEntry(
      name: name, declaration: { verb(name).declaration },
      command: { try EdgeCommand(verb(name), $0) })
  }

  private static func verb(_ name: String) -> EdgeVerb {
    guard let verb = all.first(where: { $0.name == name }) else {
      preconditionFailure("The list of commands names verbs of the table only.")
    }
    return verb
  }

  private var declaration: Declaration {
    let operand =
      switch targets {
      case .users(let operand, _): operand.shape
      case .posts(let operand, _): operand.shape
      }
    return Declaration(
      name, summary, discussion: discussion, group: .follows, operands: [operand],
      groups: [WriteOptions.group], fields: RecordKind.outcome.keys, examples: examples)
  }
}

/// Draws or removes edges to several users or posts.
struct EdgeCommand: Command {
  private enum Targets {
    case users(Items<Handle>, EdgeVerb.Work<Handle>)
    case posts(Items<Post.ID>, EdgeVerb.Work<Post.ID>)
  }

  private let targets: Targets
  private let options: WriteOptions

  init(_ verb: EdgeVerb, _ parsed: Parsed) throws {
    switch verb.targets {
    case .users(let operand, let work): targets = .users(try parsed.value(of: operand), work)
    case .posts(let operand, let work): targets = .posts(try parsed.value(of: operand), work)
    }
    options = WriteOptions(parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    switch targets {
    case .users(let items, let work): try write(items, of: .user, in: context, work)
    case .posts(let items, let work): try write(items, of: .post, in: context, work)
    }
  }

  private func write<Value: Hashable & Sendable>(
    _ items: Items<Value>, of subject: OutcomeLines.ItemKind, in context: CommandContext,
    _ work: EdgeVerb.Work<Value>
  ) throws -> CommandResult {
    let network = try context.network()
    let viewer = try context.viewer()
    let writer = BulkWriter(context: context, items: items, options: options, subject: subject)
    return try writer.run { try work(network, $0, viewer, context.now, $1) }
  }
}
