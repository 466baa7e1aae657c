internal import SQLite

/// What the checksum of a row covers, in its order: all that somebody wrote, and nothing counted.
///
/// Each column stands for itself where a statement has it at hand, and for the value given for it
/// elsewhere. A statement that inserts gives all of them: one that selected its single row would be
/// a statement of many rows to SQLite, and have the tables that refer to it searched.
enum Checksum {
  static func user(
    id: SQL = "id", username: SQL = "username", name: SQL = "name", bio: SQL = "bio",
    avatar: SQL = "avatar", createdAt: SQL = "created_at"
  ) -> SQL {
    "row_checksum(\(id), \(username), \(name), \(bio), \(avatar), \(createdAt))"
  }

  static func post(
    author: SQL = "author", private: SQL = "private", at: SQL = "at", id: SQL = "id",
    text: SQL = "text", picture: SQL = "picture", alt: SQL = "alt"
  ) -> SQL {
    "row_checksum(\(author), \(`private`), \(at), \(id), \(text), \(picture), \(alt))"
  }

  static func picture(
    id: SQL = "id", hash: SQL = "hash", width: SQL = "width", height: SQL = "height",
    bytes: SQL = "bytes", content: SQL = "content"
  ) -> SQL {
    "row_checksum(\(id), \(hash), \(width), \(height), \(bytes), \(content))"
  }

  static func flag(
    post: SQL = "post", reporter: SQL = "reporter", at: SQL = "at", reason: SQL = "reason"
  ) -> SQL {
    "row_checksum(\(post), \(reporter), \(at), \(reason))"
  }
}
