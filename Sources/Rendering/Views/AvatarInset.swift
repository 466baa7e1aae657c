import Model

/// Puts a small avatar beside a row of a list.
struct AvatarInset {
  /// Narrower rows have no avatar.
  private static let narrowest = 36

  private let traits: Traits
  let inner: Traits
  private var columns: Int { traits.width - inner.width }

  init(in traits: Traits) {
    self.traits = traits
    let hasRoom = traits.width >= AvatarInset.narrowest
    inner = hasRoom ? traits.with(width: traits.width - Avatar.smallColumns - 1) : traits
  }

  func height(of content: Int) -> Int { columns == 0 ? content : max(content, Avatar.smallRows) }

  func canvas(_ content: Canvas, of handle: Handle, _ picture: Thumbnail?) -> Canvas {
    guard columns > 0 else { return content }
    var canvas = Canvas(width: traits.width, height: height(of: content.height))
    canvas.draw(Avatar(handle, picture: picture).small(in: traits), x: 0, y: 0)
    canvas.draw(content, x: columns, y: 0)
    return canvas
  }
}
