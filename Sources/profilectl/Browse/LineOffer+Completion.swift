import Browser
import CommandLine
import Terminal

extension LineOffer {
  /// The most paths that are offered.
  private static let mostPaths = 200

  /// The words that complete a line, found by the engine for shells.
  init(completing text: String, in interpreter: Interpreter, from origin: LineOrigin) {
    let completion = LineCompletion(interpreter: interpreter, origin: origin)
    let candidates = completion.candidates(for: text)
    guard let line = LineSplitter.unfinished(Array(text.utf8), knowsComments: false) else {
      self.init()
      return
    }
    if let files = candidates.files, files.lead.isEmpty {
      let paths = LineOffer.paths(of: files, in: interpreter.environment)
      self.init(completing: line, of: text, words: candidates.words, paths: paths)
    } else {
      self.init(
        completing: line, of: text, words: candidates.words, labels: candidates.lines,
        isCut: candidates.areCut, closesWord: candidates.closesWord)
    }
  }

  /// The matching paths; leaves out paths with control characters, which can't be typed.
  private static func paths(
    of files: LineEditor.Candidates.Files, in environment: ProcessEnvironment
  ) -> [String] {
    let typed = files.path
    let end = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let folder = String(typed[..<end])
    let names = FolderNames.names(
      in: folder.isEmpty ? "." : environment.path(folder), beginning: String(typed[end...]))
    return names.filter { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }
      .filter { !files.arePictures || FileKind.mayBePicture($0) }.map { folder + $0 }
  }

  /// The words for the end of a line; `labels`, if any, describe each of them.
  init(
    completing line: UnfinishedLine, of text: String, words: [String], labels: [String],
    isCut: Bool, closesWord: Bool
  ) {
    let end = line.quote.map { $0.position + 1 } ?? line.start
    self.init(
      words, after: String(decoding: text.utf8.prefix(end), as: UTF8.self),
      closing: closesWord ? line.quote.map { String($0.mark) } ?? "" : nil)
    self.isCut = isCut
    if labels.count == words.count {
      choices = zip(labels, words).map { Choice(label: $0, typed: $1) }
    }
  }

  /// Words and paths, quoted if necessary; of too many paths the first ones and the last one.
  init(completing line: UnfinishedLine, of text: String, words: [String], paths: [String]) {
    let isCut = paths.count > LineOffer.mostPaths
    let words =
      words + (isCut ? paths.prefix(LineOffer.mostPaths - 1) + paths.suffix(1) : paths)
    let isWhole = words.count == 1
    self.init()
    self.isCut = isCut
    lead = String(decoding: text.utf8.prefix(line.start), as: UTF8.self)
    closing = words.contains { $0.hasSuffix("/") } ? nil : ""
    choices = words.map { Choice(label: $0, typed: LineOffer.quoted($0, isWhole: true)) }
    common = LineOffer.quoted(LineOffer.commonStart(of: words), isWhole: isWhole)
  }

  /// The quoted word; the quotation mark stays open if the word may continue.
  private static func quoted(_ word: String, isWhole: Bool) -> String {
    if word.isEmpty { return word }
    let quoted = ShellWord.quoted(word)
    return (!isWhole || word.hasSuffix("/")) && quoted.hasSuffix("'")
      ? String(quoted.dropLast()) : quoted
  }
}
