import CommandLine
import Model
import Rendering
import Services
import Terminal

/// Answers about one thing.
extension CommandContext {
  /// The machine-readable format; nil if the answer is text.
  var recordFormat: RecordFormat? {
    switch options.format {
    case .json: .json
    case .ndjson: .ndjson
    case .csv: .csv
    case .tsv: .tsv
    case .text, .svg, .html, nil: nil
    }
  }

  /// What a `Confirmation` shows of the items of a write.
  var outcomeDetail: Outcome.Detail {
    let isText = recordFormat == nil && options.fields == nil
    return isText && (!traits.isTerminal || options.isQuiet) ? .name : .whole
  }

  /// Answers with a record in a machine-readable format, with its chosen fields, or with `text`.
  ///
  /// `mayBeTall` sends a text that is taller than the window through the pager.
  func answer(
    _ record: @autoclosure () -> Record, mayBeTall: Bool = false, text: (Traits) -> Output
  ) throws {
    if let format = recordFormat {
      return try answer(
        record().output(as: format, only: options.fields, isTerminal: traits.isTerminal))
    }
    if let fields = options.fields {
      let record = record()
      return try answer(
        traits.isTerminal
          ? KeyValueList(record.only(fields), in: traits).output(in: traits)
          : record.output(as: .lines, only: fields))
    }
    let output = text(traits)
    if mayBeTall { try pageIfTall(output) }
    try answer(output)
  }

  /// Answers with a record, key by key where it is text.
  func answer(facts record: Record) throws {
    try answer(record) { KeyValueList(facts: record, in: $0).output(in: $0) }
  }

  private func pageIfTall(_ output: Output) throws {
    try interpreter.paging.pageIfTall(output, from: line.origin, isQuiet: options.isQuiet)
  }
}

/// Answers that are lists, printed page by page.
extension CommandContext {
  /// Items read at a time: few enough for constant memory, many enough for speed.
  private static let batch = 500

  /// Answers with a part of a list, or with the length of the whole list.
  func list<Item>(
    _ list: ListOptions, _ listing: Listing<Item>, filter: PostFilter = PostFilter(),
    count: () throws -> Int, page: (PageRequest) throws -> Page<Item>
  ) throws -> CommandResult {
    if list.onlyCounts { return try self.count(try count()) }
    var printer = try ListPrinter(listing, for: self)
    var request = PageRequest(
      limit: 0, after: list.after, isReversed: list.isReversed, filter: filter)
    var remaining = list.limit ?? .max
    var next: Cursor?
    repeat {
      if Interruption.pending != nil { throw Interrupted() }
      request.limit = min(remaining, CommandContext.batch)
      let batch = try page(request)
      let output = printer.print(
        batch.entries, avatars: try avatars(of: listing.people(batch.entries)))
      if request.after == list.after { try pageIfTall(output) }
      try answer(output)
      remaining -= batch.entries.count
      next = batch.next
      request.after = next
    } while next != nil && remaining > 0
    try answer(printer.finish())
    if printer.isEmpty, list.after != nil {
      try remarkEnd()
    } else if printer.isEmpty, filter.leavesOut {
      try remark("Nothing matches the options.")
    } else if printer.isEmpty {
      try remark(listing.empty.sentence, listing.empty.next)
    } else if let next {
      try remarkMore(after: next)
    }
    return CommandResult()
  }

  /// Answers with a whole list.
  func list<Item>(
    _ entries: [Entry<Item>], _ listing: Listing<Item>, isRemarked: Bool = true
  ) throws {
    var printer = try ListPrinter(listing, for: self)
    let output = printer.print(entries, avatars: try avatars(of: listing.people(entries)))
    try pageIfTall(output)
    try answer(output)
    try answer(printer.finish())
    if printer.isEmpty, isRemarked { try remark(listing.empty.sentence, listing.empty.next) }
  }

  /// The avatars beside the rows of a list; nil where rows are lines of text alone.
  private func avatars(of people: [Handle]) throws -> ThumbnailSet? {
    guard !people.isEmpty, drawsPictures, traits.isTerminal, traits.depth != .none,
      !traits.isASCII, !streams.isMuted
    else { return nil }
    let pictures = try network().pictures
    var thumbnails = try pictures.thumbnails(of: [], people: people)
    let made = try self.pictures.makeMissing(in: &thumbnails, from: pictures)
    pictures.offer(made)
    return thumbnails
  }

  private func count(_ number: Int) throws -> CommandResult {
    let record = Record(keys: ["count"], values: [.count(number)])
    try answer(
      recordFormat.map { record.output(as: $0, isTerminal: traits.isTerminal) }
        ?? Output("\(number)\n"))
    return CommandResult()
  }
}

/// Explanations: the SQL of an answer instead of the answer.
extension CommandContext {
  static let explain = Switch("explain", "Show the SQL and its query plan instead of the answer.")

  /// Runs `body`; its answer is dropped if an explanation is asked for.
  func explaining(
    _ isAsked: Bool, _ body: () throws -> CommandResult
  ) throws -> CommandResult {
    guard isAsked else { return try body() }
    let network = try network()
    let explanations = try streams.muting { try network.explain { _ = try body() } }
    try answer(output(of: explanations))
    return CommandResult()
  }

  private func output(of explanations: [Explanation]) -> Output {
    if let format = recordFormat {
      let keys = ["sql", "plan"]
      var writer = ListWriter(format, keys: keys, isTerminal: traits.isTerminal)
      return writer.list(
        explanations.map {
          let plan = JSONValue.array($0.plan.map { JSONValue.string($0.words) })
          return Record(keys: keys, values: [.string($0.statement), plan])
        })
    }
    var output = Output()
    for explanation in explanations {
      output.append(SafeText(explanation.statement, .lines) + "\n")
      for step in explanation.plan {
        let indent = String(repeating: "  ", count: step.depth)
        output.append("  -- \(indent)\(step.words)\n")
      }
      output.append("\n")
    }
    return output
  }
}
