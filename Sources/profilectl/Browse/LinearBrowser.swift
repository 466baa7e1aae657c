import Browser
import CommandLine
import Dispatch
import Model
import Rendering
import Services
import Terminal

/// The browser for screen readers: it prints a page in sentences, and a typed line answers it.
///
/// A number opens a row, a word acts on what the page is about, and any other line is a command.
final class LinearBrowser {
  private let handler: EffectHandler
  private let interpreter: Interpreter
  private let origin: LineOrigin
  private var traits: Traits
  /// The opened pages, the last one on top; empty after the end.
  private var pages: [LinearPage]
  /// The choices that the next line may choose from.
  private var sheet: ChoiceSheet?
  /// The line whose value is the next line.
  private var template: LineTemplate?

  init(
    _ first: LinearPage, in traits: Traits, handler: EffectHandler, _ interpreter: Interpreter,
    from origin: LineOrigin
  ) {
    (pages, self.traits, self.handler) = ([first], traits, handler)
    (self.interpreter, self.origin) = (interpreter, origin)
  }

  private var page: LinearPage {
    get { pages[pages.count - 1] }
    set { pages[pages.count - 1] = newValue }
  }

  /// Returns at the end of input, after `q` on the first page, or after a signal.
  func run() throws -> ExitStatus {
    let input = StandardInput(endsBySignal: true)
    let asks = interpreter.environment.console.isTerminal(.input)
    try say("Type a number to open a row, a word, or a command; ? lists the words, q goes back.")
    try sayPage()
    while !pages.isEmpty, ExitStatus.asked == nil {
      SignalMessages.settle(at: origin)
      // The message of a signal starts on a line of its own.
      let words = Phrases.interrupted(ofWrite: sheet?.isQuestion == true)
      Interruption.arm(saying: (asks ? "\n" : "") + words)
      if asks { try interpreter.streams.write("> ") }
      guard let line = try input.nextLine() else {
        if asks { try? interpreter.streams.write("\n") }
        break
      }
      do {
        if let now = try? handler.context().now { traits.now = now }
        try take(line)
      } catch  where !(error is ConsoleError) {
        report(error)
      }
    }
    return ExitStatus.asked ?? .done
  }

  private func report(_ error: any Error) {
    let failure = interpreter.failures.failure(error, of: Line(from: origin))
    interpreter.failures.report(error as? LineFailure ?? failure, from: origin)
  }

  private func take(_ bytes: [UInt8]) throws {
    // Throws for bytes that are no text.
    if TypedBytes.validText(bytes) == nil { _ = try interpreter.words(of: bytes, from: origin) }
    let line = String(decoding: bytes, as: UTF8.self).trimmingBlanks
    let (asked, value) = (sheet, template)
    (sheet, template) = (nil, nil)
    if let value { return try fill(value, with: line) }
    if let asked, try choose(line, in: asked) { return }
    let word = String(line.prefix { $0 != " " })
    let rest = String(line.dropFirst(word.count)).trimmingBlanks
    if let source = page.page(ofTab: line.lowercased()) { return try open(source, inPlace: true) }
    switch line {
    case "": try sayMore()
    case "?": try help.forEach { try say($0) }
    case "q": try goBack()
    case "quit", "exit":
      markRead()
      pages = []
    case "0", "refresh": try sayAgain()
    case "settings": try openSettings()
    case _ where Int(word) != nil:
      guard let row = Int(word).flatMap(page.row) else {
        return try say("There is no number \(word) here.")
      }
      if rest.isEmpty { return try open(ListedThing(row).source) }
      if try !act(rest, on: row) { try say("'\(rest)' does nothing to a number.") }
    default:
      if try rest.isEmpty && act(word) { return }
      try carryOut(line.first == ":" ? String(line.dropFirst()) : line)
    }
  }

