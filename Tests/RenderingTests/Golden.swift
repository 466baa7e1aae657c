import Foundation
import Rendering
import Testing

/// Compares an output with its golden file.
///
/// `PROFILECTL_RECORD=1` rewrites the file. A recording run still fails.
func expectGolden(
  _ output: Output, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden/\(name).txt")
  if ProcessInfo.processInfo.environment["PROFILECTL_RECORD"] == "1" {
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data(output.bytes).write(to: file)
    Issue.record("recorded \(name)", sourceLocation: sourceLocation)
    return
  }
  let kept = try? Data(contentsOf: file)
  #expect(kept != nil, "no golden file \(name)", sourceLocation: sourceLocation)
  #expect(
    output.text == kept.map { String(decoding: $0, as: UTF8.self) }, sourceLocation: sourceLocation)
}
