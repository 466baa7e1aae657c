package import Model

/// The result of each item of a write, one sentence each.
package struct OutcomeLines: View {
  /// The kind of items.
  package enum ItemKind: Sendable {
    case user, post
    /// The reports of all users about a post.
    case reports
    /// A key of a shared network, or all keys of a user.
    case key
  }

  private let outcomes: [Outcome]
  private let items: ItemKind
  private let isDryRun: Bool

  package init(_ outcomes: [Outcome], of items: ItemKind, isDryRun: Bool = false) {
    (self.outcomes, self.items, self.isDryRun) = (outcomes, items, isDryRun)
  }

  package func canvas(in traits: Traits) -> Canvas {
    Canvas(outcomes.flatMap { Paragraph(sentence(for: $0)).lines(in: traits) }, in: traits)
  }

  /// The sentence for one item, without a line feed.
  package func sentence(for outcome: Outcome) -> SafeText {
    if isDryRun, let promise = promise(of: outcome) { return promise }
    let name = name(of: outcome)
    let theirs = name + author(of: outcome)
    return switch outcome.result {
    case .created: "Created \(name)."
    case .edited: "Edited \(name)."
    case .deleted: "Deleted \(name)."
    case .followed: "You follow \(name)."
    case .alreadyFollowing: "You follow \(name) already."
    case .unfollowed: "You no longer follow \(name)."
    case .notFollowing: "You were not following \(name)."
    case .liked: "You like \(theirs)."
    case .alreadyLiked: "You like \(theirs) already."
    case .unliked: "You no longer like \(theirs)."
    case .notLiked: "You had not liked \(theirs)."
    case .posted: "Posted \(name)\(outcome.post?.item.isPrivate == true ? ", for you alone" : "")."
    case .flagged: "Reported \(theirs)."
    case .alreadyFlagged: "You reported \(theirs) already."
    case .unflagged: "Took back your report of \(theirs)."
    case .notFlagged where items == .reports: "\(name) is not reported."
    case .notFlagged: "You had not reported \(theirs)."
    case .reposted: "Reposted \(theirs)."
    case .alreadyReposted: "You reposted \(theirs) already."
    case .unreposted: "Took back your repost of \(theirs)."
    case .notReposted: "You had not reposted \(theirs)."
    case .bookmarked: "Bookmarked \(theirs)."
    case .alreadyBookmarked: "You bookmarked \(theirs) already."
    case .unbookmarked: "Removed the bookmark of \(theirs)."
    case .notBookmarked: "You had not bookmarked \(theirs)."
    case .muted: "You no longer see posts of \(name) in your lists."
    case .alreadyMuted: "You muted \(name) already."
    case .unmuted: "You see posts of \(name) again."
    case .notMuted: "You had not muted \(name)."
    case .kept: "Kept \(theirs), and dropped the reports."
    case .removed: "Removed \(name)."
    case .revoked, .alreadyRevoked, .lifted, .notRevoked, .accepted, .alreadyAccepted:
      sentence(forKey: outcome)
    case .refused: "Refused: \(name)."
    }
  }

  /// The sentence for a key, or for all keys of a user, by what was typed.
  private func sentence(forKey outcome: Outcome) -> SafeText {
    let input = SafeText(outcome.input)
    let isUser = outcome.input.hasPrefix("@")
    let owner: SafeText = outcome.user.map { " of \($0.item.user.handle)" } ?? ""
    let keys: SafeText = isUser ? "All keys of \(input)" : "The key \(input)\(owner)"
    let are: SafeText = isUser ? "are" : "is"
    return switch outcome.result {
    case .revoked: "\(keys) \(are) revoked now."
    case .alreadyRevoked: "\(keys) \(are) revoked already."
    case .lifted: "\(keys) \(are) valid again."
    case .accepted: "\(keys) \(are) accepted, and no other key for its invitation counts."
    case .alreadyAccepted: "\(keys) \(are) accepted already."
    default: isUser ? "No key of \(input) is revoked." : "\(keys) is not revoked."
    }
  }

  /// The sentence of a dry run; nil if nothing would change.
  private func promise(of outcome: Outcome) -> SafeText? {
    let thing = name(of: outcome) + author(of: outcome)
    return switch outcome.result {
    case .created, .edited, .deleted, .followed, .unfollowed, .liked, .reposted, .bookmarked,
      .muted, .unmuted, .removed, .refused:
      "\(thing) would be \(SafeText(outcome.result.rawValue))."
    case .posted: "The post would be published."
    case .flagged: "\(thing) would be reported."
    case .unliked: "The like of \(thing) would be taken back."
    case .unflagged: "The report of \(thing) would be taken back."
    case .unreposted: "The repost of \(thing) would be taken back."
    case .unbookmarked: "The bookmark of \(thing) would be removed."
    case .kept: "\(thing) would be kept, and the reports dropped."
    default: nil
    }
  }

  private func author(of outcome: Outcome) -> SafeText {
    outcome.post.map { " by \($0.item.author)" } ?? ""
  }

  /// The name of the item after the write, or the item as typed, with its sign.
  private func name(of outcome: Outcome) -> SafeText {
    switch items {
    case .user:
      if let user = outcome.user { return SafeText(user.item.user.handle) }
      return signed(outcome.input, "@")
    case .post, .reports:
      if let post = outcome.post { return SafeText(post.item.id) }
      return signed(outcome.input, "#")
    case .key: return SafeText(outcome.input)
    }
  }

  private func signed(_ input: String, _ sign: SafeText) -> SafeText {
    input.hasPrefix(sign.string) ? SafeText(input) : sign + SafeText(input)
  }
}
