import CommandLine
import Rendering
import Terminal

/// Lists and help longer than the window go through the pager that somebody chose.
extension Host {
  /// Looks at the beginning of an answer, before any of it is written.
  ///
  /// Where nothing but answers is wanted, a pager that can't be started is not told of.
  func pageIfTall(_ beginning: Output, isQuiet: Bool) throws {
    guard surroundings.console.isTerminal(.output), [.shell, .interactive].contains(surface),
      !streams.isHolding, !streams.isMuted, let rows = try surroundings.height(isTerminal: true),
      isTaller(beginning, than: rows), let pager = try pager(isQuiet: isQuiet)
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

  /// What `PROFILECTL_PAGER`, else `PAGER`, names; nil for none, which the former may say by being
  /// empty, and for `cat`, which would change nothing.
  private func pager(isQuiet: Bool) throws -> Pager? {
    let environment = surroundings.environment
    let own = "PROFILECTL_PAGER"
    if try environment.isEmpty(own) { return nil }
    let variable = try environment.value(own) == nil ? "PAGER" : own
    guard let line = try environment.value(variable) else { return nil }
    let words = (try? LineSplitter.words(of: Array(line.utf8)))?.map(\.text) ?? [line]
    if words.isEmpty || words == ["cat"] { return nil }
    let pager = Pager(words, adding: ["LESS": "FRX", "LV": "-c"])
    if pager == nil, !isQuiet {
      try streams.write(Wording.unstartedPager(in: variable) + "\n", to: .error)
    }
    return pager
  }
}
