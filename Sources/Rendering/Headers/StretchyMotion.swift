/// Where the parts of a stretching header are at one offset: a picture that grows when it is pulled
/// and lags behind when it is scrolled; where the bar is says `HeaderLayout`.
package struct StretchyMotion: Equatable, Sendable {
  /// The heights of the parts at rest, in points.
  package struct Metrics: Equatable, Sendable {
    package let banner: Double
    package let avatar: Double

    /// Parts of a header of 420 points that leaves, with a bar of 42, at least half of a window to
    /// the list: what is too tall is scaled down.
    package init(windowRows: Int) {
      let window = Double(max(1, windowRows)) * Points.row
      let scale = min(1, window / 2 / (420 + 42))
      banner = 150 * scale
      avatar = 100 * scale
    }
  }

  /// How much the banner is enlarged about the middle of its lower edge.
  package let zoom: Double
  /// How far the banner has moved up, in points; half as far as the rest.
  package let bannerShift: Double

  /// `offset` is how far the page has been scrolled, in points; below 0 it is pulled past its top.
  ///
  /// `header` is how tall all of the header is at rest.
  package init(offset: Double, header: Double, _ metrics: Metrics) {
    let pull = max(0, -offset)
    // By the height of the banner, for it is what is stretched: by less, a gap would open above it.
    zoom = pull > 0 ? max(pull / 500 + 1, 1 + pull / metrics.banner) : 1
    bannerShift = min(max(0, offset) * 0.5, header)
  }
}
