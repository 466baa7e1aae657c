/// The tables of an export, whose names and headers show that a file or a folder is one.
enum ExportedTables {
  static let users = ["id", "username", "name", "bio", "avatar", "banner", "created_at"]
  static let posts = [
    "id", "author", "text", "image", "alt", "private", "created_at", "reply_to", "quotes",
    "reposts", "edited_at",
  ]
  static let likes = ["post", "user", "created_at"]

  /// Whether an input is such a folder, or one of its tables that has no other format.
  static func holds(_ tree: any InputTree) throws(ExchangeError) -> Bool {
    if !tree.isOneFile { return ["users.csv", "posts.csv"].allSatisfy(tree.contains) }
    let head = try tree.beginning(of: "")
    return [users, posts, likes].contains { $0.joined(separator: ",") == head.lines.first ?? "" }
  }
}
