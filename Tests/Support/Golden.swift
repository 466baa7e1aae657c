import Foundation
import Testing

/// Expected output in files: `Golden/<suite>/<test>.txt` beside the test's file.
///
/// `PROFILECTL_RECORD=1` rewrites them. A recording run still fails, so that the change is
/// reviewed.
package enum Golden {
  /// Compares byte by byte.
  ///
  /// The suite is the name of the test's file, the test that of its function. `variant`
  /// distinguishes several files of one test.
  package static func expect(
    _ actual: String, _ variant: String? = nil, filePath: String = #filePath,
    function: String = #function, location: SourceLocation = #_sourceLocation
  ) {
    let file = URL(fileURLWithPath: filePath)
    let suite = file.deletingPathExtension().lastPathComponent
    let name = [slug(function), variant.map(slug)].compactMap(\.self).joined(separator: ".")
    let place = file.deletingLastPathComponent()
      .appendingPathComponent("Golden/\(suite)/\(name).txt")
    compare(actual, with: place, what: "Golden/\(suite)/\(name).txt", location: location)
  }

  package static var isRecording: Bool {
    ProcessInfo.processInfo.environment["PROFILECTL_RECORD"] == "1"
  }

  static func compare(
    _ actual: String, with place: URL, what: String, location: SourceLocation
  ) {
    if isRecording {
      do {
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(actual.utf8).write(to: place)
        Issue.record("\(what) was recorded; look at the change.", sourceLocation: location)
      } catch {
        Issue.record(error, "\(what) cannot be recorded.", sourceLocation: location)
      }
      return
    }
    guard let bytes = try? Data(contentsOf: place) else {
      Issue.record(
        "\(what) is missing; PROFILECTL_RECORD=1 writes it.\n\(difference(from: "", to: actual))",
        sourceLocation: location)
      return
    }
    if bytes.elementsEqual(actual.utf8) { return }
    let expected = String(decoding: bytes, as: UTF8.self)
    Issue.record(
      "\(what) differs (- expected, + actual):\n\(difference(from: expected, to: actual))",
      sourceLocation: location)
  }

  /// A sentence as a file name: words joined by hyphens.
  private static func slug(_ name: String) -> String {
    let end = name.lastIndex(of: "(") ?? name.endIndex
    return name[..<end].split { !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }
}
