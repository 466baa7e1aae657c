import CommandLine
import Model
import Rendering
import Services

/// The inputs of a list: the value of its operands, the network, the viewer and the filter.
struct ListInputs<Value: Sendable> {
  let value: Value
  let network: Network
  let viewer: Viewer
  let filter: PostFilter
}

/// The commands that answer with a list, one row each.
///
/// The parts of a declaration are made on demand, because every start makes all rows.
enum ListCommands {
  /// Declares a list command.
  ///
  /// `value` reads the operands; `count` gives the length of the list, `page` a part of it.
  private static func entry<Value: Sendable, Item: Sendable>(
    _ name: String, _ summary: String, discussion: String? = nil, group: CommandGroup,
    kind: RecordKind, operand: @autoclosure @escaping @Sendable () -> OperandShape? = nil,
    explains: Bool = false,
    filters: @autoclosure @escaping @Sendable () -> OptionGroup? = nil,
    examples: @autoclosure @escaping @Sendable () -> [Declaration.Example],
    value: @escaping @Sendable (Parsed) throws -> Value,
    listing: @escaping @Sendable (ListInputs<Value>) throws -> Listing<Item>,
    count: @escaping @Sendable (ListInputs<Value>) throws -> Int,
    page: @escaping @Sendable (ListInputs<Value>, PageRequest) throws -> Page<Item>
  ) -> CommandEntry {
    CommandEntry(
      Declaration(
        name, summary, discussion: discussion, group: group, writeScope: .nothing,
        operands: [operand()].compactMap(\.self),
        options: explains ? [CommandContext.explain.shape] : [],
        groups: [filters(), ListOptions.group].compactMap(\.self),
        fields: kind.fields, columns: kind.columns, examples: examples())
    ) { parsed in
      let list = try ListOptions(parsed)
      let filter = try FilterOptions(parsed).filter
      let value = try value(parsed)
      let isExplained = explains && parsed.value(of: CommandContext.explain)
      return { context in
        try context.explaining(isExplained) {
          let inputs = ListInputs(
            value: value, network: try context.network(), viewer: try context.viewer(),
            filter: filter)
          return try context.list(
            list, try listing(inputs), filter: filter, count: { try count(inputs) },
            page: { try page(inputs, $0) })
        }
      }
    }
  }
}

/// Lists of users.
extension ListCommands {
  private static let text = Operand(
    optional: .string("text"), "The beginning of a handle, or of a word of a name.")

  static let users = entry(
    "users", "Find people.",
    discussion: """
      Lists all users except you, in the order they joined. Each item says whether you follow the \
      user, and whether the user follows you. Case makes no difference.
      """,
    group: .people, kind: .user, operand: text.shape, explains: true,
    examples: [
      .init("profilectl users --all", "all users"),
      .init("profilectl users bo", "@bob, and Carol Bolton"),
      .init("profilectl users --all --fields username,follows_you", "two columns for a script"),
    ],
    value: { try $0.value(of: text).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } },
    listing: { .users(ifNone: $0.value, for: $0.viewer) },
    count: { try $0.network.users.count($0.value, as: $0.viewer) },
    page: { try $0.network.users.find($0.value, as: $0.viewer, $1) })

  private static let follower = Operand(
    optional: .handle, "The user who is followed; you by default.")

  static let followers = people(
    "followers", "List the followers of a user.", follower,
    empty: { user in
      let them = user.map { SafeText($0) } ?? "you"
      return ("Nobody follows \(them) yet. Find people:", .command(["users"]))
    },
    count: { try $0.network.users.profile(of: $0.value, as: $0.viewer).item.user.counts.followers },
    page: { try $0.network.follows.followers(of: $0.value, as: $0.viewer, $1) })

  private static let followee = Operand(optional: .handle, "The user who follows; you by default.")

  static let following = people(
    "following", "List the users that a user follows.", followee,
    empty: { user in
      let they: SafeText = user.map { "\(SafeText($0)) follows" } ?? "You follow"
      return ("\(they) nobody yet. Find people:", .command(["users"]))
    },
    count: { try $0.network.users.profile(of: $0.value, as: $0.viewer).item.user.counts.following },
    page: { try $0.network.follows.following(by: $0.value, as: $0.viewer, $1) })

  private static let friend = Operand(optional: .handle, "The user; you by default.")

  static let friends = people(
    "friends", "List the users that a user follows and is followed by.", friend,
    empty: { user in
      let none: SafeText = user.map { "\(SafeText($0)) has no friends" } ?? "No friends"
      return ("\(none) yet: friends follow each other. Find people:", .command(["users"]))
    },
    count: { try $0.network.follows.friendCount(of: $0.value, as: $0.viewer) },
    page: { try $0.network.follows.friends(of: $0.value, as: $0.viewer, $1) })

  /// A list of the people around a user.
  private static func people(
    _ name: String, _ summary: String, _ operand: Operand<Handle?>,
    empty: @escaping @Sendable (Handle?) -> (SafeText, Hint),
    count: @escaping @Sendable (ListInputs<Handle?>) throws -> Int,
    page: @escaping @Sendable (ListInputs<Handle?>, PageRequest) throws -> Page<Profile>
  ) -> CommandEntry {
    entry(
      name, summary, discussion: "Newest first, by the time of the follow.", group: .follows,
      kind: .user,
      operand: operand.shape,
      examples: [
        .init("profilectl \(name) bob", "the first twenty"),
        .init("profilectl \(name) --all --json", "all of yours, for a program"),
      ],
      value: { try $0.value(of: operand) },
      listing: {
        let (sentence, next) = empty($0.value)
        return .users(ifEmpty: sentence, next)
      }, count: count, page: page)
  }

  private static let post = Operand(.post, "The post.")

  static let likers = entry(
    "likers", "List the users who like a post.", discussion: "Newest like first.",
    group: .follows, kind: .user, operand: post.shape,
    examples: [.init("profilectl likers 42", "the users who like post #42")],
    value: { try $0.value(of: post) },
    listing: {
      .users(
        ifEmpty: "Nobody likes it yet. Be the first:",
        .command(["like", "\(try id(of: $0).number)"]))
    },
    count: { try $0.network.posts.post(id(of: $0), as: $0.viewer).item.likeCount },
    page: { try $0.network.likes.likers(of: id(of: $0), as: $0.viewer, $1) })

  private static func id(of inputs: ListInputs<TypedPost>) throws -> Post.ID {
    try inputs.network.posts.find(inputs.value)
  }

  static let suggest = entry(
    "suggest", "Suggest people to follow, with the reason.",
    discussion: """
      Lists users who are followed by people you follow. Users with the most such followers come \
      first. The command examines at most 3,000 of these follows, starting with people who follow \
      the fewest users. If you follow more than 10,000 people, it examines only the 10,000 who \
      joined first.
      """,
    group: .follows, kind: .suggestion,
    examples: [.init("profilectl suggest -n 5", "the five best")],
    value: { _ in },
    listing: { _ in .suggestions(ifEmpty: "No suggestions yet. Find people:", .command(["users"]))
    },
    count: { try $0.network.follows.suggestionCount(for: $0.viewer) },
    page: { try $0.network.follows.suggestions(for: $0.viewer, $1) })
}

