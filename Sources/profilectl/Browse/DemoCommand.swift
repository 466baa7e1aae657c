import CommandLine
import Files
import Rendering
import Seeding
import Terminal

/// `demo`: the sample network in a temporary folder, in the browser.
struct DemoCommand: DeclaredCommand {
  static let name = "demo"
  static let declaration = Declaration(
    name, "Look around in a sample network; nothing is kept.",
    discussion: """
      You act as @\(SampleNetwork.viewer) in the network of a small town. You can read, follow, \
      like and write. The network is in a temporary folder, which is deleted at the end. The \
      command ignores --db, --as and logins. Without a terminal, it prints the first page.
      """,
    group: .interactive, writeScope: .nothing, groups: [BrowseCommand.drawing],
    examples: [.init("profilectl demo", "'?' shows the keys, 'q' leaves")])

  private let drawing: [GivenOption]
  private let inherited: [GivenOption]

  init(_ parsed: Parsed) throws {
    let ignored = [GlobalOptions.database.shape.name, GlobalOptions.user.shape.name]
    inherited = LineOrigin.inheritance(of: parsed).filter { !ignored.contains($0.name) }
    // A bad value is refused as one of this command.
    _ = try BrowserLauncher.ScreenOptions(parsed)
    let names = BrowseCommand.drawing.options.map(\.name)
    drawing = parsed.ownOptions.filter { names.contains($0.name) }
  }

  func run(in context: CommandContext) throws -> CommandResult {
    guard context.surface == .shell else {
      throw UsageError(context.line.origin.shellsOnly, at: Token.word(Self.name))
    }
    // A signal must not end the process before the folder is removed.
    Interruption.hold()
    let environment = context.environment
    let folder = try LockedFolder(
      in: environment.temporaryFolder(), beginning: "profilectl-demo-")
    defer { folder.remove() }
    try PrivateFile(folder: folder.path, name: "demo.db").replace(with: SampleNetwork.file)
    // The demo reads the user's configuration; changes to it are removed with the folder.
    let configuration = try ConfigurationFile(environment).read()
    let environmentWithin = environment.within(folder.path, startingAt: SampleNetwork.end)
    _ = try ConfigurationFile(environmentWithin).change { text in
      text = configuration
      return false
    }
    var origin = LineOrigin()
    (origin.inherited, origin.holdsSignals) = (inherited, true)
    let interpreter = Interpreter(environmentWithin, context.interpreter.commands)
    func carryOut(_ words: [String]) throws -> CommandResult {
      try interpreter.carryOut(Token.list(words.map { Array($0.utf8) }), from: origin)
    }
    _ = try carryOut(["login", SampleNetwork.viewer, "--quiet"])
    guard try context.recordFormat == nil && drawsOnScreen(in: context) else {
      let format = context.options.format.map { ["--format=\($0.rawValue)"] } ?? []
      return try carryOut(["show"] + words(acceptedBy: ShowCommand.declaration) + format)
    }
    let result = try carryOut(["browse"] + words(acceptedBy: BrowseCommand.declaration))
    if result.status == .done {
      try context.remark(
        "The demo is gone. Begin a network of your own:", .command(Phrases.firstUser))
    }
    return result
  }

  /// The options for drawing that a command has, as they were given.
  private func words(acceptedBy declaration: Declaration) -> [String] {
    drawing.filter { option in declaration.options.contains { $0.name == option.name } }
      .map { option in "--\(option.name)" + (option.text.map { "=\($0)" } ?? "") }
  }

  private func drawsOnScreen(in context: CommandContext) throws -> Bool {
    try context.inputIsTerminal && context.environment.console.isTerminal(.output)
      && context.environment.cursorTerminal() != nil
  }
}
