internal import Model
internal import Storage

extension ExportFormat {
  /// A folder with the files of a Mastodon archive: actor, outbox, likes, pictures, and the list of
  /// followed accounts.
  static let activityStreams = ExportFormat(
    name: "activitystreams", isFolder: true, isOfUser: true
  ) { export in try ActivityArchive(export).write() }
}

/// Writes an archive of one user under `https://DOMAIN/`.
private struct ActivityArchive {
  private static let context = "\"https://www.w3.org/ns/activitystreams\""
  private static let everybody = "\"https://www.w3.org/ns/activitystreams#Public\""

  private let export: Export
  private let user: ExportedUser
  private var id: String { "https://\(export.host)/users/\(user.handle.text)" }

  init(_ export: Export) throws {
    self.export = export
    user = try export.requiredUser()
  }

  func write() throws {
    var names: [String: String] = [:]
    try export.output.folder("media_attachments")
    try export.network.pictures(export.scope) { picture in
      let name = "media_attachments/\(PictureName.file(picture))"
      names[picture.hash.digits] = name
      try export.output.write(picture, to: name)
    }
    try actor(names)
    try outbox(names)
    try likes()
    let following = try export.output.file("following_accounts.csv")
    export.counts.follows = try export.writeFollowed(to: following, on: export.host)
  }

  private func actor(_ names: [String: String]) throws {
    let file = try export.output.file("actor.json")
    try file.append(
      JSONBuilder.object { json in
        json.add("@context", json: Self.context)
        json.add("id", id)
        json.add("type", "Person")
        json.add("preferredUsername", user.handle.text)
        json.add("name", user.name)
        json.add("summary", XMLText.html(user.bio))
        json.add("published", TimeText.text(user.createdAt))
        json.add("outbox", "outbox.json")
        json.add("likes", "likes.json")
        if let icon = user.avatar.flatMap({ names[$0] }) {
          json.add("icon", json: Self.picture(icon, alt: nil))
        }
        if let image = user.banner.flatMap({ names[$0] }) {
          json.add("image", json: Self.picture(image, alt: nil))
        }
      } + "\n")
    try file.flush()
  }

  private static func picture(_ name: String, alt: String?) -> String {
    JSONBuilder.object { json in
      json.add("type", "Document")
      json.add("mediaType", PictureName.mediaType(of: name))
      json.add("url", "/" + name)
      json.add("name", alt)
    }
  }

  private func outbox(_ names: [String: String]) throws {
    let file = try export.output.file("outbox.json")
    try file.append(
      "{\"@context\":\(Self.context),\"id\":\"outbox.json\",\"type\":\"OrderedCollection\","
        + "\"totalItems\":\(export.counts.posts),\"orderedItems\":[")
    var isFirst = true
    try export.network.posts(export.scope, newestFirst: false) { post in
      try file.append((isFirst ? "\n" : ",\n") + activity(post, names))
      isFirst = false
    }
    try file.append("\n]}\n")
    try file.flush()
  }

  private func address(_ post: Post.ID) -> String { "https://\(export.host)/posts/\(post.number)" }

  private func activity(_ post: ExportedPost, _ names: [String: String]) -> String {
    let to = post.isPrivate ? JSONBuilder.quoted(id + "/followers") : Self.everybody
    func activity(_ type: String, _ object: String) -> String {
      JSONBuilder.object { json in
        json.add("id", address(post.id) + "/activity")
        json.add("type", type)
        json.add("actor", id)
        json.add("published", TimeText.text(post.createdAt))
        json.add("to", json: "[\(to)]")
        json.add("object", json: object)
      }
    }
    if let repeated = post.reposts {
      return activity("Announce", JSONBuilder.quoted(address(repeated)))
    }
    return activity(
      "Create",
      JSONBuilder.object { json in
        json.add("id", address(post.id))
        json.add("type", "Note")
        json.add("attributedTo", id)
        json.add("published", TimeText.text(post.createdAt))
        if let edited = post.editedAt { json.add("updated", TimeText.text(edited)) }
        json.add("to", json: "[\(to)]")
        json.add("inReplyTo", post.replyTo.map(address))
        json.add("content", XMLText.html(post.text))
        let picture = post.image.flatMap { names[$0] }.map { Self.picture($0, alt: post.alt) }
        json.add("attachment", json: "[\(picture ?? "")]")
      })
  }

  private func likes() throws {
    let file = try export.output.file("likes.json")
    try file.append(
      "{\"@context\":\(Self.context),\"id\":\"likes.json\",\"type\":\"OrderedCollection\","
        + "\"totalItems\":\(export.counts.likes),\"orderedItems\":[")
    var isFirst = true
    try export.network.likes(export.scope) { _, post, _ in
      try file.append((isFirst ? "\n" : ",\n") + JSONBuilder.quoted(address(post)))
      isFirst = false
    }
    try file.append("\n]}\n")
    try file.flush()
  }
}
