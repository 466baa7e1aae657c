/// The cells for one picture alone, as many as the window allows.
struct PictureRoom {
  let width: Int
  let height: Int

  /// Twice a thumbnail's pixels: larger, there is nothing more to see.
  private static let widest = 96
  /// Where there is no window, as on a pipe: half of a usual page, and as fine as a thumbnail in
  /// blocks.
  private static let usualWidth = 48

  /// The room that so many lines of text leave, with one for the prompt; half the window at least,
  /// for the text can be read on by scrolling, and a picture cut in two can't be seen.
  init(besideLines lines: Int, in traits: Traits) {
    var widest = min(traits.width, PictureRoom.widest)
    if let window = traits.height {
      let rows = max(window - 1 - lines, window / 2, 1)
      while widest > 1, GridLayout.pictureHeight(forWidth: widest) > rows { widest -= 1 }
    } else {
      widest = min(widest, PictureRoom.usualWidth)
    }
    width = widest
    height = GridLayout.pictureHeight(forWidth: widest)
  }
}
