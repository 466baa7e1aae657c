import CommandLine
import Files
import Model
import Rendering
import Services
import Storage
import Terminal

/// The words of a post: typed, from standard input, or from the user's editor.
struct PostComposer {
  /// Longer input is refused before it is read.
  private static let mostInput = 1 << 20
  /// Below this line, lines that begin with `# ` are comments.
  private static let cutLine = "# ------------------------ >8 ------------------------"

  let text: PostText?
  let readsInput: Bool
  /// Whether the post needs no text, because it has a picture.
  var mayBeEmpty = false
  /// Whether the words are those of a post that exists.
  var isEdit = false

  private func opensEditor(in context: CommandContext) -> Bool {
    [.shell, .interactive].contains(context.surface) && context.inputIsTerminal
      && context.options.mayAsk
  }

  /// Calls `publish` with the words.
  ///
  /// `page` gives the first words and the comments of the editor's page; it throws the errors that
  /// don't depend on the words. If `publish` refuses edited words, their file is kept.
  func compose(
    in context: CommandContext, nothingAsked: UsageError.Kind,
    page: () throws -> (words: String, comments: [String]),
    _ publish: (PostText) throws -> CommandResult
  ) throws -> CommandResult {
    if let text { return try publish(text) }
    if mayBeEmpty, !readsInput { return try publish(PostText("")) }
    // Outside a shell, standard input is not the line's own.
    if readsInput || (context.surface == .shell && !context.inputIsTerminal) {
      return try publish(PostText(TypedBytes.text(try PostComposer.input(), for: .text)))
    }
    guard opensEditor(in: context) else { throw UsageError(nothingAsked) }
    let (words, comments) = try page()
    let editor = try PostComposer.editor(in: context.environment.variables)
    let shown = self.page(words, comments)
    let file = try TemporaryFile(
      in: try context.environment.temporaryFolder(), ending: ".txt", shown)
    do {
      let result = try publish(
        try PostText(try PostComposer.edit(file, showing: shown, of: words, with: editor)))
      file.remove()
      return result
    } catch let error as NothingWritten {
      file.remove()
      throw error.reason
    } catch {
      PostComposer.sayKept(file, in: context)
      throw error
    }
  }

  /// Says where the words are, unless the editor has removed the file.
  static func sayKept(_ file: TemporaryFile, in context: CommandContext) {
    guard FolderNames.isThere(file.path) else { return }
    try? context.say("Note: Your words are in \(SafeText(file.path)).")
  }

  /// Standard input without the line ends at its end; CRLF becomes LF.
  private static func input() throws -> [UInt8] {
    let typed = try StandardInput().readAll(limit: mostInput)
    let kept = typed.indices.filter { index in
      typed[index] != UInt8(ascii: "\r")
        || typed[min(index + 1, typed.count - 1)] != UInt8(ascii: "\n")
    }
    return withoutLineEnds(kept.map { typed[$0] })
  }

  private static func withoutLineEnds(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    while bytes.last == UInt8(ascii: "\n") || bytes.last == UInt8(ascii: "\r") {
      bytes.removeLast()
    }
    return bytes
  }

  /// The page that an editor shows.
  func page(_ words: String, _ comments: [String]) -> [UInt8] {
    let refusal = isEdit ? "changes" : "publishes"
    let lines =
      [words, PostComposer.cutLine, "# Write above this line; an empty text \(refusal) nothing."]
      + comments
      .flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }.map { "# \($0)" }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// The words of a page: all lines above the cut line, and the lines below it that are not
  /// comments.
  ///
  /// Without a cut line only the comments of the page as it was shown are left out.
  private static func words(
    ofPage bytes: [UInt8], shownAs shown: [UInt8]
  ) throws(RuleBreach) -> String {
    let page = lines(of: try TypedBytes.text(bytes, for: .text))
    let comments = Set(lines(of: String(decoding: shown, as: UTF8.self)).filter(isComment))
    let hasCut = page.contains { $0 == cutLine }
    var isBelow = false
    let lines = page.filter { line in
      if line == cutLine { isBelow = true }
      return hasCut ? !(isBelow && isComment(line)) : !comments.contains(line)
    }
    let words = withoutLineEnds(Array(lines.joined(separator: "\n").utf8))
    return String(decoding: words, as: UTF8.self)
  }

  private static func lines(of page: String) -> [Substring] {
    page.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }

  private static func isComment(_ line: Substring) -> Bool { line == "#" || line.hasPrefix("# ") }

  /// Throws `NothingWritten` unless the editor leaves new words.
  private static func edit(
    _ file: TemporaryFile, showing page: [UInt8], of words: String, with editor: [String]
  ) throws -> String {
    let hasEnded = TextEditor.edit(file.path, with: editor)
    let stop = Interruption.pending == nil ? nil : ServiceError.storage(.interrupted)
    guard stop != nil || hasEnded == true else {
      throw NothingWritten(reason: PostError.editorFailed(editor[0]))
    }
    let edited = try PostComposer.words(ofPage: file.read(atMost: mostInput), shownAs: page)
    if edited == words || edited.allSatisfy(\.isWhitespace) {
      throw NothingWritten(reason: stop ?? PostError.unwritten)
    }
    if let stop { throw stop }
    return edited
  }

  /// Thrown where no file of the user's words needs to be kept.
  private struct NothingWritten: Error {
    let reason: any Error
  }

  /// `VISUAL`, `EDITOR` or vi, split like a line of a script.
  static func editor(in variables: Environment) throws -> [String] {
    for variable in ["VISUAL", "EDITOR"] {
      guard let line = try variables.value(variable) else { continue }
      do throws(LineSplitter.SplitError) {
        let words = try LineSplitter.words(of: Array(line.utf8)).map(\.text)
        if !words.isEmpty { return words }
      } catch {
        throw PostError.editorUnreadable(variable: variable, error)
      }
    }
    return ["vi"]
  }
}