/// Lists of the viewer.
extension ListCommands {
  static let muted = entry(
    "muted", "List the users you mute.", discussion: "Newest first.", group: .follows, kind: .user,
    examples: [.init("profilectl muted --all | profilectl unmute -", "unmute all of them")],
    value: { _ in },
    listing: { _ in .users(ifEmpty: "You mute no one. How to:", .help("mute")) },
    count: { try $0.network.edges.targetCount(.mute, as: $0.viewer) },
    page: { try $0.network.edges.targets(.mute, of: nil, as: $0.viewer, $1) })

  static let bookmarks = posts(
    "bookmarks", "List your bookmarks.", discussion: "Newest bookmark first.", filters: .group,
    examples: [.init("profilectl bookmarks --all --json", "all of them, for a program")],
    value: { _ in },
    listing: { _ in .posts(ifEmpty: "No bookmarks yet. How to:", .help("bookmark")) },
    source: { .bookmarks })
}

/// Lists of posts, hashtags and reports.
extension ListCommands {
  /// The filters of a list of posts.
  private enum Filters {
    case group, sorted
  }

  private static func posts<Value: Sendable>(
    _ name: String, _ summary: String, discussion: String? = nil,
    operand: @autoclosure @escaping @Sendable () -> OperandShape? = nil,
    explains: Bool = false, filters: Filters,
    examples: @autoclosure @escaping @Sendable () -> [Declaration.Example],
    value: @escaping @Sendable (Parsed) throws -> Value,
    listing: @escaping @Sendable (ListInputs<Value>) throws -> Listing<Post>,
    source: @escaping @Sendable (Value) -> PostService.Source
  ) -> CommandEntry {
    entry(
      name, summary, discussion: discussion, group: .reading, kind: .post, operand: operand(),
      explains: explains, filters: filters == .group ? FilterOptions.group : FilterOptions.sorted,
      examples: examples(), value: value, listing: listing,
      count: { try $0.network.posts.count(of: source($0.value), as: $0.viewer, $0.filter) },
      page: { try $0.network.posts.page(of: source($0.value), as: $0.viewer, $1) })
  }

  static let explore = posts(
    "explore", "List all public posts, newest first.", filters: .group,
    examples: [
      .init("profilectl explore -n 3", "the latest three"),
      .init("profilectl explore --since today --no-reposts", "the new posts of today"),
    ],
    value: { _ in },
    listing: { inputs in
      .posts(ifEmpty: "Nothing here yet. Begin:", .command(try firstStep(inputs)))
    },
    source: { .explore })

  /// The line that leads to a first post.
  private static func firstStep(_ inputs: ListInputs<Void>) throws -> [String] {
    if inputs.viewer != .nobody { return ["post", "hello"] }
    let others = try inputs.network.users.find(
      nil, as: inputs.viewer, PageRequest(limit: 1))
    let actor = others.entries.first?.item.user.handle.text
    return actor.map { ["--as", $0, "post", "hello"] } ?? Phrases.firstUser
  }

