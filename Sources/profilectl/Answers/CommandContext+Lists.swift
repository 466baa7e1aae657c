import CommandLine
import Model
import Rendering
import Services
import Terminal

/// Lists, which leave page by page.
extension CommandContext {
  /// Items read at a time: few enough for constant memory, many enough for speed.
  private static let stretch = 500

  /// Answers with the part of a list that was asked for, or with the length of all of it.
  func list<Item>(
    _ options: ListOptions, _ listing: Listing<Item>, count: () throws -> Int,
    page: (PageRequest) throws -> Page<Item>
  ) throws {
    if options.onlyCounts { return try self.count(try count()) }
    var printer = ListPrinter(listing, for: self)
    var request = PageRequest(
      limit: 0, after: options.after, isReversed: options.isReversed)
    var remaining = options.limit ?? .max
    var next: Cursor?
    repeat {
      if Interruption.pending != nil { throw Interrupted() }
      request.limit = min(remaining, CommandContext.stretch)
      let stretch = try page(request)
      let output = printer.print(stretch.entries)
      if request.after == options.after {
        try host.pageIfTall(output, isQuiet: self.options.isQuiet)
      }
      try answer(output)
      remaining -= stretch.entries.count
      next = stretch.next
      request.after = next
    } while next != nil && remaining > 0
    try answer(printer.finish())
    if printer.isEmpty {
      return options.after == nil ? try remark(listing.empty) : try remarkEnd()
    }
    if let next { try remarkMore(after: next) }
  }

  /// Answers with a list that is at hand.
  func list<Item>(_ entries: [Entry<Item>], _ listing: Listing<Item>) throws {
    var printer = ListPrinter(listing, for: self)
    let output = printer.print(entries)
    try host.pageIfTall(output, isQuiet: options.isQuiet)
    try answer(output)
    try answer(printer.finish())
    if printer.isEmpty { try remark(listing.empty) }
  }

  private func count(_ number: Int) throws {
    let record = Record(keys: ["count"], values: [.count(number)])
    guard let format = recordFormat else { return try answer(Output("\(number)\n")) }
    try answer(record.output(as: format, isTerminal: traits.isTerminal))
  }
}
