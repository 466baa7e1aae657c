import Model
import SQLiteStorage
import Services
import Storage
import Support

/// Reads the content of a database file and examines it.
enum NetworkContents {
  static let patience = Patience(seconds: 20)

  /// The texts of all posts, oldest first.
  ///
  /// Throws if the file cannot be opened or a deep examination finds anything that is not expected.
  static func posts(
    in path: String, expecting isExpected: (Finding) -> Bool = { _ in false }
  ) throws -> [String] {
    let network = Network(store: try SQLiteStore.open(at: path, patience: patience))
    let findings = try network.file.examine(isDeep: true).filter { !isExpected($0) }
    guard findings.isEmpty else { throw Unsound(findings: findings) }
    var texts: [String] = []
    var request = PageRequest(limit: 500)
    while true {
      let page = try network.posts.explore(as: .nobody, request)
      texts += page.entries.map(\.item.text)
      guard let next = page.next else { return texts.reversed() }
      request.after = next
    }
  }

  /// Every row of the file without the full-text index; the file is not examined.
  static func rows(in path: String) throws -> [String] {
    try RawDatabase(path).dump().filter { !$0.contains("_words_") && !$0.hasPrefix("sqlite_") }
  }

  struct Unsound: Error { let findings: [Finding] }
}
