internal import Model

/// The kinds of record, each with its keys in order.
///
/// The keys do not depend on values, so a choice of fields is checked before a file is opened.
/// In a shared network, some kinds have the `keysIfShared` too.
package enum RecordKind: Sendable, CaseIterable {
  case user, post, image, suggestion, flag, outcome
  case dryRunOutcome
  case conversationPost, notice, hashtag
  /// The output of `show`: a profile with one page of a tab.
  case profilePage
  /// The output of `view`: a post, the users who like it, the posts above it, and its replies.
  case postPage
  case viewer, session, follows
  case cache, clearedCache
  case run, seed, file
  case examination, finding, backup
  case importReport, exportReport
  case migration
  case sharing, sharingStart, sharingChange, sharedKey, invitation, joining, exchange
  case failure, failureReport

  package var keys: [String] {
    switch self {
    case .user: Self.userKeys
    case .post: Self.postKeys
    case .image: ["width", "height", "bytes", "hash"]
    case .suggestion: Self.suggestionKeys
    case .flag: ["post", "author", "reporter", "reason", "created_at", "cursor"]
    case .outcome: Self.outcomeKeys
    case .dryRunOutcome: Self.outcomeKeys + ["dry_run"]
    case .conversationPost: Self.postKeys + ["depth"]
    case .notice: ["kind", "actor", "post", "created_at", "is_new", "cursor"]
    case .hashtag: ["tag", "post_count", "last_at", "cursor"]
    case .profilePage: ["user", "tab", "posts", "next"]
    case .postPage: Self.postPageKeys
    case .viewer: ["username", "source"]
    case .session: ["result", "username"]
    case .follows: ["follows"]
    case .cache: ["thumbnails", "bytes"]
    case .clearedCache: ["thumbnails", "bytes", "freed_bytes"]
    case .run: ["lines", "done", "unchanged", "refused", "undone", "unknown"]
    case .seed: ["users", "posts", "follows", "likes", "pictures", "hash", "replies", "reposts"]
    case .file: Self.fileKeys
    case .examination: ["ok", "findings"]
    case .finding: ["kind", "object", "detail", "repaired"]
    case .backup: ["path", "bytes"]
    case .importReport:
      [
        "inputs", "users", "posts", "pictures", "follows", "likes", "placeholders", "skipped",
        "changed", "refused", "saved",
      ]
    case .exportReport:
      [
        "path", "format", "users", "posts", "pictures", "follows", "likes", "bytes", "left_out",
      ]
    case .migration: Self.migrationKeys
    case .sharing, .sharingStart, .sharingChange, .sharedKey, .invitation, .joining, .exchange:
      sharingKeys
    case .failure: ["code", "exit", "message", "hint", "input"]
    case .failureReport: ["error"]
    }
  }

  /// The keys at the end of a record in a shared network; no other network has them.
  package var keysIfShared: [String] {
    switch self {
    case .user, .suggestion: ["lasting_name"]
    case .post, .conversationPost, .postPage: ["lasting_name", "signed_by"]
    case .file: ["digest"]
    default: []
    }
  }

  /// All keys that a line may choose; those of a shared network are null elsewhere.
  package var fields: [String] { keys + keysIfShared }

  /// The keys of the commands for shared networks.
  private var sharingKeys: [String] {
    switch self {
    case .sharing:
      [
        "network", "name", "user", "role", "people_with_keys", "people_without_keys", "unsent",
        "missing_bundles", "missing_words", "missing_pictures", "folder", "synced_at", "digest",
      ]
    case .sharingStart: ["network", "name", "user", "recovery"]
    case .sharingChange: ["result", "network", "name", "user"]
    case .sharedKey: ["key", "kind", "user", "role", "machine", "state", "first", "last"]
    case .invitation: ["network", "name", "user", "role", "key", "invitation", "path"]
    case .joining: ["network", "name", "user", "users", "posts"] + Self.exchangeKeys
    default: Self.exchangeKeys
    }
  }

  /// The columns of a list on a pipe without chosen fields; the handle or number is first.
  package var columns: [String] {
    switch self {
    case .user:
      [
        "username", "name", "post_count", "follower_count", "following_count", "is_followed",
        "follows_you", "created_at",
      ]
    case .post, .conversationPost:
      ["id", "author", "created_at", "like_count", "is_liked", "text", "reply_to", "reposts"]
    case .notice: ["actor", "kind", "post", "created_at", "text"]
    case .hashtag: ["tag", "post_count", "last_at"]
    case .suggestion: ["username", "name", "shared_count", "via"]
    case .flag: ["post", "author", "reporter", "created_at", "reason"]
    default: []
    }
  }

  private static let userKeys = [
    "username", "name", "bio", "post_count", "follower_count", "following_count", "like_count",
    "created_at", "is_me", "is_followed", "follows_you", "is_muted", "avatar", "banner", "cursor",
  ]
  private static let suggestionKeys = userKeys + ["shared_count", "via"]
  private static let postKeys = [
    "id", "author", "text", "image", "alt", "private", "like_count", "is_liked", "created_at",
    "reply_to", "thread", "quotes", "reposts", "mentions", "tags", "reply_count", "repost_count",
    "is_reposted", "is_bookmarked", "edited_at", "cursor",
  ]
  private static let postPageKeys = postKeys + ["likers", "above", "replies"]
  private static let migrationKeys = [
    "from", "to", "users", "posts", "pictures", "follows", "likes", "time_moved", "as_of",
    "resumed", "checked",
  ]
  private static let exchangeKeys = [
    "sent_bundles", "sent_changes", "received_bundles", "received_changes", "received_from",
    "refused", "unsent", "digest",
  ]
  private static let outcomeKeys = ["input", "result", "user", "post"]
  private static let fileKeys =
    [
      "path", "bytes", "program_version", "schema_version", "sqlite_version", "page_size",
      "page_count", "users", "posts",
    ] + EdgeKind.allCases.map(\.plural)
    + ["pictures", "engine", "server_version", "network"]
}
