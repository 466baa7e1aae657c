import Browser
import CommandLine
import Testing

@testable import profilectl

/// Tests completion of the line after the colon.
@Suite struct LineOfferTests {
  private func offer(_ words: [String], for text: String, closesWord: Bool = true) throws
    -> LineOffer
  {
    LineOffer(
      completing: try line(text), of: text, words: words, labels: [], isCut: false,
      closesWord: closesWord)
  }

  private func offer(paths: [String], words: [String] = [], for text: String) throws -> LineOffer {
    LineOffer(completing: try line(text), of: text, words: words, paths: paths)
  }

  private func line(_ text: String) throws -> UnfinishedLine {
    try #require(LineSplitter.unfinished(typedAtPrompt: Array(text.utf8)))
  }

  @Test func `of more paths than are offered only their common start is typed`() throws {
    let paths = (0..<300).map { "a\($0 + 100).pctl" } + ["b.pctl"]
    let offer = try offer(paths: paths, for: "run ")
    #expect(offer.isCut && offer.choices.count == 200)
    #expect(offer.choices.first?.label == "a100.pctl" && offer.choices.last?.label == "b.pctl")
    var prompt = Prompt(.command, "run ")
    prompt.take(offer)
    #expect(prompt.text == "run ")
    #expect(try self.offer(paths: ["no/"], words: ["none"], for: "run n").closing == nil)
    #expect(try !self.offer(paths: Array(paths.prefix(200)), for: "run ").isCut)
  }

  @Test func `a word follows the open quote and closes it`() throws {
    var prompt = Prompt(.command, "follow 'd")
    prompt.take(try offer(["dave", "dora"], for: "follow 'd"))
    #expect(prompt.text == "follow 'd")
    prompt.chooseNext(1)
    #expect(prompt.text == "follow 'dave'")
    prompt.chooseNext(1)
    #expect(prompt.text == "follow 'dora'")
    prompt = Prompt(.command, "follow 'dor")
    prompt.take(try offer(["dora"], for: "follow 'dor"))
    #expect(prompt.text == "follow 'dora' ")
    prompt = Prompt(.command, "follow '", after: "'")
    prompt.take(try offer(["dora"], for: "follow '"))
    #expect(prompt.text == "follow 'dora'")
    prompt = Prompt(.command, "post hi' @c")
    prompt.take(try offer([" @carol"], for: "post hi' @c", closesWord: false))
    #expect(prompt.text == "post hi' @carol")
  }

  @Test func `paths get quotes that stay open while there are several`() throws {
    var prompt = Prompt(.command, "run m")
    prompt.take(try offer(paths: ["my a", "my b's", "my c/"], for: "run m"))
    #expect(prompt.text == "run 'my ")
    prompt.chooseNext(1)
    prompt.chooseNext(1)
    #expect(
      try LineSplitter.words(of: Array(prompt.text.utf8)).map(\.text) == ["run", "my b's"])
    prompt.chooseNext(1)
    #expect(prompt.text == "run 'my c/")
    prompt.chooseNext(1)
    #expect(prompt.text == "run 'my a'")
  }

  @Test(arguments: ["Bob", "Bob \"$(x)\" \\` Ω", ""])
  func `a value in a line is read back as it was`(present: String) throws {
    let template = LineTemplate(name: "Name", line: "post ", present: present)
    let (stem, value, end) = template.parts
    for line in [stem + value + end, template.line(with: present)] {
      #expect(try LineSplitter.words(of: Array(line.utf8)).map(\.text) == ["post", present])
    }
  }

  @Test func `the help topic names every key`() {
    let help = HelpPage(.topic(.keys), AllCommands.list.catalog).text(width: 80)
    for binding in KeyTable.groups.flatMap(\.bindings) {
      #expect(help.contains(binding.label.string))
    }
  }
}
