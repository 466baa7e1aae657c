/// The pages in which long rows go on.
///
/// It gives out four times as many as there are: more than a file holds that is only damaged. In a
/// hostile one, where each of many rows claims the same long chain, they come to an end.
final class OverflowPages {
  /// No row of ours is longer, with a picture of the largest size in it.
  static let mostBytes: Int64 = 96 << 20

  private let file: PageFile
  private var left: Int

  init(of file: PageFile) {
    self.file = file
    left = 4 * (file.pageCount + file.pagesBeyond.count)
  }

  /// Nil for one that can't be read, and when there were too many.
  func page(_ number: Int) -> [UInt8]? {
    guard left > 0 else { return nil }
    left -= 1
    return file.page(number)
  }
}
