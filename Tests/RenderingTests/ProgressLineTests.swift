import Model
import Rendering
import Testing

@Suite struct ProgressLineTests {
  @Test func `a line has a bar, a rate and the time left`() {
    let line = ProgressLine("posts", done: 250_000, of: 1_000_000, milliseconds: 2_000)
    #expect(
      line.text(in: Traits(width: 80, now: Moment(seconds: 0))).string
        == "posts  ██████░░░░░░░░░░░░░░░░░░  250K of 1M  125K/s  7 s left")
    #expect(
      line.text(in: Traits(width: 80, isASCII: true, now: Moment(seconds: 0))).string
        == "posts  ######------------------  250K of 1M  125K/s  7 s left")
  }

  @Test func `of input that is read the line has the kind, the number, the part and the time left`()
  {
    let line = ProgressLine("posts", done: 12_345, of: nil, share: 0.25, milliseconds: 2_000)
    #expect(
      line.text(in: Traits(width: 80, now: Moment(seconds: 0))).string
        == "posts  ██████░░░░░░░░░░░░░░░░░░  12,345  25 %  7 s left")
    #expect(line.brief.string == "12,345 posts, 25 %")
  }

  @Test func `no rate is shown before it is known`() {
    let line = ProgressLine("posts", done: 0, of: 10, milliseconds: 0)
    #expect(
      line.text(in: Traits(width: 80, now: Moment(seconds: 0))).string
        == "posts  ░░░░░░░░░░░░░░░░░░░░░░░░  0 of 10")
  }

  @Test func `work of unknown length only has a name`() {
    let line = ProgressLine("indexes", done: 0, of: nil, milliseconds: 9_000)
    #expect(line.text(in: Traits(width: 80, now: Moment(seconds: 0))).string == "indexes …")
  }

  @Test func `work without a known end is counted`() {
    let line = ProgressLine("lines", done: 12_345, of: nil, milliseconds: 2_000)
    #expect(
      line.text(in: Traits(width: 80, now: Moment(seconds: 0))).string
        == "12,345 lines, 6,172 a second")
  }

  @Test(arguments: 1...90)
  func `a line is never wider than asked`(width: Int) {
    let line = ProgressLine("likes", done: 1, of: .max, milliseconds: 90_000_000)
    for isASCII in [false, true] {
      let traits = Traits(width: width, isASCII: isASCII, now: Moment(seconds: 0))
      #expect(line.text(in: traits).width <= width)
    }
  }
}
