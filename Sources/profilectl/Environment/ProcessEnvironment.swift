import CommandLine
import Model
import Rendering
import Terminal

/// The environment of this process: its variables and streams, and the folders they name.
struct ProcessEnvironment {
  private(set) var variables: Environment
  let console: Console
  /// The microseconds by which the clock is ahead of the system's.
  private var clockLead: Int64 = 0

  init(variables: Environment, console: Console) {
    self.variables = variables
    self.console = console
  }

  /// The same environment with all of the program's own files in one folder, and with a clock that
  /// begins at `start`.
  func within(_ folder: String, startingAt start: Moment) -> ProcessEnvironment {
    var environment = self
    environment.variables = variables.overriding([
      "PROFILECTL_DB": "\(folder)/demo.db", "PROFILECTL_USER": "", "XDG_STATE_HOME": folder,
      "XDG_CONFIG_HOME": folder, "TMPDIR": folder,
    ])
    environment.clockLead = start.microseconds - Clock.now()
    return environment
  }

  /// A copy without a password in the variables of child processes, such as a pager or an editor.
  func hidingPassword() -> ProcessEnvironment {
    if Environment.isOwn("PGPASSWORD") { Engines.keepPassword() }
    guard let place = try? variables.value("PROFILECTL_DB"), Engines.holdsPassword(place),
      let hidden = try? variables.keepingToItself("PROFILECTL_DB")
    else { return self }
    var environment = self
    environment.variables = hidden
    return environment
  }

  /// The present moment by the clock.
  var clock: Moment { Moment(microseconds: Clock.now() + clockLead) }

  /// The path of a database; for the default database also its folder, which may be created.
  struct DatabasePlace {
    /// May hold a password.
    let path: String
    let ownFolder: String?

    var isServer: Bool { Engines.isServer(path) }
    /// As messages show it.
    var shown: String { Engines.shown(path) }
    /// The last part: the name of a file, or of a database.
    var name: String {
      shown.prefix { !isServer || $0 != "?" }.split(separator: "/").last.map(String.init) ?? ""
    }
  }

  /// `--db`, else `PROFILECTL_DB`, else the user's own database.
  func databasePlace(for options: GlobalOptions) throws -> DatabasePlace {
    if let path = try options.database ?? variables.value("PROFILECTL_DB") {
      guard Engines.isServer(path) else {
        return DatabasePlace(path: self.path(path), ownFolder: nil)
      }
      // Other users of the machine can read the arguments of a process.
      try Engines.check(server: path, allowsPassword: options.database == nil)
      return DatabasePlace(path: path, ownFolder: nil)
    }
    let folder = try ownFolder(in: "XDG_DATA_HOME", else: ".local/share")
    return DatabasePlace(path: "\(folder)/profilectl.db", ownFolder: folder)
  }

  /// A place that was typed as an argument, which others can read.
  func databasePlace(named typed: String) throws -> DatabasePlace {
    guard Engines.isServer(typed) else {
      return DatabasePlace(path: path(typed), ownFolder: nil)
    }
    try Engines.check(server: typed, allowsPassword: false)
    return DatabasePlace(path: typed, ownFolder: nil)
  }

  /// The path of a file that was typed.
  func path(_ typed: String) -> String {
    variables.path(typed)
  }

  /// The folder for temporary files.
  func temporaryFolder() throws -> String {
    guard let folder = try variables.value("TMPDIR"), folder.hasPrefix("/") else { return "/tmp" }
    return folder
  }

  /// The folder of files that are kept between runs.
  func stateFolder() throws -> String {
    try ownFolder(in: "XDG_STATE_HOME", else: ".local/state")
  }

  /// The folder of the keys of shared networks.
  func keyFolder() throws -> String {
    try ownFolder(in: "XDG_DATA_HOME", else: ".local/share") + "/keys"
  }

  /// The folder of the user's configuration.
  func configurationFolder() throws -> String {
    try ownFolder(in: "XDG_CONFIG_HOME", else: ".config")
  }

  /// Relative paths are ignored, as the XDG Base Directory Specification demands.
  private func ownFolder(in variable: String, else fallback: String) throws -> String {
    if let folder = try variables.value(variable), folder.hasPrefix("/") {
      return "\(folder)/profilectl"
    }
    guard let home = try variables.value("HOME") else {
      throw HomeUnknown(instead: variable)
    }
    return "\(home)/\(fallback)/profilectl"
  }

  /// The present moment: `--now`, else `PROFILECTL_NOW`, else the clock.
  func now() throws -> Moment {
    let clock = clock
    return try ValueKind.time.value(of: "PROFILECTL_NOW", in: variables, now: clock) ?? clock
  }

  /// The present moment, where a bad variable has been refused before.
  func present() -> Moment { (try? now()) ?? clock }

  /// The traits of answers.
  func traits(for options: GlobalOptions, now: Moment) throws -> Traits {
    let isTerminal = console.isTerminal(.output)
    var traits = Traits(
      width: try width(given: options.width, isTerminal: isTerminal),
      height: try height(isTerminal: isTerminal),
      depth: try depth(for: options, isTerminal: isTerminal),
      isASCII: try options.isASCII || !speaksUTF8(),
      isTerminal: isTerminal,
      isLight: try hasLightBackground(),
      now: now,
      zone: Zone(offset: LocalClock.local(now).offset),
    )
    traits.pictures = try pictures(in: traits)
    traits.hasLinks =
      try isTerminal && !traits.isASCII && traits.depth != .none && cursorTerminal() != nil
    traits.isBoldWithoutColor = try isTerminal && options.color != .never && cursorTerminal() != nil
    return traits
  }

