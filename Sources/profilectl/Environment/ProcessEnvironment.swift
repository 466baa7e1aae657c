import CommandLine
import Model
import Rendering
import Terminal

/// What the program finds where it was started: variables, streams, and the folders they lead to.
struct ProcessEnvironment {
  let environment: Environment
  let console: Console

  /// Where a database is, and the folder that may be made for it because it is this program's own.
  struct DatabasePlace {
    let path: String
    let ownFolder: String?
  }

  /// `--db`, else `PROFILECTL_DB`, else the user's own database.
  func databasePlace(for options: GlobalOptions) throws -> DatabasePlace {
    if let path = try options.database ?? environment.value("PROFILECTL_DB") {
      return DatabasePlace(path: self.path(path), ownFolder: nil)
    }
    let folder = try ownFolder(in: "XDG_DATA_HOME", else: ".local/share")
    return DatabasePlace(path: "\(folder)/profilectl.db", ownFolder: folder)
  }

  /// Where a file that was named lies.
  func path(_ typed: String) -> String {
    environment.path(typed)
  }

  /// Where things may lie that nobody needs later.
  func temporaryFolder() throws -> String {
    guard let folder = try environment.value("TMPDIR"), folder.hasPrefix("/") else { return "/tmp" }
    return folder
  }

  /// Where the program remembers things between two runs.
  func stateFolder() throws -> String {
    try ownFolder(in: "XDG_STATE_HOME", else: ".local/state")
  }

  /// Relative paths are ignored, as the XDG Base Directory Specification demands.
  private func ownFolder(in variable: String, else fallback: String) throws -> String {
    if let folder = try environment.value(variable), folder.hasPrefix("/") {
      return "\(folder)/profilectl"
    }
    guard let home = try environment.value("HOME") else {
      throw HomeUnknown(instead: variable)
    }
    return "\(home)/\(fallback)/profilectl"
  }

  /// The present moment: `--now`, else `PROFILECTL_NOW`, else the clock.
  func now() throws -> Moment {
    let clock = Moment(microseconds: Clock.now())
    return try ValueKind.time.value(of: "PROFILECTL_NOW", in: environment, now: clock) ?? clock
  }

  /// How answers look here.
  func traits(for options: GlobalOptions, now: Moment) throws -> Traits {
    let isTerminal = console.isTerminal(.output)
    return Traits(
      width: try width(given: options.width, isTerminal: isTerminal),
      height: try height(isTerminal: isTerminal),
      depth: try depth(for: options, isTerminal: isTerminal),
      isASCII: try options.isASCII || !speaksUTF8(),
      isTerminal: isTerminal,
      isLight: try hasLightBackground(),
      now: now,
      zone: Zone { moment in Clock.offset(atMicroseconds: moment.microseconds) },
    )
  }

  /// How wide help may be, which is asked for where options may be wrong.
  func helpWidth() throws -> Int {
    try width(given: nil, isTerminal: console.isTerminal(.output))
  }

  /// How wide messages may be: anything where they are not for a person.
  var messageWidth: Int {
    let isTerminal = console.isTerminal(.error)
    return isTerminal ? (try? width(given: nil, isTerminal: true)) ?? .max : .max
  }

  private func width(given: Int?, isTerminal: Bool) throws -> Int {
    if let given { return given }
    if let columns = try environment.value("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return min(max(columns, 20), 1_000)
    }
    guard isTerminal, let columns = console.size?.columns, columns > 0 else { return 80 }
    return max(columns, 20)
  }

  /// The rows of the window, as `LINES` says, else the terminal; nil where neither does.
  func height(isTerminal: Bool) throws -> Int? {
    let rows = try environment.value("LINES").flatMap { Int($0) } ?? 0
    if rows > 0 { return min(rows, 1_000) }
    return isTerminal ? console.size?.rows : nil
  }

  /// `COLORFGBG` ends with the number of the background's colour, of sixteen: light are the two
  /// whites and the bright colours but grey.
  private func hasLightBackground() throws -> Bool {
    guard let colors = try environment.value("COLORFGBG"),
      let background = colors.split(separator: ";").last.flatMap({ Int($0) })
    else { return false }
    return background == 7 || (9...15).contains(background)
  }

  /// The option, then no-color.org, then the variables that force colour, then what the terminal
  /// can.
  private func depth(for options: GlobalOptions, isTerminal: Bool) throws -> ColorDepth {
    switch options.color {
    case .never: return .none
    case .always: return try forcedDepth()
    case .auto: break
    }
    if try environment.value("NO_COLOR") != nil { return .none }
    if try isForced("FORCE_COLOR") || isForced("CLICOLOR_FORCE") {
      return try forcedDepth()
    }
    return isTerminal ? try terminalDepth() : .none
  }

  /// Who insists on colour gets some, whatever the terminal is.
  private func forcedDepth() throws -> ColorDepth {
    let depth = try terminalDepth()
    return depth == .none ? .ansi16 : depth
  }

  private func isForced(_ variable: String) throws -> Bool {
    let value = try environment.value(variable)
    return value != nil && value != "0"
  }

  /// What the terminal is called; nil for one that can't move its cursor.
  func cursorTerminal() throws -> String? {
    try environment.value("TERM").flatMap { $0 == "dumb" ? nil : $0 }
  }

  private func terminalDepth() throws -> ColorDepth {
    guard let terminal = try cursorTerminal() else { return .none }
    if let promise = try environment.value("COLORTERM"), ["truecolor", "24bit"].contains(promise),
      try !isWithinScreen(terminal)
    {
      return .trueColor
    }
    return terminal.contains("256color") ? .ansi256 : .ansi16
  }

  /// GNU screen hands on what the terminal around it promises, and takes the parts of a true colour
  /// for attributes.
  private func isWithinScreen(_ terminal: String) throws -> Bool {
    guard terminal.utf8.starts(with: "screen".utf8) else { return false }
    return try environment.value("STY") != nil && environment.value("TMUX") == nil
  }

  /// The locale as setlocale(3) would choose it for characters, as in `de_DE.UTF-8@euro`.
  func speaksUTF8() throws -> Bool {
    let locale =
      try environment.value("LC_ALL") ?? environment.value("LC_CTYPE")
      ?? environment.value("LANG") ?? ""
    let name = locale.utf8.prefix { $0 != UInt8(ascii: "@") }
    // Without its dash, and with the bit set that makes capitals small.
    let spelling = name.filter { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
    return spelling.suffix(4).elementsEqual("utf8".utf8)
  }
}
