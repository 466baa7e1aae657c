package import Model
package import Rendering

/// Something that happened to the browser, from outside or in answer to an effect.
package enum BrowserEvent {
  case key(KeyPress)
  case resized(columns: Int, rows: Int)
  /// A moment for what moves.
  case tick
  /// Some process changed the network.
  case changed
  case loaded(page: Int, Loaded)
  /// Who looks, as they are called now, under which login; nil for nobody.
  case looking(Person?, under: LoginState = .unchanged)
  /// A page can't be had, because what it shows is gone or otherwise; or, without one, something
  /// that belongs to none.
  case failed(page: Int?, SafeText, isGone: Bool = false)
  case answered(CommandAnswer)
  /// How far a command has come.
  case progressed(SafeText, CommandRequest)
  /// What may stand behind a text that was typed.
  case completed(String, LineOffer)
  case measured(ThumbnailCache)
  /// The thumbnails of posts that were put away and asked for again.
  case recalled([Post], ThumbnailSet)
  /// They can't be read.
  case notRecalled(SafeText)
  case thumbnail(String, Thumbnail)
  /// A picture that can't be drawn, ever or now.
  case undrawn(String, isLasting: Bool)

  /// What was asked for a page.
  package enum Loaded {
    case profile(ShownProfile, ThumbnailSet)
    case posts(ProfileTab, Page<Post>, ThumbnailSet, after: Cursor)
    /// From the beginning where it comes after nothing; about somebody, as they are called now, or
    /// nobody, or whoever looks.
    case people(Page<Profile>, about: Person? = nil, after: Cursor?)
    case feed(Page<Post>, ThumbnailSet, after: Cursor?)
    case post(ViewedPost, ThumbnailSet)
    case record(String)
    /// Nothing: words stay as they are.
    case text

    /// How many things of a list came.
    package var count: Int {
      switch self {
      case .profile(let shown, _): shown.posts.items.count
      case .posts(_, let page, _, _), .feed(let page, _, _): page.items.count
      case .people(let page, _, _): page.items.count
      case .post, .record, .text: 0
      }
    }

    /// Whether it is all of a page, and not one more stretch of it.
    package var isFromBeginning: Bool {
      switch self {
      case .posts: false
      case .people(_, _, let cursor), .feed(_, _, let cursor): cursor == nil
      case .profile, .post, .record, .text: true
      }
    }
  }
}
