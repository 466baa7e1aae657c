internal import Model
internal import Storage

extension ExportFormat {
  /// A folder of tables (RFC 4180), with the pictures beside them.
  static let csv = ExportFormat(name: "csv", isFolder: true) { export in
    let (network, scope) = (export.network, export.scope)
    let users = try export.output.file("users.csv")
    try users.append(row(ExportedTables.users))
    try network.users(scope) { user in
      try users.append(
        row([
          String(user.id.number), user.handle.text, user.name, user.bio, user.avatar ?? "",
          user.banner ?? "", TimeText.text(user.createdAt),
        ]))
    }
    try users.flush()
    let posts = try export.output.file("posts.csv")
    try posts.append(row(ExportedTables.posts))
    func number(_ post: Post.ID?) -> String { post.map { String($0.number) } ?? "" }
    try network.posts(scope, newestFirst: false) { post in
      try posts.append(
        row([
          String(post.id.number), post.author.text, post.text, post.image ?? "", post.alt ?? "",
          post.isPrivate ? "true" : "false", TimeText.text(post.createdAt), number(post.replyTo),
          number(post.quotes), number(post.reposts), post.editedAt.map(TimeText.text) ?? "",
        ]))
    }
    try posts.flush()
    let follows = try export.output.file("follows.csv")
    try follows.append(row(["follower", "followee", "created_at"]))
    try network.follows(scope, byHandle: true) { follower, followee, at in
      try follows.append(row([follower.text, followee.text, TimeText.text(at)]))
    }
    try follows.flush()
    let likes = try export.output.file("likes.csv")
    try likes.append(row(ExportedTables.likes))
    try network.likes(scope) { user, post, at in
      try likes.append(row([String(post.number), user.text, TimeText.text(at)]))
    }
    try likes.flush()
    try export.output.folder("pictures")
    try network.pictures(scope) { picture in
      try export.output.write(picture, to: "pictures/\(PictureName.file(picture))")
    }
  }

  /// Cells with quotes, commas or line ends are quoted.
  private static func row(_ cells: [String]) -> String {
    cells.map { cell in
      guard cell.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else {
        return cell
      }
      return "\""
        + cell.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\""
    }.joined(separator: ",") + "\r\n"
  }

  /// Follows, one a line, sorted by handle.
  static let edges = ExportFormat(name: "edges") { export in
    export.keepOnly([.follows])
    let file = try export.output.file()
    try export.network.follows(export.scope, byHandle: true) { follower, followee, _ in
      try file.append("\(follower.text)\t\(followee.text)\n")
    }
    try file.flush()
  }

  /// The accounts that a user follows, as Mastodon imports them.
  ///
  /// People without an address of another server are left out, unless `--domain` gives one: a bare
  /// name would follow a stranger on the server of the reader.
  static let accounts = ExportFormat(name: "accounts", isOfUser: true) { export in
    let file = try export.output.file()
    export.counts.follows = try export.writeFollowed(to: file, on: export.domain)
    export.keepOnly([.follows])
  }
}

extension Export {
  /// Writes the accounts that the user follows, as Mastodon imports them, and returns their number.
  ///
  /// People without an address of another server get one on `host`, or are left out.
  func writeFollowed(to file: ByteWriter, on host: String?) throws -> Int {
    let user = try requiredUser()
    try file.append("Account address,Show boosts,Notify on new posts,Languages\n")
    var people: [Handle] = []
    try network.follows(scope, byHandle: true) { _, followee, _ in
      people.append(followee)
    }
    let wanted = Set(people)
    var addresses: [String] = []
    try network.users(ExportScope()) { other in
      guard wanted.contains(other.handle), other.id != user.id else { return }
      let account = other.origins.first { $0.key.hasPrefix("acct:") }?.key.dropFirst(5)
      if let address = account.map(String.init)
        ?? host.map({ "\(other.handle.text)@\($0)" })
      {
        addresses.append(address)
      } else {
        withoutAddress += 1
      }
    }
    for address in addresses.sorted() { try file.append("\(address),true,false,\n") }
    try file.flush()
    return addresses.count
  }
}
