import Foundation
import Support
import Testing

/// Rules for the text of all statements for servers, which a server would not check.
@Suite struct StatementTests {
  private static let tables = [
    "network", "handles", "users", "follows", "followers", "posts", "post_places", "thread_posts",
    "hashtags", "mentions", "notices", "likes", "liked", "flags", "mutes", "bookmarks",
    "read_marks", "count_slots", "pictures", "thumbnails", "origins",
  ]

  /// The literals of all sources that hold statements.
  private func literals() throws -> [(file: String, text: String)] {
    let root = Repository.path + "/Sources/PostgresStorage"
    let names = try #require(FileManager.default.enumerator(atPath: root))
    var found: [(file: String, text: String)] = []
    for case let name as String in names where name.hasSuffix(".swift") {
      let source = try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
      for match in source.matches(of: /"""(?s:(.*?))"""|"((?:[^"\\\n]|\\.)*)"/) {
        found.append((name, String(match.1 ?? match.2 ?? "")))
      }
    }
    return found.filter { $0.text.contains(/SELECT|INSERT|UPDATE|DELETE|COPY/) }
  }

  @Test func `tables are named with their schema`() throws {
    let bare = try Regex("(FROM|JOIN|INTO|UPDATE|COPY) (\(Self.tables.joined(separator: "|")))\\b")
    for (file, text) in try literals() {
      #expect(!text.contains(bare), "\(file): \(text)")
    }
  }

  @Test func `no statement means the role where it says user`() throws {
    for (file, text) in try literals() where file != "PostgresStore+Query.swift" {
      #expect(!text.contains(/(=|,|\(|SELECT|AND|WHERE) user\b/), "\(file): \(text)")
    }
  }

  @Test func `no statement joins sideways or calls itself`() throws {
    for (file, text) in try literals() {
      #expect(!text.contains(/LATERAL|RECURSIVE/), "\(file): \(text)")
    }
  }

  @Test func `the rules meet the statements of deeds`() throws {
    #expect(try literals().count > 150)
  }
}
