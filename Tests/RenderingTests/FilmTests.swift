import Rendering
import Screens
import Testing

@testable import film

/// Tests the animated drawing that `make tour` makes for the README.
@Suite struct FilmTests {
  private static let end = "\u{1B}[?2026l"

  private func recording(_ frames: [(pause: Double, bytes: String)]) -> Recording {
    let texts = frames.map { $0.bytes + Self.end }
    return Recording(
      log: Array(("Script started [COLUMNS=\"8\" LINES=\"2\"]\n" + texts.joined()).utf8),
      timing: zip(frames, texts).map { "\($0.pause) \($1.utf8.count)" }.joined(separator: "\n"))
  }

  private func drawing(_ recording: Recording) -> ParsedMarkup {
    let film = Film(recording.shots, columns: recording.columns, rows: recording.rows)
    return ParsedMarkup(film.markup(title: "a film", description: "of little").output)
  }

  @Test func `a frame is there as soon as its last byte is`() {
    let log =
      "head COLUMNS=\"4\" LINES=\"1\"\nab" + Self.end + "\u{1B}[Hc" + Self.end + "\u{1B}[?1049l"
    let recording = Recording(log: Array(log.utf8), timing: "1.5 4\n0.5 6\n0.25 20\n1 8")
    #expect(recording.columns == 4 && recording.rows == 1)
    #expect(recording.shots.map(\.time) == [2, 2.25])
    #expect(recording.shots.map { $0.screen.rows[0].map(\.glyph).joined() } == ["ab  ", "cb  "])
  }

  @Test func `of frames that come close together the last one is kept`() {
    let frames = [0, 0.5, 0.01, 0.01, 0.01, 0.3, 0.01].enumerated().map {
      (pause: $1, bytes: "\u{1B}[H\($0)")
    }
    let kept = recording(frames).thinned(to: 0.25)
    #expect(kept.map { $0.screen.rows[0][0].glyph } == ["0", "4", "6"])
    #expect(kept.map(\.time) == [0, 0.5, 0.75])
  }

  @Test func `a row that stays or moves is held once, and so are its pixels`() {
    let bar = "\u{1B}[44m▄▄\u{1B}[0m"
    let film = drawing(
      recording([
        (0, "\u{1B}[?25l\u{1B}[Hone" + bar), (1, "\u{1B}[2J\u{1B}[2Hone" + bar),
        (1, "\u{1B}[Htwo" + bar),
      ]))
    #expect(film.isWellFormed)
    #expect(film.all("text").map(\.text) == ["one", "two"])
    #expect(film.all("image").map(\.attributes["id"]) == ["p0"])
    let places = film.all("use").filter { $0.attributes["y"] != nil }
      .map { [$0.attributes["href"], $0.attributes["y"]] }
    #expect(places == [["#r0", "0"], ["#r0", "60"], ["#r1", "80"], ["#r0", "100"]])
  }

  @Test func `each frame has its time, and none moves with reduced motion`() {
    let style = drawing(recording([(0, "a"), (1, "b"), (1.5, "c")])).all("style")[0].text
    #expect(
      style == """
        .film{animation:film 4.000s step-end infinite}\
        @keyframes film{0.000%{transform:translateY(0px)}25.000%{transform:translateY(-40px)}\
        62.500%{transform:translateY(-80px)}}image{image-rendering:pixelated}\
        @media (prefers-reduced-motion:reduce){.film{animation:none}}
        """)
  }

  @Test func `blocks are pixels over their ground, letters keep theirs`() {
    let shot = recording([(0, "\u{1B}[38;2;1;2;3;48;2;4;5;6m▗x\u{1B}[0m")]).shots[0]
    let row = FilmRow(shot.screen.rows[0], colors: SVGColors(isLight: false))
    let (front, back): ([UInt8], [UInt8]) = ([1, 2, 3], [4, 5, 6])
    #expect(row.pixels?.cells == 2 && row.pixels?.columns == 4)
    #expect(row.pixels?.bytes == Array([back, back, back, back, back, front, back, back].joined()))
    #expect(String(decoding: row.letters, as: UTF8.self).contains("x"))
  }
}
