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
    guard let line = LineSplitter.unfinished(typedAtPrompt: Array(text.utf8)) else {
      self.init()
      return
    }
    if !candidates.paths.isEmpty, candidates.lead.isEmpty {
      self.init(
        completing: line, of: text, words: candidates.words, paths: candidates.paths)
    } else {
      self.init(
        completing: line, of: text, words: candidates.words, labels: candidates.lines,
        isCut: candidates.areCut, closesWord: candidates.closesWord)
    }
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
