package import Model

/// Profiles and posts in whole sentences, for screen readers.
package struct LinearText {
  private let traits: Traits

  package init(in traits: Traits) {
    self.traits = traits
  }

  /// A profile, one sentence a line.
  package func lines(for profile: Profile, tab: ProfileTab, of tabs: [ProfileTab]) -> [SafeText] {
    let user = profile.user
    let name = traits.text(user.name)
    let handle = traits.words(SafeText(user.handle))
    var lines: [SafeText] = ["Profile of \(handle)\(name.isEmpty ? "" : ", " + name)."]
    lines += SafeText(user.bio, .lines).string.split(separator: "\n").map {
      traits.text(String($0))
    }
    lines.append(user.counts.phrase + ".")
    if let relation = sentence(for: profile.relation) { lines.append(relation) }
    if profile.relation.isMuted { lines.append("You mute them.") }
    lines.append("Joined \(RelativeTime.date(user.createdAt, in: traits.zone)).")
    let names = SafeText.joined(tabs.map(TabBar.name), by: ", ")
    lines.append("Tab \(TabBar.name(of: tab)), of \(names).")
    return lines
  }

  /// A profile and the posts of its tab, each in one line.
  package func output(for shown: ShownProfile) -> Output {
    let tabs = ProfileTab.offered(toOwner: shown.profile.item.relation.isMe)
    return Output(
      lines: lines(for: shown.profile.item, tab: shown.tab, of: tabs)
        + shown.posts.items.map { line(for: $0) })
  }

  package func output(for viewed: ViewedPost) -> Output {
    Output(lines: lines(for: viewed))
  }

  private func sentence(for relation: Relation) -> SafeText? {
    switch (relation.isMe, relation.isFollowed, relation.followsYou) {
    case (true, _, _): "This is you."
    case (_, true, true): "You follow each other."
    case (_, true, false): "You follow them."
    case (_, false, true): "They follow you."
    default: nil
    }
  }

  /// A post in one line, with the post that it quotes.
  package func line(for post: Post) -> SafeText {
    let words = PostWords(post)
    let shown = post.repeated
    let relation = post.reposts == nil ? words.relation(in: traits).map(text) : nil
    let facts = words.facts(time: RelativeTime.spoken(shown.createdAt, in: traits), in: traits)
    var parts = facts.map(text).map { fact -> SafeText in
      fact == relation
        ? "reply to \(shown.answered.map { SafeText($0) } ?? PostWords.gone)" : fact
    }
    if post.reposts != nil { parts.insert("\(post.author) reposted", at: 0) }
    let head: SafeText = traits.words(SafeText.joined(parts, by: ", "))
    var line: SafeText = head + ": " + onOneLine(words.body)
    if shown.quotes != nil {
      let quoted = shown.referenced.map { self.line(quoted: $0) }
      line = line + ", quoting " + (quoted ?? PostWords.gone)
    }
    return line
  }

  private func text(_ line: StyledLine) -> SafeText {
    SafeText.joined(line.runs.map(\.text), by: "")
  }

  private func line(quoted post: Post) -> SafeText {
    traits.words("\(post.author) \(SafeText(post.id)): ") + onOneLine(PostWords(post).body)
  }

  private func onOneLine(_ text: SafeText) -> SafeText {
    SafeText.joined(
      text.string.split(separator: "\n").map { traits.text(String($0)) }, by: " ")
  }

  /// A row of a list in one line.
  package func line(for row: ListRow) -> SafeText {
    switch row {
    case .person(let profile): line(for: profile)
    case .post(let post): line(for: post)
    case .viewed(let viewed): line(for: viewed.post.item)
    case .conversation(let place):
      (place.depth > 1 ? "level \(String(place.depth)), " : "")
        + (place.post.map { line(for: $0) } ?? PostWords.gone)
    case .notice(let notice): line(for: notice)
    }
  }

  private func line(for notice: Notice) -> SafeText {
    let time = SafeText(RelativeTime.spoken(notice.createdAt, in: traits))
    let phrase: SafeText = "\(notice.actor) \(NoticeList.phrase(of: notice))"
    let head: SafeText = traits.words(phrase + (notice.isNew ? ", new, " : ", ") + time)
    return notice.post.map { head + ": " + onOneLine(PostWords($0).body) } ?? head
  }

  /// A person in one line.
  package func line(for profile: Profile) -> SafeText {
    let name = traits.text(profile.user.name)
    let relation = UserList.words(for: profile.relation)
    let parts: [SafeText] = [
      SafeText(profile.user.handle), name, relation,
      SafeText(Magnitude.phrase(profile.user.counts.followers, "follower")),
    ]
    return traits.words(SafeText.joined(parts.filter { !$0.isEmpty }, by: ", "))
  }

  /// A post with all its lines and its likers.
  package func lines(for viewed: ViewedPost) -> [SafeText] {
    let post = viewed.post.item
    var lines = [line(for: post)]
    if post.likeCount > 0 {
      lines.append("Liked by \(SafeText.list(viewed.likers, outOf: post.likeCount)).")
    }
    let (date, time) = Timestamp.local(post.repeated.createdAt, in: traits.zone)
    lines.append("Posted \(date) at \(time).")
    if let signature = PostWords(post).signature { lines.append(signature + ".") }
    return lines.map { traits.words($0) }
  }
}
