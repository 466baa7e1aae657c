package import Model

/// The text of a tab without posts, with a command that would fill it.
package struct EmptyTab: View {
  private let tab: ProfileTab
  private let owner: Handle
  private let isOwn: Bool
  /// The key that writes a post; nil outside the browser.
  private let writingKey: SafeText?

  package init(_ tab: ProfileTab, of owner: Handle, isOwn: Bool, writingKey: SafeText? = nil) {
    self.tab = tab
    self.owner = owner
    self.isOwn = isOwn
    self.writingKey = writingKey
  }

  package func canvas(in traits: Traits) -> Canvas {
    if isOwn, let writingKey, tab == .posts || tab == .private {
      let none: SafeText = tab == .private ? "No private posts." : "No posts yet."
      return Canvas(Paragraph("\(none) \(writingKey) writes one.").lines(in: traits), in: traits)
    }
    return Canvas(
      NextCommand(sentence, command(after: traits.program())).lines(in: traits), in: traits)
  }

  var sentence: SafeText {
    switch (tab, isOwn) {
    case (.posts, true): "No posts yet. Publish one:"
    case (.replies, true): "No replies yet. Find a post to reply to:"
    case (.likes, true): "No likes yet. Find something to like:"
    case (.private, _): "No private posts. Keep one to yourself:"
    case (.posts, false): "\(owner) has no posts yet. See what others write:"
    case (.replies, false): "\(owner) has replied to no post yet. See the posts there are:"
    case (.likes, false): "\(owner) likes nothing yet. See what there is:"
    }
  }

  func command(after program: SafeText = "profilectl ") -> SafeText {
    switch (tab, isOwn) {
    case (.posts, true): "\(program)post \"hello\""
    case (.private, _): "\(program)post --private \"hello\""
    default: "\(program)explore"
    }
  }
}
