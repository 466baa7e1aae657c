import Model
import Rendering

/// What takes long to draw and looks the same until what it shows changes.
///
/// It only saves work: whatever is asked for is what would be drawn anew.
final class Drawings {
  /// Everything that a drawing depends on.
  struct Key: Hashable {
    var page: Int
    var part = 0
    var version = 0
    var pictures = 0
    var width = 0
    var height = 0
    /// Times are told in minutes.
    var minute: Int64 = 0
    var detail = ""
    var style = HeaderStyle.stretchy
  }

  /// Something that was drawn, as its kind is kept.
  enum Drawing {
    case grid(GridDrawing)
    case list(ListDrawing)
    case header(ProfileHeader)
    case banner(BannerSteps)
    case text(TextDrawing)
    case canvas(Canvas)
  }

  /// What stays the same where a drawing takes the place of an older one.
  private struct Spot: Hashable {
    let page: Int
    let part: Int
  }

  /// More than are on all pages somebody goes back and forth between.
  private static let most = 24

  private var kept: [Spot: (key: Key, drawing: Drawing)] = [:]

  /// Of a page and part only the latest is kept: one of a long list holds all of it.
  func drawing(_ key: Key, _ draw: () -> Drawing) -> Drawing {
    let spot = Spot(page: key.page, part: key.part)
    if let (known, drawing) = kept[spot], known == key { return drawing }
    if kept.count >= Drawings.most { kept = [:] }
    let drawing = draw()
    kept[spot] = (key, drawing)
    return drawing
  }

  func clear() {
    kept = [:]
  }
}
