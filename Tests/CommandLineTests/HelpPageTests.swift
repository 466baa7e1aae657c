import CommandLine
import Support
import Testing

@testable import profilectl

@Suite struct HelpPageTests {
  private func page(_ subject: HelpSubject, width: Int = 80) -> String {
    HelpPage(subject, SampleCommands.catalog).text(width: width)
  }

  @Test func `the overview groups the commands`() {
    Golden.expect(page(.overview))
  }

  @Test func `a page says all about a command`() {
    Golden.expect(page(.command(Follow.declaration)))
  }

  @Test func `a page of options names values and fallbacks`() {
    Golden.expect(page(.command(Timeline.declaration)))
  }

  @Test func `a page names the commands below it`() {
    #expect(page(.command(Cache.declaration)).contains("SUBCOMMANDS:\n  cache clear"))
  }

  @Test(arguments: Topic.allCases)
  func `a topic has a page`(topic: Topic) {
    Golden.expect(page(.topic(topic)), topic.rawValue)
  }

  @Test func `the manual holds every command`() {
    Golden.expect(CommandsManual(catalog: SampleCommands.catalog).markdown)
  }

  @Test(arguments: [40, 60, 80, 100, 200])
  func `no line is wider than asked, unless it is one word`(width: Int) {
    let subjects: [HelpSubject] =
      [.overview] + SampleCommands.catalog.declarations.map { .command($0) }
      + Topic.allCases.map { .topic($0) }
    for subject in subjects {
      for line in page(subject, width: width).split(separator: "\n") where line.count > width {
        let text = line.drop { $0 == " " }
        #expect(!text.contains(" ") || isLabel(line), "\(line)")
      }
    }
  }

  /// Labels of tables are never broken.
  private func isLabel(_ line: Substring) -> Bool {
    line.hasPrefix("  ") && !line.hasPrefix("   ")
  }

  @Test func `the program's own words are ASCII`() {
    let pages = [HelpSubject.overview] + Topic.allCases.map { .topic($0) }
    for subject in pages { #expect(page(subject).utf8.allSatisfy { $0 < 0x7F }) }
  }

  @Test func `every error code stands in the topic with its status`() {
    let page = page(.topic(.exitCodes), width: 1_000)
    for code in ErrorCode.allCases {
      let line = page.split(separator: "\n").first { $0.hasPrefix("  \(code.status.rawValue) ") }
      #expect(line?.contains(code.rawValue) == true)
    }
  }
}
