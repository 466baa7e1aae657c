import CommandLine
import Model

/// A line to type after a failure, as words without quotation marks.
enum Hint: Equatable, Sendable {
  /// A line of this program that concerns a database.
  case command([String])
  /// A line of this program that concerns the program itself.
  case question([String])
  /// A line of this program that is typed after a colon.
  case afterColon([String])
  /// A line for another program, with files that it must not take for options.
  case other([String], about: [String] = [])
  /// A line of this program whose answer the shell writes to a file.
  case redirected([String], to: String)

  static func help(_ topic: String) -> Hint {
    .question(["help", topic])
  }

  /// Shows that post.
  static func view(_ post: Post.ID) -> Hint { .command(["view", String(post.number)]) }

  /// Shows how full the disks are.
  static let diskSpace = Hint.other(["df", "-h"])

  /// Shows a limit of the shell, by the option of `ulimit`.
  static func limit(_ option: String) -> Hint { .other(["ulimit", option]) }

  /// Shows the owner and the permissions of a file or folder.
  static func attributes(of path: String) -> Hint { .other(["ls", "-ld"], about: [path]) }

  var line: String {
    switch self {
    case .command(let words), .question(let words): Hint.line(["profilectl"] + words)
    case .afterColon(let words): ":" + Hint.line(words)
    case .other(let words, let paths):
      Hint.line(words + paths.map { $0.hasPrefix("-") ? "./\($0)" : $0 })
    case .redirected(let words, let path): Hint.line(["profilectl"] + words) + " > \(path)"
    }
  }

  private static func line(_ words: [String]) -> String {
    words.map { ShellWord.readable(TypedPassword.removed(from: $0)) }.joined(separator: " ")
  }

  /// The hint with the database and the user of the failed line; nil if it can't be typed as shown.
  ///
  /// If the earlier lines are undone too, a single line is no next step, except `doctor`.
  func within(_ context: FailureContext) -> Hint? {
    switch self {
    // A user does not type a longer line.
    case _ where line.utf8.count > 1_000: nil
    case .command(let words) where context.areEarlierLinesUndone && words.first != "doctor":
      .help("scripting")
    case .redirected where context.isAtPrompt: nil
    case .other(let words, let paths)
    where context.isAtPrompt || (words + paths).contains { shown($0) != $0 }:
      nil
    default:
      with(GlobalOptions.user.shape, context.namedUser?.text)?
        .with(GlobalOptions.database.shape, context.namedDatabase)?
        .typed(inBrowser: context.line.origin.isInBrowser)
    }
  }

  private func typed(inBrowser isInBrowser: Bool) -> Hint {
    switch self {
    case .command(let words) where isInBrowser, .question(let words) where isInBrowser:
      .afterColon(words)
    default: self
    }
  }

  /// The hint with a value of that option, unless it has one; nil if that can't be typed as shown.
  private func with(_ option: OptionShape, _ value: String?) -> Hint? {
    let option = option.spelled
    guard case .command(let words) = self, let value,
      !words.contains(where: { $0 == option || $0.hasPrefix("\(option)=") })
    else { return self }
    return shown(value) == value ? .command([option, value] + words) : nil
  }
}
