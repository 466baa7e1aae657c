package import Model

/// One picture as the banner of a header, in each step of its blur.
///
/// Each step is computed once for a width, when it is first seen, and kept: whatever becomes of the
/// profile, the picture stays the same.
package final class BannerCache {
  private struct Key: Hashable {
    let step: Int
    let width: Int
    let rows: Int
  }

  private let picture: Thumbnail?
  private let handle: Handle
  private var kept: [Key: Banner] = [:]

  /// Without a picture, a landscape made from the handle.
  package init(_ picture: Thumbnail?, of handle: Handle) {
    self.picture = picture
    self.handle = handle
  }

  /// Step 0 is sharp.
  func banner(blur step: Int, width: Int, rows: Int) -> Banner {
    let key = Key(step: step, width: width, rows: rows)
    if let banner = kept[key] { return banner }
    let banner =
      step == 0
      ? Banner(picture, of: handle, width: width, rows: rows)
      : self.banner(blur: 0, width: width, rows: rows)
        .blurred(radius: ThreeStateMotion.radius(ofStep: step))
    kept[key] = banner
    return banner
  }
}
