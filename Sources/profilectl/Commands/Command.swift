import CommandLine

/// One thing that can be asked for, from its declaration to its answer.
protocol Command: SendableMetatype {
  /// One word, or two where the first is a command too, such as `cache clear`.
  static var name: String { get }
  static var declaration: Declaration { get }

  /// What that line of it may change, or would: a rehearsal is told like the real thing.
  static func reach(of parsed: Parsed) -> Reach

  /// Reads every value it declares; after this a usage error is impossible.
  init(_ parsed: Parsed) throws

  func run(in session: CommandContext) throws
}

extension Command {
  static func reach(of parsed: Parsed) -> Reach { declaration.reach }
}

extension CommandCatalog {
  /// The catalog of these commands.
  init(_ types: [any Command.Type]) {
    self.init(names: types.map { $0.name }, details: { .ofProgram }) { types[$0].declaration }
  }
}
