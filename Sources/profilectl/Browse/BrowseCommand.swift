import Browser
import CommandLine
import Model
import Rendering
import Services
import Terminal

/// `browse`: profiles on the whole screen.
struct BrowseCommand: DeclaredCommand {
  static let name = "browse"
  static let user = Operand(optional: .handle, "The user to show first; you by default.")
  static let header = Option(
    "header", key: "browse.header", .choice("style"), default: HeaderStyle.stretchy,
    "Use this style of header.")
  static let noMotion = Switch(
    "no-motion", key: "browse.no-motion", "Turn animations off.")
  static let noMouse = Switch(
    "no-mouse", key: "browse.no-mouse", "Do not capture the mouse; the terminal handles it.")
  static let linear = Switch(
    "linear", key: "browse.linear",
    "Print pages as lines with numbered choices, for screen readers.")
  /// How the screen is drawn.
  static let drawing = OptionGroup(
    options: [header.shape, ShowCommand.columns.shape, noMotion.shape, noMouse.shape]
      + PictureOptions.group.options)
  static let declaration = Declaration(
    name, "Browse profiles on the whole screen.",
    discussion: """
      Arrow keys choose, Enter opens, and Esc goes back. '?' shows all keys, and ':' takes any \
      command. Changes by other processes are shown at once. If a change removes the page or \
      replaces the chosen row, the browser ignores keys for half a second. The terminal is \
      restored when you leave. With --linear, you answer each page with a line: a number opens its \
      row, a number and a word act on it, and '?' lists the words.
      """,
    group: .interactive, writeScope: .nothing, operands: [user.shape],
    options: [linear.shape], groups: [drawing],
    exclusive: drawing.options.map { [linear.shape, $0] },
    formats: [.text],
    examples: [
      .init("profilectl browse bob", "the profile of @bob first"),
      .init("profilectl browse --header three-state", "with another style of header"),
      .init(
        "echo q | profilectl browse bob --linear", "only the first page, as lines"),
    ])

  private let user: Handle?
  private let screenOptions: BrowserLauncher.ScreenOptions
  private let isHeaderGiven: Bool
  private let isLinear: Bool
  private let inherited: [GivenOption]

  init(_ parsed: Parsed) throws {
    user = try parsed.value(of: Self.user)
    screenOptions = try BrowserLauncher.ScreenOptions(parsed)
    isHeaderGiven = parsed.isGiven(Self.header.shape)
    isLinear = parsed.value(of: Self.linear)
    inherited = LineOrigin.inheritance(of: parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    switch context.surface {
    case .script: throw UsageError(.notInScript, at: Token.word(Self.name))
    case .browser:
      if isLinear, !context.line.origin.printsPages {
        throw UsageError(.notInBrowser, at: Token.word(Self.linear.shape.spelled))
      }
      var destination = try context.destination(user)
      destination.header = isHeaderGiven ? screenOptions.header : nil
      destination.endsMotion = !screenOptions.hasMotion
      destination.leavesMouse = !screenOptions.usesMouse
      return CommandResult(opens: destination)
    case .shell where isLinear, .interactive where isLinear:
      return CommandResult(
        status: try BrowserLauncher(context, inheriting: inherited).runLinear(user))
    case .shell, .interactive:
      try requireScreen(in: context)
      return CommandResult(
        status: try BrowserLauncher(context, inheriting: inherited).run(user, screenOptions))
    }
  }

  /// Refuses to draw without a terminal, and names a command that works.
  private func requireScreen(in context: CommandContext) throws {
    let name = user.map { [$0.text] } ?? []
    guard context.inputIsTerminal, context.environment.console.isTerminal(.output) else {
      let users = try? context.network().users
      let shown = try? users?.user(user.map(Viewer.named) ?? context.viewer())
      throw UsageError(.needsTerminal(instead: shown == nil ? ["users"] : ["show"] + name))
    }
    guard try context.environment.cursorTerminal() != nil else {
      throw UsageError(.needsCursor(instead: ["browse", "--linear"] + name))
    }
  }
}

extension BrowserLauncher.ScreenOptions {
  /// Reads the options for drawing.
  init(_ parsed: Parsed) throws {
    self.init(
      header: try parsed.value(of: BrowseCommand.header),
      hasMotion: !parsed.value(of: BrowseCommand.noMotion),
      usesMouse: !parsed.value(of: BrowseCommand.noMouse), pictures: try PictureOptions(parsed),
      columns: try parsed.value(of: ShowCommand.columns))
  }
}

extension CommandContext {
  /// The profile of a user, for a browser in which the line was typed.
  func destination(_ user: Handle?) throws -> Destination {
    let profile = try network().users.profile(of: user, as: try viewer())
    return Destination(.profile(.person(UserReference(profile.item.user)), .posts))
  }
}
