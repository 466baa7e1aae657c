import Rendering
import Screens

/// The terminal output of the browser, recorded by `script`, as frames.
struct Recording {
  /// A screen and the second at which it appears.
  struct Shot {
    let screen: TerminalScreen
    let time: Double
  }

  let columns: Int
  let rows: Int
  private(set) var shots: [Shot] = []

  private static let frameEnd = Array("\u{1B}[?2026l".utf8)

  /// The first line of `log` gives the size of the terminal.
  ///
  /// Each line of `timing` gives a pause in seconds and the number of bytes after it.
  init(log: [UInt8], timing: String) {
    let head = log.prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: head, as: UTF8.self)
    func number(_ name: String) -> Int {
      words.split(separator: "\(name)=\"").last.flatMap { Int($0.prefix { $0 != "\"" }) } ?? 0
    }
    (columns, rows) = (number("COLUMNS"), number("LINES"))
    var screen = TerminalScreen(columns: columns, rows: rows, width: CellWidth.of)
    var rest = log.dropFirst(head.count + 1)
    var frame: [UInt8] = []
    var time = 0.0
    for line in timing.split(separator: "\n") {
      let parts = line.split(separator: " ")
      time += Double(parts[0]) ?? 0
      frame += rest.prefix(Int(parts[1]) ?? 0)
      rest = rest.dropFirst(Int(parts[1]) ?? 0)
      while let end = frame.firstRange(of: Self.frameEnd)?.upperBound {
        screen.feed(Array(frame[..<end]))
        frame.removeSubrange(..<end)
        shots.append(Shot(screen: screen, time: time))
      }
    }
  }

  /// Keeps the last frame of each interval of `stretch` seconds.
  func thinned(to stretch: Double) -> [Shot] {
    var kept: [Shot] = []
    for shot in shots {
      let time = (shot.time / stretch).rounded(.down) * stretch
      if kept.last?.time == time { kept.removeLast() }
      kept.append(Shot(screen: shot.screen, time: time))
    }
    return kept
  }
}
