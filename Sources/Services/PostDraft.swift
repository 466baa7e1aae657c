package import Model

/// A post to be published.
package struct PostDraft: Sendable {
  package let text: PostText
  package let picture: PictureDraft?
  /// What the picture shows, in words.
  package let alt: AltText?
  package let isPrivate: Bool
  /// Gives the time when it is this post's turn to be written.
  ///
  /// So posts are in the order in which they can be seen. One that already has that time moves this
  /// one to a free moment shortly after it.
  package let at: @Sendable () -> Moment

  /// Nil when there is nothing to read in it and nothing to see.
  ///
  /// Without a picture there is nothing for `alt` to describe, and it is left out; so is a blank
  /// one, as is the text of a picture.
  package init?(
    text: PostText, picture: PictureDraft? = nil, alt: AltText? = nil, isPrivate: Bool = false,
    at: @escaping @autoclosure @Sendable () -> Moment
  ) {
    guard picture != nil || !text.isBlank else { return nil }
    self.text = text.readable
    self.picture = picture
    self.alt = picture == nil || alt?.isBlank == true ? nil : alt
    self.isPrivate = isPrivate
    self.at = at
  }
}
