import Model
package import Rendering

/// What takes long to draw and looks the same until what it shows changes.
///
/// It only saves work: whatever is asked for is what would be drawn anew.
package final class Drawings {
  /// Everything that a drawing depends on.
  package struct Identity: Hashable {
    package var page: Int
    package var part = 0
    package var version = 0
    package var pictures = 0
    package var width = 0
    package var height = 0
    /// Times are told in minutes.
    package var minute: Int64 = 0
    package var detail = ""
    package var style = HeaderStyle.stretchy
  }

  /// Something that was drawn, as its kind is kept.
  package enum Drawing {
    case grid(GridDrawing)
    case list(ListDrawing)
    case header(ProfileHeader)
    case banner(BannerCache)
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

  private var kept: [Spot: (key: Identity, drawing: Drawing)] = [:]

  /// Of a page and part only the latest is kept: one of a long list holds all of it.
  package func drawing(_ key: Identity, _ draw: () -> Drawing) -> Drawing {
    let spot = Spot(page: key.page, part: key.part)
    if let (known, drawing) = kept[spot], known == key { return drawing }
    if kept.count >= Drawings.most { kept = [:] }
    let drawing = draw()
    kept[spot] = (key, drawing)
    return drawing
  }

  package func clear() {
    kept = [:]
  }
}
