import Foundation
import Support
import Testing

/// Tests that the lines of the README, typed in order, do what it says.
@Suite struct ReadmeTests {
  private let text: String
  private let shell: Program

  init() throws {
    text = try String(contentsOfFile: Repository.path + "/README.md", encoding: .utf8)
    var shell = try Program()
    // The package is installed by `Scripts/check-dist`; here sudo keeps its words.
    try shell.home.write("#!/bin/sh\nprintf '%s\\n' \"$*\" >>asked\n", to: "sudo")
    chmod(shell.home.file("sudo"), 0o755)
    let built = URL(fileURLWithPath: Program.built).deletingLastPathComponent().path
    let path = shell.environment["PATH"] ?? "/usr/bin:/bin"
    shell.environment["PATH"] = "\(built):\(shell.home.path):\(path)"
    shell.environment["NO_COLOR"] = "1"
    shell.executable = "/bin/sh"
    self.shell = shell
  }

  /// The lines of the first block of a kind.
  private func block(_ kind: String) -> [String] {
    let after = text.components(separatedBy: "```\(kind)\n").dropFirst().first ?? ""
    let lines = after.components(separatedBy: "\n```")[0]
    return lines.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// What a line prints on a terminal of 80 columns.
  private func answer(to line: String) throws -> [String] {
    let terminal = try PseudoTerminal(shell, "-c", line)
    let status = try terminal.wait()
    #expect(status == 0, "\(line): \(terminal.text)")
    return terminal.text.split(separator: "\r\n").map(String.init)
  }

  @Test func `it is short, and begins with one picture`() throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 90)
    let pictures = lines.filter { $0.hasPrefix("![") }
    #expect(pictures.count == 1)
  }

  @Test func `every link leads to a file`() throws {
    let folder = Repository.path
    for (name, place) in [("README.md", folder), ("docs/guide.md", folder + "/docs")] {
      let page = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      let links = page.components(separatedBy: "](").dropFirst().compactMap {
        $0.split(separator: ")").first?.split(separator: "#").first.map(String.init)
      }
      for link in links where !page.contains("](#\(link))") {
        #expect(FileManager.default.fileExists(atPath: "\(place)/\(link)"), "\(name): \(link)")
      }
    }
  }

  @Test func `the two commands name the package of this version and show the demo`() throws {
    let lines = block("sh")
    try #require(lines.count == 2)
    _ = try answer(to: lines[0])
    var program = shell
    program.executable = Program.built
    let version = try program.run("--version").stdout.trimmingCharacters(in: .newlines)
    let asked = try String(contentsOfFile: shell.home.file("asked"), encoding: .utf8)
    #expect(asked == "apt install ./profilectl_\(version)_amd64.deb\n")
    // Without a terminal the demo prints its first page.
    let demo = try shell.run("-c", lines[1])
    #expect(demo.status == 0 && demo.stdout.contains("Alice Marlowe"))
  }

  @Test func `the lines of a first network answer as written`() throws {
    var expected: [String] = []
    var (line, count): (String?, Int) = (nil, 0)
    func check() throws {
      guard let line else { return }
      #expect(try answer(to: line) == expected, "\(line)")
    }
    for text in block("console") {
      guard text.hasPrefix("$ ") else {
        expected.append(text)
        continue
      }
      try check()
      (line, expected, count) = (String(text.dropFirst(2)), [], count + 1)
    }
    try check()
    #expect(count == 5)
  }
}