  /// The protocol for pictures by the environment variables; does not ask the terminal.
  ///
  /// A multiplexer passes no pictures on, although it passes on the variables of its terminal.
  private func pictures(in traits: Traits) throws -> PictureScreen {
    guard traits.isTerminal, !traits.isASCII, traits.depth != .none else { return PictureScreen() }
    let cell = console.cellSize
    var screen = PictureScreen(cellWidth: cell?.width ?? 8, cellHeight: cell?.height ?? 16)
    screen.isPossible = try !isWithinMultiplexer()
    let program = try variables.value("TERM_PROGRAM")
    let terminal = try variables.value("TERM")
    if try variables.value("KITTY_WINDOW_ID") != nil || program == "ghostty"
      || ["xterm-kitty", "xterm-ghostty"].contains(terminal)
    {
      screen.use(.kitty)
    } else if program == "iTerm.app" || program == "WezTerm" {
      screen.use(.iterm)
    }
    return screen
  }

  func isWithinMultiplexer() throws -> Bool {
    try variables.value("TMUX") != nil || variables.value("STY") != nil
  }

  /// The width of help, which is shown even if options are wrong.
  func helpWidth() throws -> Int {
    min(HelpPage.widest, try width(given: nil, isTerminal: console.isTerminal(.output)))
  }

  /// The width of messages; unlimited unless a person reads them.
  var messageWidth: Int {
    let isTerminal = console.isTerminal(.error)
    return isTerminal ? (try? width(given: nil, isTerminal: true)) ?? .max : .max
  }

  private func width(given: Int?, isTerminal: Bool) throws -> Int {
    if let given { return given }
    if let columns = try variables.value("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return min(max(columns, 20), 1_000)
    }
    guard isTerminal, let columns = console.size?.columns, columns > 0 else { return 80 }
    return max(columns, 20)
  }

  /// The rows of the window: `LINES`, else the terminal's; nil if neither is known.
  func height(isTerminal: Bool) throws -> Int? {
    let rows = try variables.value("LINES").flatMap { Int($0) } ?? 0
    if rows > 0 { return min(rows, 1_000) }
    return isTerminal ? console.size?.rows : nil
  }

  /// `COLORFGBG` ends with the number of the background's colour, of sixteen.
  ///
  /// The two whites and the bright colours but grey are light.
  private func hasLightBackground() throws -> Bool {
    guard let colors = try variables.value("COLORFGBG"),
      let background = colors.split(separator: ";").last.flatMap({ Int($0) })
    else { return false }
    return background == 7 || (9...15).contains(background)
  }

  /// The option, then no-color.org, then the variables that force colour, then the terminal.
  private func depth(for options: GlobalOptions, isTerminal: Bool) throws -> ColorDepth {
    switch options.color {
    case .never: return .none
    case .always: return try forcedDepth()
    case .auto: break
    }
    if try variables.value("NO_COLOR") != nil { return .none }
    if try isForced("FORCE_COLOR") || isForced("CLICOLOR_FORCE") {
      return try forcedDepth()
    }
    return isTerminal ? try terminalDepth() : .none
  }

  /// The depth of the terminal, but at least sixteen colours.
  private func forcedDepth() throws -> ColorDepth {
    let depth = try terminalDepth()
    return depth == .none ? .ansi16 : depth
  }

  private func isForced(_ variable: String) throws -> Bool {
    let value = try variables.value(variable)
    return value != nil && value != "0"
  }

  /// The name of the terminal; nil for one that can't move its cursor.
  func cursorTerminal() throws -> String? {
    try variables.value("TERM").flatMap { $0 == "dumb" ? nil : $0 }
  }

  private func terminalDepth() throws -> ColorDepth {
    guard let terminal = try cursorTerminal() else { return .none }
    if let promise = try variables.value("COLORTERM"), ["truecolor", "24bit"].contains(promise),
      try !isWithinScreen(terminal)
    {
      return .trueColor
    }
    return terminal.contains("256color") ? .ansi256 : .ansi16
  }

  /// Whether GNU screen draws: it passes on `COLORTERM` but misreads true colours as attributes.
  private func isWithinScreen(_ terminal: String) throws -> Bool {
    guard terminal.utf8.starts(with: "screen".utf8) else { return false }
    return try variables.value("STY") != nil && variables.value("TMUX") == nil
  }

  /// Whether the locale, chosen as by setlocale(3), is UTF-8, as in `de_DE.UTF-8@euro`.
  func speaksUTF8() throws -> Bool {
    let locale =
      try variables.value("LC_ALL") ?? variables.value("LC_CTYPE")
      ?? variables.value("LANG") ?? ""
    let name = locale.utf8.prefix { $0 != UInt8(ascii: "@") }
    // Without its dash, and in lower case.
    let spelling = name.filter { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
    return spelling.suffix(4).elementsEqual("utf8".utf8)
  }
}

/// Neither `HOME` nor a variable that overrides it gives the folder of the user's own files.
struct HomeUnknown: Error, Equatable {
  let instead: String
}

extension LocalClock {
  /// The clock of the system's time zone.
  static func local(_ now: Moment) -> LocalClock {
    LocalClock(now: now) { Clock.offset(atMicroseconds: $0.microseconds) }
  }
}