  private static let author = Operand(optional: .handle, "The author; you by default.")

  static let postsOfUser = posts(
    "posts", "List the posts of a user, newest first.",
    discussion: "On a server, --sort likes and --sort replies read all posts of the user.",
    operand: author.shape, filters: .sorted,
    examples: [
      .init("profilectl posts bob --sort likes -n 5", "the five most liked"),
      .init("profilectl posts --no-reposts --since -7d", "your posts of the past week"),
    ],
    value: { try $0.value(of: author) },
    listing: { inputs in
      let them: SafeText = inputs.value.map { "\(SafeText($0)) has" } ?? "You have"
      return .posts(ifEmpty: "\(them) no posts yet. See what others write:", .command(["explore"]))
    },
    source: { .posts(of: $0) })

  private static let words = Operand(.search, "The terms; a post must match all of them.")

  static let search = posts(
    "search", "Find posts by their words, newest first.",
    discussion: """
      A term is a word, a phrase in double quotes, '#tag', or 'from:bob' for an author. 'word*' \
      and '#tag*' match beginnings: 'bread' does not find 'breadcrumbs', and 'bread*' does. '-' \
      before a term excludes the posts that contain it. The search includes the descriptions of \
      pictures. Case and accents make no difference. A run of Japanese or Chinese characters \
      counts as one word. Words also find your own private posts. Hashtags find only public posts. \
      If the first term is excluded, write '--' before it: search -- '-wax bees'. To find people, \
      use 'profilectl users'.
      """,
    operand: words.shape, explains: true, filters: .group,
    examples: [
      .init("profilectl search \"rye bread\"", "posts with both words"),
      .init("profilectl search 'bicycl* from:bob -race'", "posts of @bob about bicycles"),
      .init("profilectl search '#bread' --since -7d --count", "how many there are"),
    ],
    value: { try $0.value(of: words) },
    listing: { _ in
      .posts(ifEmpty: "No post matches. More about terms:", .help("search"))
    },
    source: { .search($0) })

  private static let tag = Operand(.hashtag, "The hashtag, with or without '#'.")

  static let hashtag = posts(
    "tag", "List the posts with a hashtag, newest first.",
    discussion: """
      Case and accents make no difference. The list has no private posts, not even your own. To \
      find your own by their words, use 'profilectl search'.
      """, operand: tag.shape, filters: .group,
    examples: [.init("profilectl tag bread", "posts with #bread")],
    value: { try $0.value(of: tag) },
    listing: { _ in .posts(ifEmpty: "No post has that hashtag. Those in use:", .command(["tags"]))
    },
    source: { .hashtag($0) })

  private static let prefix = Operand(
    optional: .hashtagPrefix, "The beginning of the hashtags, with or without '#'.")

  static let hashtags = entry(
    "tags", "List the hashtags in use, most used first.",
    discussion: "Counts the public posts of all users.", group: .reading, kind: .hashtag,
    operand: prefix.shape, filters: FilterOptions.period,
    examples: [
      .init("profilectl tags --since -7d", "the hashtags of a week"),
      .init("profilectl tags br", "those that begin with br"),
    ],
    value: { try $0.value(of: prefix) },
    listing: { inputs in
      inputs.value.map {
        .hashtags(
          ifEmpty: "No hashtag begins with '\(SafeText($0))'. Those in use:", .command(["tags"]))
      } ?? .hashtags(ifEmpty: "No hashtags yet. Use one:", .command(["post", "#hello"]))
    },
    count: {
      try $0.network.posts.hashtagCount(
        beginning: $0.value, since: $0.filter.since, until: $0.filter.until)
    },
    page: {
      try $0.network.posts.hashtags(
        beginning: $0.value, since: $0.filter.since, until: $0.filter.until, $1)
    })

  static let flags = entry(
    "flags", "List reported posts, newest report first.", group: .posts, kind: .flag,
    examples: [.init("profilectl flags --fields post,reason", "two columns")],
    value: { _ in },
    listing: { _ in .flags(ifEmpty: "Nothing was reported. How to:", .help("flag")) },
    count: { try $0.network.posts.flagCount() },
    page: { try $0.network.posts.flags($1) })
}

extension Listing<Profile> {
  /// The list of all users, or of those that a text finds.
  fileprivate static func users(ifNone text: String?, for viewer: Viewer) -> Listing {
    let isNobody = viewer == .nobody
    if text != nil {
      let none: SafeText = isNobody ? "Nobody" : "Nobody else"
      return .users(ifEmpty: "\(none) is here by that name. Everyone:", .command(["users"]))
    }
    return isNobody
      ? .users(ifEmpty: "Nobody is here yet. Begin:", .command(Phrases.firstUser))
      : .users(
        ifEmpty: "Nobody else is here yet. Invite a friend:", .command(["create-user", "carol"]))
  }
}
