import Rendering
import Terminal

/// Lists and help longer than the window go through the pager that somebody chose.
extension Host {
  /// Looks at the beginning of an answer, before any of it is written.
  func pageIfTall(_ beginning: Output) throws {
    guard surroundings.console.isTerminal(.output), [.shell, .interactive].contains(surface),
      !streams.isHolding, let rows = try surroundings.height(), isTaller(beginning, than: rows),
      let words = try pagerWords(),
      let pager = Pager(words, adding: ["LESS": "FRX", "LV": "-c"])
    else { return }
    streams.page(through: pager)
  }

  private func isTaller(_ output: Output, than rows: Int) -> Bool {
    var count = 0
    for byte in output.bytes where byte == UInt8(ascii: "\n") {
      count += 1
      if count >= rows { return true }
    }
    return false
  }

  /// `PROFILECTL_PAGER`, else `PAGER`; nil for none and for `cat`, which would change nothing.
  private func pagerWords() throws -> [String]? {
    let environment = surroundings.environment
    let line = try environment.value("PROFILECTL_PAGER") ?? environment.value("PAGER") ?? ""
    let words = (try? LineSplitter.words(of: Array(line.utf8)))?.map(\.text) ?? []
    return words.isEmpty || words == ["cat"] ? nil : words
  }
}
