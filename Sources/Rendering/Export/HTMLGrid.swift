import Model

/// One tab of a page: its posts as tiles, or a sentence if there are none.
struct HTMLGrid {
  private let tab: ProfileTab
  private let owner: Profile
  private let columns: Int
  private let drawing: HTMLPosts

  init(_ tab: ProfileTab, of owner: Profile, columns: Int, drawing: HTMLPosts) {
    (self.tab, self.owner, self.columns, self.drawing) = (tab, owner, columns, drawing)
  }

  /// `writeEnd` writes the content after the tiles.
  func write(
    _ posts: [Post], replies: [Post.ID: [Post]], to markup: inout Markup,
    end writeEnd: (inout Markup) -> Void
  ) {
    let name = SafeText(tab.rawValue)
    markup.open("section", [("id", name)])
    markup.element("h2", TabBar.name(of: tab))
    markup.newline()
    if posts.isEmpty {
      writeEmptiness(to: &markup)
    } else {
      drawing.writeTiles(
        posts, named: name, of: owner.user.handle, columns: columns, replies: replies, to: &markup)
    }
    writeEnd(&markup)
    markup.literal("</section>\n")
  }

  /// Writes that there are more posts, and the command that shows all of them.
  func writeRest(to markup: inout Markup) {
    let choice: SafeText = tab == .posts ? "" : " --tab \(tab.rawValue)"
    markup.literal(
      "<p class=\"faint\">There are more posts than these. For a page with all of them: ")
    markup.element(
      "code", "profilectl show \(owner.user.handle.text)\(choice) --all --format html")
    markup.literal("</p>\n")
  }

  /// A site has no commands, because its readers have another network.
  private func writeEmptiness(to markup: inout Markup) {
    let isInSite = drawing.links != nil
    let empty = EmptyTab(
      tab, of: owner.user, isOwn: owner.relation.isMe && !isInSite)
    markup.open("p")
    if isInSite {
      markup.text(empty.fact)
    } else {
      markup.text(empty.sentence + " ")
      markup.element("code", empty.command())
    }
    markup.literal("</p>\n")
  }
}
