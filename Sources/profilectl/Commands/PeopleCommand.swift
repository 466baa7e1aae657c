import CommandLine
import Model
import Rendering
import Services

/// A list of people around a user or post, such as `followers`; each is one row of the table.
struct PeopleList: Sendable {
  /// The operand of a list: a user, the acting one by default, or a post.
  enum Subject: Sendable {
    case user(Operand<Handle?>, Source<Handle?>)
    case post(Operand<Post.ID>, Source<Post.ID>)
  }

  /// The queries of a list and the line for an empty one.
  struct Source<Value>: Sendable {
    let empty: @Sendable (Value) -> (sentence: SafeText, next: Hint)
    let count: @Sendable (Network, Value, Viewer) throws -> Int
    let page: @Sendable (Network, Value, Viewer, PageRequest) throws -> Page<Profile>
  }

  let name: String
  let summary: String
  let subject: Subject

  static let all = [
    PeopleList(
      name: "followers", summary: "List who follows a user.",
      subject: .user(
        Operand(optional: .handle, "Whose followers; yours by default."),
        Source(
          empty: { user in
            let them = user.map { SafeText($0) } ?? "you"
            return ("Nobody follows \(them) yet. Find people:", .command(["users"]))
          },
          count: { try $0.users.profile(of: $1, as: $2).item.user.counts.followers },
          page: { try $0.follows.followers(of: $1, as: $2, $3) }))),
    PeopleList(
      name: "following", summary: "List whom a user follows.",
      subject: .user(
        Operand(optional: .handle, "Who follows them; you by default."),
        Source(
          empty: { user in
            let they: SafeText = user.map { "\(SafeText($0)) follows" } ?? "You follow"
            return ("\(they) nobody yet. Find people:", .command(["users"]))
          },
          count: { try $0.users.profile(of: $1, as: $2).item.user.counts.following },
          page: { try $0.follows.following(by: $1, as: $2, $3) }))),
    PeopleList(
      name: "friends", summary: "List those a user follows and is followed by.",
      subject: .user(
        Operand(optional: .handle, "Whose friends; yours by default."),
        Source(
          empty: { user in
            let none: SafeText = user.map { "\(SafeText($0)) has no friends" } ?? "No friends"
            return (
              "\(none) yet: friends follow each other. Find people:", .command(["users"])
            )
          },
          count: { try $0.follows.friendCount(of: $1, as: $2) },
          page: { try $0.follows.friends(of: $1, as: $2, $3) }))),
    PeopleList(
      name: "likers", summary: "List who likes a post.",
      subject: .post(
        Operand(.postID, "Which post."),
        Source(
          empty: { post in
            ("Nobody likes it yet. Be the first:", .command(["like", "\(post.number)"]))
          },
          count: { try $0.posts.view($1, as: $2, likerLimit: 1).post.item.likeCount },
          page: { try $0.likes.likers(of: $1, as: $2, $3) }))),
  ]

  /// The entry of the command with that name.
  static func entry(_ name: String) -> CommandEntry {
    CommandEntry(
      name: name, declaration: { list(name).declaration },
      command: { try PeopleCommand(list(name), $0) })
  }

  private static func list(_ name: String) -> PeopleList {
    guard let list = all.first(where: { $0.name == name }) else {
      preconditionFailure("The list of commands names lists of the table only.")
    }
    return list
  }

  private var declaration: Declaration {
    let (operand, examples): (OperandShape, [Declaration.Example]) =
      switch subject {
      case .user(let operand, _):
        (
          operand.shape,
          [
            .init("profilectl \(name) bob", "the first twenty"),
            .init("profilectl \(name) --all --json", "all of yours, for a program"),
          ]
        )
      case .post(let operand, _):
        (operand.shape, [.init("profilectl \(name) 42", "who likes post #42")])
      }
    return Declaration(
      name, summary, discussion: "In the order they joined.", group: .follows, reach: .nothing,
      operands: [operand], groups: [ListOptions.group], fields: RecordKind.user.keys,
      columns: RecordKind.user.columns, examples: examples)
  }
}

/// Lists the people around a user or post.
struct PeopleCommand: Command {
  private enum Subject {
    case user(Handle?, PeopleList.Source<Handle?>)
    case post(Post.ID, PeopleList.Source<Post.ID>)
  }

  private let subject: Subject
  private let options: ListOptions

  init(_ list: PeopleList, _ parsed: Parsed) throws {
    switch list.subject {
    case .user(let operand, let source): subject = .user(try parsed.value(of: operand), source)
    case .post(let operand, let source): subject = .post(try parsed.value(of: operand), source)
    }
    options = try ListOptions(parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    switch subject {
    case .user(let user, let source): try list(source, of: user, in: context)
    case .post(let post, let source): try list(source, of: post, in: context)
    }
  }

  private func list<Value>(
    _ source: PeopleList.Source<Value>, of value: Value, in context: CommandContext
  ) throws -> CommandResult {
    let network = try context.network()
    let viewer = try context.viewer()
    let empty = source.empty(value)
    return try context.list(
      options, .users(ifEmpty: empty.sentence, empty.next),
      count: { try source.count(network, value, viewer) },
      page: { try source.page(network, value, viewer, $0) })
  }
}
