import Foundation
import Support
import Synchronization
import Testing

@Suite struct GoldenTests {
  @Test func `a text equal to its file passes`() {
    Golden.expect("one\ntwo\n")
    Golden.expect("another\n", "of the same test")
  }

  @Test func `a missing file is told`() throws {
    #expect(try issue { Golden.expect("x\n", filePath: $0) }.contains("is missing"))
  }

  @Test func `a changed line is shown with its neighbours`() throws {
    let text = try issue { path in
      let golden = URL(fileURLWithPath: path).deletingLastPathComponent()
        .appendingPathComponent("Golden/X/a-changed-line-is-shown-with-its-neighbours.txt")
      try FileManager.default.createDirectory(
        at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("1\n2\n3\n4\ne\u{301}\n6".utf8).write(to: golden)
      Golden.expect("1\n2\n3\n4\n\u{E9}\n6\n", filePath: path)
    }
    #expect(text.contains("@@ line 3\n 3\n 4\n-e\\u{301}\n+é\n 6\n-(no line feed at the end)"))
  }

  /// What a failing comparison says about a test file in a folder of its own.
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
