import Model
import Rendering
import Services

/// Lists, which leave page by page.
extension Session {
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
      request.limit = min(remaining, Session.stretch)
      let stretch = try page(request)
      try answer(printer.print(stretch.entries))
      remaining -= stretch.entries.count
      next = stretch.next
      request.after = next
    } while next != nil && remaining > 0
    try answer(printer.finish())
    if printer.isEmpty { return try remark(listing.empty) }
    if let next { try remark("More: add --all, or --after \(next.text).") }
  }

  private func count(_ number: Int) throws {
    let record = Record(keys: ["count"], values: [.count(number)])
    guard let format = recordFormat else { return try answer(Output("\(number)\n")) }
    try answer(record.output(as: format, isTerminal: traits.isTerminal))
  }
}

/// Turns the stretches of one list into bytes, in the form the session wants.
struct ListPrinter<Item: Sendable> {
  private let listing: Listing<Item>
  private let traits: Traits
  private var writer: ListWriter?
  private var hasBegun = false
  private(set) var isEmpty = true

  init(_ listing: Listing<Item>, for session: Session) {
    self.listing = listing
    traits = session.traits
    let fields = session.options.fields
    if let format = session.recordFormat {
      writer = ListWriter(
        format, of: listing.kind, only: fields, isTerminal: traits.isTerminal)
    } else if !traits.isTerminal || fields != nil {
      writer = ListWriter(.lines, of: listing.kind, only: fields ?? listing.columns)
    }
  }

  mutating func print(_ entries: [Entry<Item>]) -> Output {
    isEmpty = isEmpty && entries.isEmpty
    guard writer != nil else { return listing.view(entries, traits) }
    var output = begin()
    if let rest = writer?.add(entries.map(listing.record)) { output.append(rest) }
    return output
  }

  mutating func finish() -> Output {
    var output = begin()
    if let rest = writer?.end() { output.append(rest) }
    return output
  }

  private mutating func begin() -> Output {
    defer { hasBegun = true }
    return hasBegun ? Output() : writer?.begin() ?? Output()
  }
}
