import CommandLine
import Model
import Rendering

/// Turns the stretches of one list into bytes, in the form the context wants.
struct ListPrinter<Item: Sendable> {
  private let listing: Listing<Item>
  private let traits: Traits
  /// The fields that were chosen.
  private let fields: [String]?
  /// Nil where people read the list.
  private var writer: ListWriter?
  private var hasBegun = false
  /// The columns of a table of chosen fields, as the rows so far need them.
  private var columns: [Table.Column]?
  private(set) var isEmpty = true

  init(_ listing: Listing<Item>, for context: CommandContext) {
    self.listing = listing
    traits = context.traits
    fields = context.options.fields
    if let format = context.recordFormat {
      writer = ListWriter(
        format, of: listing.kind, only: fields, isTerminal: traits.isTerminal)
    } else if !traits.isTerminal {
      writer = ListWriter(.lines, of: listing.kind, only: fields ?? listing.kind.columns)
    }
  }

  mutating func print(_ entries: [Entry<Item>]) -> Output {
    defer { isEmpty = isEmpty && entries.isEmpty }
    var output = Output()
    guard writer != nil else {
      if entries.isEmpty { return output }
      if let fields {
        return ResultTable(entries.map(listing.record), only: fields)
          .output(behind: &columns, in: traits)
      }
      if !isEmpty, listing.isSpaced { output.appendNewline() }
      output.append(listing.view(entries, traits))
      return output
    }
    output = begin()
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
