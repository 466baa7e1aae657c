/// A fault found by an examination, and the result of its repair.
package struct Finding: Equatable, Sendable {
  /// The result of a repair for one fault.
  package enum Resolution: Sendable {
    case open
    /// The examination after the repair no longer found the fault.
    case repaired
    /// Like `repaired`, and the repair deleted the row.
    case removed
  }

  package let fault: Fault
  package let resolution: Resolution

  package init(_ fault: Fault, _ resolution: Resolution = .open) {
    (self.fault, self.resolution) = (fault, resolution)
  }

  package var isRepaired: Bool { resolution != .open }
}

/// The findings of a repair, and its backup of the damaged file.
package struct Repair: Equatable, Sendable {
  package let findings: [Finding]
  /// Nil after a dry run, or if nothing was repaired.
  package let copy: Copy?

  /// The backup of the file from before the repair.
  package struct Copy: Equatable, Sendable {
    package let path: String
    package let hasLog: Bool

    package init(path: String, hasLog: Bool) {
      (self.path, self.hasLog) = (path, hasLog)
    }
  }

  package init(findings: [Finding], copy: Copy?) {
    (self.findings, self.copy) = (findings, copy)
  }
}

/// A verified copy of a network's file.
package struct Backup: Equatable, Sendable {
  /// The path as typed.
  package let path: String
  package let bytes: Int

  package init(path: String, bytes: Int) {
    (self.path, self.bytes) = (path, bytes)
  }
}

/// Facts about a server and the network on it.
package struct ServerFacts: Equatable, Sendable {
  /// As `15.18`.
  package let version: String
  package let network: String

  package init(version: String, network: String) {
    (self.version, self.network) = (version, network)
  }
}

/// Facts about the file or server of a network, read without an examination.
package struct FileFacts: Equatable, Sendable {
  /// The path with symbolic links resolved.
  package var path: String
  package var schemaVersion: Int
  package var sqliteVersion: String
  package var pageSize: Int
  package var pageCount: Int
  package var users: Int
  package var posts: Int
  package var pictures: Int
  /// The number of edges of each kind, in the order of `EdgeKind.allCases`.
  package var edges: [Int]
  /// Nil for a file; a server has no pages and no version of SQLite.
  package var server: ServerFacts?

  package init(
    path: String, schemaVersion: Int, sqliteVersion: String = "", pageSize: Int = 0,
    pageCount: Int = 0, users: Int, posts: Int, pictures: Int, edges: [Int],
    server: ServerFacts? = nil
  ) {
    self.server = server
    self.path = path
    self.schemaVersion = schemaVersion
    self.sqliteVersion = sqliteVersion
    self.pageSize = pageSize
    self.pageCount = pageCount
    self.users = users
    self.posts = posts
    self.pictures = pictures
    self.edges = edges
  }

  package var bytes: Int { pageSize * pageCount }
}