  private var help: [SafeText] {
    let commands = interpreter.commands.catalog.declarations
    func words(aboutPosts: Bool) -> String {
      commands.filter { $0.isAboutPost == aboutPosts && !$0.name.contains(" ") }.map(\.name)
        .joined(separator: ", ")
    }
    return [
      "A number opens its row, Enter shows more rows, and q goes back or leaves.",
      "A word acts on what the page is about or, after a number as in '2 like', on that row.",
      "Words for a post: \(words(aboutPosts: true)).",
      "Words for a user, or for the author of a post: \(words(aboutPosts: false)).",
      "Words for a profile: posts, replies, likes and private are its tabs; tab shows the next one.",
      "Other words: post, settings, and refresh, which reads the page again.",
      "Pages to open: timeline, notifications, explore, suggest, users, search WORDS, show USER.",
      "Any other line is a command, as in a shell; help lists them.",
    ]
  }

  /// Opens a page on top of the others, or in place of the top one.
  private func open(_ source: PageSource, inPlace: Bool = false) throws {
    let opened = try read(source)
    markRead()
    if inPlace || source == page.source { pages.removeLast() }
    pages.append(opened)
    // Only the last sentence about a user names the tab.
    if inPlace, case .profile = source { return try sayPage(lastLines: 1) }
    try sayPage()
  }

  private func goBack() throws {
    markRead()
    pages.removeLast()
    if !pages.isEmpty { try sayAgain() }
  }

  /// Marks the posts or notices that were printed as read.
  private func markRead() {
    if let mark = page.readMark { _ = handler.carryOut(.carryOut(mark)) }
  }

  /// Reads the top page again; if its subject is gone, goes back to the page below.
  private func sayAgain() throws {
    do {
      page = try read(page.source)
    } catch let error as ServiceError where error.isGone && pages.count > 1 {
      report(error)
      pages.removeLast()
      return try sayAgain()
    }
    try sayPage()
  }

  private func sayPage(lastLines: Int = .max) throws {
    try page.heading(in: traits).suffix(lastLines).forEach { try say($0) }
    try sayMore()
  }

  private func sayMore() throws {
    let source = page.source
    let lines = try page.nextLines(in: traits) { try load(source, after: $0) }
    for line in lines { try say(line) }
  }

  private func read(_ source: PageSource) throws -> LinearPage {
    LinearPage(source, try load(source))
  }

  private func load(_ source: PageSource, after cursor: Cursor? = nil) throws -> LoadedPage {
    try reportingWait("Still reading") {
      try handler.load(source, count: LinearPage.batch, after: cursor)
    }
  }

  /// Carries out a command on a row; false for a word that names none.
  ///
  /// Without a row, a command that needs a post or a user acts on that of the page.
  private func act(_ word: String, on chosen: ListRow? = nil) throws -> Bool {
    guard let command = interpreter.commands.catalog.declaration(named: word) else { return false }
    if chosen == nil, command.facts.contains(.startsConversation) {
      try ask(LineTemplate(name: "Publish a post", line: "post ", present: ""))
      return true
    }
    guard let isAboutPost = command.isAboutPost,
      chosen != nil || command.operands[0].count.isRequired
    else { return false }
    let row = chosen ?? page.row(0)
    let (post, owner) = (row?.post?.target, isAboutPost ? nil : row?.owner)
    let handle = owner.flatMap(handler.handle)?.text
    guard let object = isAboutPost ? post.map({ String($0.number) }) : handle else {
      let kind: SafeText = isAboutPost ? "post" : "user"
      try say(
        owner?.handle.map { "\($0) is gone." }
          ?? "'\(word)' is about a \(kind): type its number first, as in '1 \(word)'.")
      return true
    }
    let line = "\(word) \(object)"
    let isEdit = command.facts.contains(.edits)
    if isEdit, row?.post?.repeated.author != (try handler.viewer()?.handle) {
      try say("Only your own posts can be edited.")
      return true
    }
    if let page = CommandSchedule(interpreter.commands).page(of: line, at: traits.now) {
      try open(page.owned(by: owner))
    } else if let post, isEdit || command.facts.contains(.publishes) {
      // The text may have changed since the page was read.
      let text = try read(.post(post)).row(0)?.post?.repeated.text
      let name: SafeText = "\(String(command.summary.dropLast())), \(post)"
      try ask(LineTemplate(name: name, line: line + " ", present: isEdit ? text : ""))
    } else {
      try carryOut(line)
    }
    return true
  }

