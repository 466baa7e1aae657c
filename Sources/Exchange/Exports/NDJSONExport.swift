internal import Model
internal import Storage

extension ExportFormat {
  /// The lossless export: one object a line, sorted by kind and number, with a checksum at its end.
  static let ndjson = ExportFormat(name: "ndjson", endings: [".ndjson"]) { export in
    try NetworkDumpWriter(export).write()
  }
}

/// Writes a lossless export; equal networks give equal bytes.
private final class NetworkDumpWriter {
  private let export: Export
  private let writer: ByteWriter
  private var hash = SHA256()
  private var lines = 0

  init(_ export: Export) throws {
    self.export = export
    writer = try export.output.file()
  }

  private func line(_ type: String, _ build: (inout JSONBuilder) -> Void) throws {
    let text = JSONBuilder.object { json in
      json.add("type", type)
      build(&json)
    }
    lines += 1
    try add(Array(text.utf8) + [0x0A])
  }

  private func add(_ bytes: [UInt8]) throws {
    hash.add(bytes)
    try writer.append(bytes)
  }

  func write() throws {
    try header()
    try export.network.pictures(export.scope) { try picture($0) }
    try export.network.users(export.scope) { try user($0) }
    try export.network.posts(export.scope, newestFirst: false) { try post($0) }
    try edges()
    if export.scope.includesPrivate, export.scope.user == nil {
      try export.network.marks { try mark($0) }
    }
    try end()
  }

  private func header() throws {
    let counts = export.counts
    try line("header") { json in
      json.add("format", "profilectl")
      json.add("version", 1)
      json.add("private", export.scope.includesPrivate)
      json.add("users", Int64(counts.users))
      json.add("posts", Int64(counts.posts))
      json.add("pictures", Int64(counts.pictures))
      json.add("follows", Int64(counts.follows))
      json.add("likes", Int64(counts.likes))
      json.add("next_user", counts.nextUser)
      json.add("next_post", counts.nextPost)
    }
  }

  private func user(_ user: ExportedUser) throws {
    try line("user") { json in
      json.add("id", user.id.number)
      json.add("username", user.handle.text)
      json.add("name", user.name)
      json.add("bio", user.bio)
      json.add("avatar", user.avatar)
      json.add("banner", user.banner)
      json.add("created_at", TimeText.text(user.createdAt))
      json.add("origins", json: Self.list(user.origins.sorted()) { Self.add($0, to: &$1) })
    }
  }

  private func post(_ post: ExportedPost) throws {
    try line("post") { json in
      json.add("id", post.id.number)
      json.add("author", post.author.text)
      json.add("text", post.text)
      json.add("image", post.image)
      json.add("alt", post.alt)
      json.add("private", post.isPrivate)
      json.add("created_at", TimeText.text(post.createdAt))
      json.add("reply_to", post.replyTo?.number)
      json.add("quotes", post.quotes?.number)
      json.add("reposts", post.reposts?.number)
      json.add("edited_at", post.editedAt.map(TimeText.text))
      json.add(
        "mentions", json: "[\(post.mentions.map { "\"\($0.text)\"" }.joined(separator: ","))]")
      let origins = Self.list(post.origins.sorted()) { origin, json in
        Self.add(origin.origin, to: &json)
        // As text, because many readers of JSON round large numbers.
        json.add("digest", String(origin.digest))
      }
      json.add("origins", json: origins)
    }
  }

  private func edges() throws {
    try export.network.follows(export.scope, byHandle: false) { follower, followee, at in
      try line("follow") { json in
        json.add("follower", follower.text)
        json.add("followee", followee.text)
        json.add("created_at", TimeText.text(at))
      }
    }
    try export.network.likes(export.scope) { user, post, at in
      try line("like") { json in
        json.add("user", user.text)
        json.add("post", post.number)
        json.add("created_at", TimeText.text(at))
      }
    }
  }

  private func end() throws {
    let digest = hash.digest().hexadecimal
    let count = Int64(lines)
    try writer.append(
      JSONBuilder.object { json in
        json.add("type", "end")
        json.add("lines", count)
        json.add("sha256", digest)
      } + "\n")
    try writer.flush()
  }

  /// Appends pieces, because a picture takes many megabytes.
  private func picture(_ picture: StreamedPicture) throws {
    var text = JSONBuilder.object { json in
      json.add("type", "picture")
      json.add("hash", picture.hash.digits)
      json.add("media_type", PictureFormat(beginning: picture.beginning)?.mediaType)
      json.add("width", Int64(picture.width))
      json.add("height", Int64(picture.height))
      json.add("content", "")
    }
    text.removeLast(2)
    lines += 1
    try add(Array(text.utf8))
    // Only the last piece may be padded, so the others have whole groups of three bytes.
    var rest: [UInt8] = []
    try picture.pieces { piece in
      rest += piece
      let whole = rest.count - rest.count % 3
      try add(Base64.encoded(Array(rest[..<whole])))
      rest.removeFirst(whole)
    }
    try add(Base64.encoded(rest) + Array("\"}\n".utf8))
  }

  private func mark(_ mark: PrivateRecord<Handle>) throws {
    switch mark {
    case .mute(let muter, let muted, let at):
      try line("mute") { json in
        json.add("muter", muter.text)
        json.add("muted", muted.text)
        json.add("created_at", TimeText.text(at))
      }
    case .bookmark(let reader, let post, let at):
      try line("bookmark") { json in
        json.add("user", reader.text)
        json.add("post", post.number)
        json.add("created_at", TimeText.text(at))
      }
    case .flag(let reporter, let post, let at, let reason):
      try line("flag") { json in
        json.add("reporter", reporter.text)
        json.add("post", post.number)
        json.add("created_at", TimeText.text(at))
        json.add("reason", reason)
      }
    case .readMark(let reader, let timeline, let notices):
      try line("read_mark") { json in
        json.add("user", reader.text)
        json.add("timeline", TimeText.text(timeline))
        json.add("notices", TimeText.text(notices))
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], _ body: (Element, inout JSONBuilder) -> Void
  ) -> String {
    let items = elements.map { element in JSONBuilder.object { body(element, &$0) } }
    return "[\(items.joined(separator: ","))]"
  }

  private static func add(_ origin: Origin, to json: inout JSONBuilder) {
    json.add("source", origin.source)
    json.add("key", origin.key)
  }
}
