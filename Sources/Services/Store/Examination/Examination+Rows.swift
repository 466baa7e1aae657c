internal import Model
internal import SQLite

/// Whether rows are what was written, and whether both directions of an edge know it.
extension Examination {
  func changedRows() throws -> [Fault] {
    try look(at: "users") {
      try listed(
        "SELECT id, username FROM users WHERE checksum <> \(Checksum.user())"
      ) { .changed(.user($0.int64(0), handle: $0.text(1))) }
    }
      + look(at: "posts") {
        try listed(
          "SELECT id FROM posts WHERE checksum <> \(Checksum.post())"
        ) { .changed(.post($0.int64(0))) }
      }
      + look(at: "flags") {
        try listed(
          "SELECT post, reporter FROM flags WHERE checksum <> \(Checksum.flag())"
        ) { .changed(.edge(.flag, from: $0.int64(1), to: $0.int64(0))) }
      }
      + look(at: "pictures") {
        try listed(
          """
          SELECT id FROM pictures WHERE bytes <> length(content)
            OR checksum <> \(Checksum.picture())
          """
        ) { .changed(.picture($0.int64(0))) }
      }
  }

  func oneSidedFollows() throws -> [Fault] {
    try listed(OneSidedEdges.followsInTable) {
      .oneSided(.edge(.follow, from: $0.int64(0), to: $0.int64(1)), isInTable: true)
    }
      + listed(OneSidedEdges.followsInIndex) {
        .oneSided(.edge(.follow, from: $0.int64(0), to: $0.int64(1)), isInTable: false)
      }
  }

  func oneSidedLikes() throws -> [Fault] {
    try listed(OneSidedEdges.likesInTable) {
      .oneSided(
        .edge(.like, from: $0.int64(1), to: $0.int64(0), at: $0.int64(2)), isInTable: true)
    }
      + listed(OneSidedEdges.likesInIndex) {
        .oneSided(
          .edge(.like, from: $0.int64(1), to: $0.int64(0), at: $0.int64(2)), isInTable: false)
      }
  }
}
