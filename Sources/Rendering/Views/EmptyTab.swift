package import Model

/// The text of a tab without posts, with a command that helps.
package struct EmptyTab: View {
  private let tab: ProfileTab
  private let owner: User
  private let isOwn: Bool
  /// The key for writing a post; nil outside the browser.
  private let writingKey: SafeText?

  package init(_ tab: ProfileTab, of owner: User, isOwn: Bool, writingKey: SafeText? = nil) {
    (self.tab, self.owner, self.isOwn, self.writingKey) = (tab, owner, isOwn, writingKey)
  }

  package func canvas(in traits: Traits) -> Canvas {
    if isOwn, let writingKey, !hasOnlyReplies, tab == .posts || tab == .private {
      return Canvas(Paragraph("\(fact) \(writingKey) writes one.").lines(in: traits), in: traits)
    }
    return Canvas(
      NextCommand(sentence, command(after: traits.program())).lines(in: traits), in: traits)
  }

  /// Whether the tab is empty although the user has posts.
  private var hasOnlyReplies: Bool { tab == .posts && owner.counts.posts > 0 }

  var sentence: SafeText { fact + " " + advice }

  package var fact: SafeText {
    switch (tab, isOwn) {
    case (.posts, true) where hasOnlyReplies: "All your posts are replies."
    case (.posts, false) where hasOnlyReplies: "All posts of \(owner.handle) are replies."
    case (.posts, true): "No posts yet."
    case (.replies, true): "No replies yet."
    case (.likes, true): "No likes yet."
    case (.private, _): "No private posts."
    case (.posts, false): "\(owner.handle) has no posts yet."
    case (.replies, false): "\(owner.handle) has replied to no post yet."
    case (.likes, false): "\(owner.handle) likes nothing yet."
    }
  }

  private var advice: SafeText {
    switch (tab, isOwn) {
    case (.posts, _) where hasOnlyReplies: "Show them:"
    case (.posts, true): "Publish one:"
    case (.replies, true): "Find a post to reply to:"
    case (.likes, true): "Find something to like:"
    case (.private, _): "Keep one to yourself:"
    case (.posts, false): "See what others write:"
    case (.replies, false): "See the posts there are:"
    case (.likes, false): "See what there is:"
    }
  }

  func command(after program: SafeText = "profilectl ") -> SafeText {
    switch (tab, isOwn) {
    case (.posts, _) where hasOnlyReplies: "\(program)show \(owner.handle.text) --tab replies"
    case (.posts, true): "\(program)post \"hello\""
    case (.private, _): "\(program)post --private \"hello\""
    default: "\(program)explore"
    }
  }
}
