/// Where the parts of a fading header are at one offset: the large header gives way to a small
/// title, and the list moves up under it.
package struct FadingMotion: Equatable, Sendable {
  /// Points by which the header has moved up.
  package let shift: Double
  /// Where the list begins.
  package let listTop: Double
  package let headerAlpha: Double
  package let titleAlpha: Double

  /// `tallest` and `lowest` are the header's heights at rest and when all of it has faded.
  ///
  /// A header that may vanish altogether does so at the first step.
  package init(offset: Double, tallest: Double, lowest: Double) {
    shift = min(max(offset, 0), lowest)
    let progress = lowest > 0 ? shift / lowest : offset > 0 ? 1 : 0
    listTop = tallest - progress * (tallest - lowest)
    headerAlpha = 1 - progress
    titleAlpha = progress
  }
}
