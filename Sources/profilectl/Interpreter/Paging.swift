import CommandLine
import Rendering
import Terminal

/// Sends lists and help that are taller than the window through the user's pager.
struct Paging {
  let environment: ProcessEnvironment
  let streams: Streams

  /// Starts the pager if the beginning of an answer is tall; call it before anything is written.
  ///
  /// A quiet line does not report a pager that can't be started.
  func pageIfTall(_ beginning: Output, from origin: LineOrigin, isQuiet: Bool) throws {
    guard !beginning.hasPictures, environment.console.isTerminal(.output),
      [.shell, .interactive].contains(origin.surface),
      !streams.isHolding, !streams.isMuted, let rows = try environment.height(isTerminal: true),
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

  private static let variables = ["PROFILECTL_PAGER", "PAGER"]
  /// The options of less and lv, unless their own variables are set.
  private static let usualOptions = ["LESS": "FRX", "LV": "-c"]

  /// The pager in `PROFILECTL_PAGER`, else in `PAGER`, else less.
  ///
  /// Nil if the variable is empty or `cat`, or the pager is missing.
  private func pager(isQuiet: Bool) throws -> Pager? {
    let variables = environment.variables
    let set = try Paging.variables.first {
      try variables.value($0) != nil || variables.isEmpty($0)
    }
    guard let variable = set else {
      // On a terminal that can't move its cursor, less asks for a key first.
      return try environment.cursorTerminal() == nil ? nil : Pager(["less", "-FRX"])
    }
    guard let line = try variables.value(variable) else { return nil }
    let words = (try? LineSplitter.words(of: Array(line.utf8)))?.map(\.text) ?? [line]
    if words.isEmpty || words == ["cat"] { return nil }
    let pager = Pager(words, adding: Paging.usualOptions)
    if pager == nil, !isQuiet {
      try streams.write(Phrases.unstartedPager(in: variable) + "\n", to: .error)
    }
    return pager
  }
}
