import Model
import Rendering
import Services
import Terminal

/// Something that happened to the browser, from outside or in answer to an effect.
enum BrowserEvent {
  case key(Key)
  case resized(Console.Size)
  /// A moment for what moves.
  case tick
  /// Some process changed the network.
  case changed
  case loaded(page: Int, Loaded)
  /// A page can't be had, because what it shows is gone or otherwise, or something on it can't be
  /// done.
  case failed(page: Int?, SafeText, isGone: Bool = false)
  case done(Outcome, OutcomeLines.Subject)
  case answered(LineAnswer)
  /// So many lines of the script under way are done.
  case progressed(lines: Int)
  case completed(LineOffer)
  case measured(ThumbnailCache)
  /// Nil where a picture can't be decoded.
  case thumbnail(String, Thumbnail?)

  /// What was asked for a page.
  enum Loaded {
    case profile(ShownProfile, ThumbnailSet)
    case posts(ProfileTab, Page<Post>, ThumbnailSet)
    case people(Page<Profile>, isMore: Bool)
    case feed(Page<Post>, ThumbnailSet, isMore: Bool)
    case post(ViewedPost, ThumbnailSet)
  }
}

/// What a command said that was typed after the colon.
struct LineAnswer {
  let line: String
  let said: String
  /// What was said beside the answer.
  let remarked: String
  let isRefused: Bool
  /// Whether another line would do, so that it stays to be mended.
  var isMistyped = false
  /// Who acts from now on.
  let viewer: Handle?
  /// Somebody whose profile it asks to see.
  let opens: Handle?
  let leaves: Bool
}
