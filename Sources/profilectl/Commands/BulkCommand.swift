import CommandLine
import Model
import Rendering
import Services

/// A command that does the same to each of several people or posts.
protocol BulkCommand: Command {
  associatedtype Value: Hashable, Sendable

  static var operand: Operand<Items<Value>> { get }
  /// What the outcomes are about.
  static var subject: OutcomeLines.Subject { get }

  init(items: Items<Value>, options: WriteOptions)

  var items: Items<Value> { get }
  var options: WriteOptions { get }

  func change(
    _ items: [BulkItem<Value>], in network: Network, as viewer: Viewer, at now: Moment,
    _ mode: BulkMode
  ) throws -> BulkReport
}

extension BulkCommand {
  static func declare(
    _ summary: String, discussion: String, group: CommandGroup = .follows,
    examples: [Declaration.Example]
  ) -> Declaration {
    Declaration(
      name, summary, discussion: discussion, group: group, operands: [operand.shape],
      groups: [WriteOptions.group], fields: RecordKind.outcome.keys, examples: examples)
  }

  init(_ parsed: Parsed) throws {
    self.init(items: try parsed.value(of: Self.operand), options: WriteOptions(parsed))
  }

  func run(in context: CommandContext) throws {
    try changeAll(in: context)
  }

  func changeAll(in context: CommandContext) throws {
    let network = try context.network()
    let viewer = try context.viewer()
    try context.bulk(items, options, of: Self.subject) {
      try change($0, in: network, as: viewer, at: context.now, $1)
    }
  }
}
