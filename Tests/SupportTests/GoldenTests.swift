import Foundation
import Support
import Synchronization
import Testing

@Suite struct GoldenTests {
  @Test func `a text equal to its file passes`() {
    Golden.expect("one\ntwo\n")
    Golden.expect("another\n", "of the same test")
  }

  @Test func `a missing file is reported`() throws {
    #expect(try issue { Golden.expect("x\n", filePath: $0) }.contains("is missing"))
  }

  @Test func `a changed line is reported with the lines around it`() throws {
    let text = try issue { path in
      try keep(
        "1\n2\n3\n4\n5\n6", "a-changed-line-is-reported-with-the-lines-around-it", beside: path)
      Golden.expect("1\n2\n3\n4\nfive\n6\n", filePath: path)
    }
    #expect(text.contains("@@ line 3\n 3\n 4\n-5\n+five\n 6\n-(no line feed at the end)"))
  }

  @Test func `another spelling of an accent is a change`() throws {
    let text = try issue { path in
      try keep("e\u{301}\n", "another-spelling-of-an-accent-is-a-change", beside: path)
      Golden.expect("\u{E9}\n", filePath: path)
    }
    #expect(text.contains("-e\\u{301}\n+\u{E9}"))
  }

  private func keep(_ text: String, _ name: String, beside path: String) throws {
    let golden = URL(fileURLWithPath: path).deletingLastPathComponent()
      .appendingPathComponent("Golden/X/\(name).txt")
    try FileManager.default.createDirectory(
      at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: golden)
  }

  /// The message of a failing comparison.
  private func issue(_ body: (String) throws -> Void) throws -> String {
    let folder = try TemporaryFolder()
    let shown = Mutex("")
    try withKnownIssue {
      try body(folder.file("X.swift"))
    } matching: { issue in
      shown.withLock { $0 = "\(issue)" }
      return true
    }
    return shown.withLock(\.self)
  }
}
