import CommandLine
import Rendering

/// One line: its words, its place and its command.
struct Line {
  /// The words without the name of the program.
  let words: [Token]
  /// The text of the line, if `#` begins a comment in it; otherwise empty.
  let bytes: [UInt8]
  /// The place in a script, as in `seed.pctl:12`; nil for a line that was typed.
  private(set) var place: String?
  private(set) var origin: LineOrigin
  /// Nil if no command was recognised.
  private(set) var declaration: Declaration?
  /// The changes the line may make; a dry run makes none.
  let writeScope: WriteScope
  /// The value of `--db` on this line; nil if it has none.
  let namedDatabase: String?

  init(
    _ words: [Token] = [], of bytes: [UInt8] = [], at place: String? = nil, from origin: LineOrigin,
    declaration: Declaration? = nil, writeScope: WriteScope = .network, namedDatabase: String? = nil
  ) {
    self.words = words
    self.bytes = bytes
    self.place = place
    self.origin = origin
    self.declaration = declaration
    self.writeScope = writeScope
    self.namedDatabase = namedDatabase
  }

  /// A line that can't be split; its words are the text between blanks.
  init(
    unsplit bytes: [UInt8], at place: String? = nil, from origin: LineOrigin,
    in catalog: CommandCatalog
  ) {
    let text = TypedBytes.validText(bytes)
    let words = text?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    let tokens = Line.withoutProgram(Token.list(words.map { Array($0.utf8) }))
    self.init(
      tokens, at: place, from: origin, declaration: Parser(catalog).command(namedIn: tokens))
  }

  /// The same line from another origin.
  func from(_ origin: LineOrigin) -> Line {
    var line = self
    line.origin = origin
    return line
  }

  /// The same line at a place in a script or on standard input.
  func at(_ place: String) -> Line {
    var line = self
    line.place = place
    return line
  }

  /// The same line with that command.
  func of(_ declaration: Declaration?) -> Line {
    var line = self
    line.declaration = declaration
    return line
  }

  /// The words without a leading `profilectl`, so that hints can be typed as shown.
  static func withoutProgram(_ words: [Token]) -> [Token] {
    words.first?.text == "profilectl" ? Token.moved(words.dropFirst()) : words
  }
}

/// The origin of lines, and the properties that all of them share.
struct LineOrigin {
  /// The place where a line is typed, which decides what it may ask for.
  enum Surface {
    case shell, interactive, script
    /// Typed after the colon of the browser; only the browser may write to the screen.
    case browser
  }

  var surface = Surface.shell
  /// Whether a prompt follows the line.
  var isAtPrompt = false
  /// Whether signals are held, because the line that runs these lines still has to clean up.
  var holdsSignals = false
  /// Whether that prompt is the browser's.
  var isInBrowser = false
  /// Whether that browser prints its pages as lines.
  var printsPages = false
  /// The options that hold for every line.
  var inherited: [GivenOption] = []
  /// Whether errors of lines that don't name a format are JSON.
  var speaksJSON = false
  /// Whether a refused line undoes those before it.
  var undoesAll = false
  /// The scripts that run inside each other, the outermost first.
  var running: [String] = []
  /// Called from any thread with the progress of a line, where the browser draws it.
  var onProgress: (@Sendable (SafeText) -> Void)?

  /// The options of a line that its inner lines inherit: the global ones, except the format of its
  /// single answer.
  static func inheritance(of parsed: Parsed, answersOnce: Bool = true) -> [GivenOption] {
    let form = [GlobalOptions.json.shape.name, GlobalOptions.format.shape.name]
    let ownForm = answersOnce && (try? parsed.format()) == .json ? form : []
    let own = ownForm + [GlobalOptions.fields.shape.name]
    return parsed.options.filter { option in
      GlobalOptions.shapes.contains { $0.name == option.name } && !own.contains(option.name)
    }
  }

  /// The usage error for a request that only a shell may make.
  var shellsOnly: UsageError.Kind { surface == .browser ? .notInBrowser : .onlyInShell }

  /// The same origin on the browser's screen.
  func onScreen(inheriting options: [GivenOption]) -> LineOrigin {
    var screen = self
    (screen.surface, screen.inherited) = (.browser, options)
    (screen.isAtPrompt, screen.isInBrowser, screen.speaksJSON) = (true, true, false)
    return screen
  }
}
