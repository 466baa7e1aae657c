import CommandLine
import Model
import Rendering
import Services

/// A command that lists the people around one user, who is the acting one by default.
protocol PeopleCommand: Command {
  static var operand: Operand<Handle?> { get }

  init(user: Handle?, list: ListOptions)

  /// Nil for the acting user.
  var user: Handle? { get }
  var list: ListOptions { get }
  /// What is said where there is nobody to list.
  var ifEmpty: EmptyList { get }

  func count(in network: Network, as viewer: Viewer) throws -> Int
  func page(
    _ request: PageRequest, in network: Network, as viewer: Viewer
  ) throws -> Page<Profile>
}

extension PeopleCommand {
  static func declare(_ summary: String) -> Declaration {
    Declaration(
      name, summary, discussion: "In the order they joined.", group: .follows, reach: .nothing,
      operands: [operand.shape], groups: [ListOptions.group], fields: RecordKind.user.keys,
      columns: RecordKind.user.columns,
      examples: [
        .init("profilectl \(name) bob", "the first twenty"),
        .init("profilectl \(name) --all --json", "all of yours, for a program"),
      ])
  }

  init(_ parsed: Parsed) throws {
    self.init(user: try parsed.value(of: Self.operand), list: try ListOptions(parsed))
  }

  func run(in context: CommandContext) throws {
    let network = try context.network()
    let viewer = try context.viewer()
    try context.list(
      list, .users(ifEmpty: ifEmpty), count: { try count(in: network, as: viewer) },
      page: { try page($0, in: network, as: viewer) })
  }
}
