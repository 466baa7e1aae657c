import Model

/// A notice in a list: a line such as "@bob likes #42", and below it the words of the post.
struct NoticeTile {
  private let notice: Notice
  private let avatar: Thumbnail?

  init(_ notice: Notice, _ pictures: EvictableThumbnails) {
    self.notice = notice
    avatar = pictures.avatar(of: notice.actor)
  }

  func canvas(in traits: Traits) -> Canvas {
    let inset = AvatarInset(in: traits)
    let inner = inset.inner
    var lines = [NoticeList.head(of: notice, in: inner).fitted(to: inner.width, in: inner)]
    var words = StyledLine("  ")
    words.append(NoticeList.words(of: notice, in: inner))
    if words.width > 2 { lines.append(words.fitted(to: inner.width, in: inner)) }
    return inset.canvas(Canvas(lines, in: inner), of: notice.actor, avatar)
  }
}
