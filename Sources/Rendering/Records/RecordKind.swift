internal import Model

/// The kinds of object that answers are made of, each with its keys in their order.
///
/// Keys are known without any value, so that a choice of fields can be judged before a file opens.
package enum RecordKind: Sendable, CaseIterable {
  case user, post, image, suggestion, flag, outcome
  /// A profile with one stretch of a tab, as `show` answers it.
  case profilePage
  /// A post with those who like it, as `view` answers it.
  case postPage
  case viewer, session, follows
  case cache, clearedCache
  case run, seed, file
  case examination, finding, backup
  case failure, failureReport

  package var keys: [String] {
    switch self {
    case .user: Self.userKeys
    case .post: Self.postKeys
    case .image: ["width", "height", "bytes", "hash"]
    case .suggestion: Self.suggestionKeys
    case .flag: ["post", "author", "reporter", "reason", "created_at", "cursor"]
    case .outcome: Self.outcomeKeys
    case .profilePage: ["user", "tab", "posts", "next"]
    case .postPage: Self.postPageKeys
    case .viewer: ["username", "source"]
    case .session: ["result", "username"]
    case .follows: ["follows"]
    case .cache: ["thumbnails", "bytes"]
    case .clearedCache: ["thumbnails", "bytes", "freed_bytes"]
    case .run: ["lines", "done", "unchanged", "refused", "undone", "unknown"]
    case .seed: ["users", "posts", "follows", "likes", "pictures", "hash"]
    case .file: Self.fileKeys
    case .examination: ["ok", "findings"]
    case .finding: ["kind", "object", "detail", "repaired"]
    case .backup: ["path", "bytes"]
    case .failure: ["code", "exit", "message", "hint", "input"]
    case .failureReport: ["error"]
    }
  }

  /// What a pipe gets of each item of a list where no fields are chosen: handle or number first.
  package var columns: [String] {
    switch self {
    case .user:
      [
        "username", "name", "post_count", "follower_count", "following_count", "is_followed",
        "follows_you", "created_at",
      ]
    case .post: ["id", "author", "created_at", "like_count", "is_liked", "text"]
    case .suggestion: ["username", "name", "shared_count", "via"]
    case .flag: ["post", "author", "reporter", "created_at", "reason"]
    default: []
    }
  }

  private static let userKeys = [
    "username", "name", "bio", "post_count", "follower_count", "following_count", "like_count",
    "created_at", "is_me", "is_followed", "follows_you", "cursor",
  ]
  private static let suggestionKeys = userKeys + ["shared_count", "via"]
  private static let postKeys = [
    "id", "author", "text", "image", "alt", "private", "like_count", "is_liked", "created_at",
    "cursor",
  ]
  private static let postPageKeys = postKeys + ["likers"]
  private static let outcomeKeys = ["input", "result", "user", "post"]
  private static let fileKeys =
    [
      "path", "bytes", "program_version", "schema_version", "sqlite_version", "page_size",
      "page_count", "users", "posts",
    ] + EdgeKind.allCases.map(\.plural) + ["pictures"]
}