  private func openSettings() throws {
    guard let user = try read(.profile(.viewer, .posts)).row(0)?.person?.user else { return }
    for case .measured(let cache) in handler.carryOut(.measureCache) {
      try ask(.settings(user, cache))
    }
  }

  private func ask(_ sheet: ChoiceSheet) throws {
    self.sheet = sheet
    try say(sheet.isQuestion ? sheet.title : sheet.title + ":")
    for (place, choice) in sheet.choices.enumerated() {
      let remark: SafeText = choice.remark.isEmpty ? "" : ", " + choice.remark
      try say("\(place + 1). \(choice.label)\(remark)")
    }
  }

  /// Carries out a choice; false if the line is none.
  private func choose(_ line: String, in sheet: ChoiceSheet) throws -> Bool {
    let index =
      line.isEmpty || line == "q"
      ? sheet.choices.count - 1 : Int(line).map { $0 - 1 } ?? sheet.index(of: line)
    guard let index, sheet.choices.indices.contains(index) else { return false }
    switch sheet.choices[index].action {
    case .fill(let template): try ask(template)
    case .carryOut(let request):
      try carryOut(request.line ?? "", isConfirmed: request.isConfirmed)
    case .close: try say("Nothing was done.")
    }
    return true
  }

  private func ask(_ template: LineTemplate) throws {
    self.template = template
    let present = template.present.map { SafeText($0) } ?? ""
    let now: SafeText = present.isEmpty ? "" : ", now \(present)"
    try say("\(template.name)\(now): type a line, or an empty one to leave it.")
  }

  /// Runs a line with a value; repeats the words of a text that was refused.
  private func fill(_ template: LineTemplate, with words: String) throws {
    if words.isEmpty { return try say("Nothing was done.") }
    do {
      try carryOut(template.line(with: words))
    } catch {
      if template.present != nil { try say("Not saved: \(words)") }
      throw error
    }
  }

  /// Runs a line as a shell does, opens its page, or asks its question.
  private func carryOut(_ line: String, isConfirmed: Bool = false) throws {
    let schedule = CommandSchedule(interpreter.commands)
    if let page = schedule.page(of: line, at: traits.now) { return try open(page) }
    let words = try interpreter.words(of: Array(line.utf8), from: origin)
    let result = try reportingWait("Under way: \(line)", mayWrite: schedule.mayWrite(.line(line))) {
      try interpreter.carryOut(words, from: origin, isConfirmed: isConfirmed)
    }
    if let page = result.opens?.page { try open(page) }
    if let question = result.question { try ask(.asking(question.text, before: line)) }
  }

  /// Runs `body`; a message on a terminal reports that it takes longer than a second.
  private func reportingWait<Value>(
    _ words: SafeText, mayWrite: Bool = false, _ body: () throws -> Value
  ) rethrows -> Value {
    Interruption.arm(saying: Phrases.interrupted(ofWrite: mayWrite))
    let (isDone, console) = (DispatchSemaphore(value: 0), interpreter.environment.console)
    let message = Array("\(traits.words(words).string); Ctrl-C leaves.\n".utf8)
    // Without a thread the wait is silent.
    _ = BackgroundThread.start {
      let isLong = isDone.wait(timeout: .now() + .seconds(1)) == .timedOut
      if isLong, console.isTerminal(.error) { try? console.write(message, to: .error) }
    }
    defer {
      isDone.signal()
      Interruption.arm(saying: Phrases.interruptedReading)
    }
    return try body()
  }

  /// Prints a text, on a terminal without broken words.
  private func say(_ text: SafeText) throws {
    let lines = traits.isTerminal ? traits.wrap(text, to: traits.width) : [traits.words(text)]
    try interpreter.streams.write(SafeText.joined(lines, by: "\n").string + "\n")
  }
}

extension Declaration {
  /// Whether the command is about a post or about a user; nil for other commands.
  fileprivate var isAboutPost: Bool? {
    switch operands.first?.completion {
    case .posts: true
    case .users where group != .session && !facts.contains(.deletesUser): false
    default: nil
    }
  }
}

extension String {
  /// The text without blanks at both ends.
  fileprivate var trimmingBlanks: String {
    var rest = drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
